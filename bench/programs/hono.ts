import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// What one writes first with Hono: the key checked by hand, and c.json.
const [, , port, listFile, key] = process.argv
const value: object = JSON.parse(readFileSync(listFile ?? '', 'utf8'))
const templates: unknown[] = []

const app = new Hono()
app.use(async (c, next) =>
  c.req.header('Authorization') === `Bearer ${key}` ? next() : c.json({ error: 'unauthorized' }, 401),
)
app.get('/api/v0/instances/', (c) => c.json(value))
app.post('/api/v0/template/', async (c) => {
  const body: Record<string, unknown> = await c.req.json()
  if (typeof body['name'] !== 'string' || typeof body['image'] !== 'string') {
    return c.json({ success: false, error: 'invalid_args', msg: 'name and image' }, 400)
  }
  templates.push(body)
  const id = templates.length
  const template = { id, hash_id: '7765fca7875ea2d94e1e253e04043dbc', name: body['name'] }
  return c.json({ success: true, msg: `created template ${id}`, template })
})

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
