import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// A custom emulator of emulate, by its documentation, with the same rows and the key checked by hand.
interface Context {
  readonly req: {
    readonly header: (name: string) => string | undefined
    readonly json: () => Promise<Record<string, unknown>>
  }
  readonly json: (value: unknown, status?: number) => Response
}
type Handler = (c: Context, next: () => Promise<void>) => Response | Promise<Response | void>
interface State {
  readonly list: unknown
  readonly templates: unknown[]
}
interface Setup {
  readonly app: Record<'get' | 'post', (path: string, handler: Handler) => void> & {
    readonly use: (handler: Handler) => void
  }
  readonly state: State
}
interface Emulate {
  readonly defineEmulator: (definition: {
    readonly name: string
    readonly state: () => State
    readonly setup: (context: Setup) => void
  }) => object
  readonly createEmulator: (options: {
    readonly service: object
    readonly port: number
    readonly inspector: boolean
  }) => Promise<unknown>
}

const [, , port, listFile, key, module = '', inspector] = process.argv
const { createEmulator, defineEmulator }: Emulate = await import(pathToFileURL(module).href)
const list: unknown = JSON.parse(readFileSync(listFile ?? '', 'utf8'))

const service = defineEmulator({
  name: 'marketplace',
  state: () => ({ list, templates: [] }),
  setup({ app, state }) {
    app.use((c, next) =>
      c.req.header('Authorization') === `Bearer ${key}` ? next() : c.json({ error: 'unauthorized' }, 401),
    )
    app.get('/api/v0/instances/', (c) => c.json(state.list))
    app.post('/api/v0/template/', async (c) => {
      const body = await c.req.json()
      if (typeof body['name'] !== 'string' || typeof body['image'] !== 'string') {
        return c.json({ success: false, error: 'invalid_args', msg: 'name and image' }, 400)
      }
      state.templates.push(body)
      const id = state.templates.length
      const template = { id, hash_id: '7765fca7875ea2d94e1e253e04043dbc', name: body['name'] }
      return c.json({ success: true, msg: `created template ${id}`, template })
    })
  },
})
await createEmulator({ service, port: Number(port), inspector: inspector === 'inspector' })
