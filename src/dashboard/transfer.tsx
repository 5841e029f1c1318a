import { useState } from 'preact/hooks'
import { carryOut, complain, say } from './acts.tsx'
import { baseOf } from './calls.ts'
import { sendRequest, type SentRequest } from './first-steps.tsx'

/** What can be taken out of a sandbox, as files. */
export const exportLinks = (sandbox: string) => [
  { name: 'Export a bundle (replays anywhere)', href: `${baseOf()}/_sim/bundle`, file: `${sandbox}.bundle.json` },
  { name: 'Export requests as HAR', href: `${baseOf()}/_sim/har`, file: `${sandbox}.har` },
  { name: 'Export data as a fixture', href: `${baseOf()}/_sim/state`, file: `${sandbox}.json` },
]

/** Reads a file back: a fixture replaces the data, the requests of a bundle or a HAR are sent again. */
export const Import = ({ close }: { readonly close: () => void }) => {
  const [isBusy, setIsBusy] = useState(false)
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setIsBusy(true)
    try {
      const value: unknown = JSON.parse(await file.text())
      await importValue(value)
      close()
    } catch (error) {
      if (error instanceof SyntaxError) say(`${file.name} is not JSON.`, { isError: true })
      else complain(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <label class="file">
      {isBusy ? 'Importing…' : 'Import a fixture, a bundle or a HAR'}
      <input
        type="file"
        accept=".json,.har,application/json"
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
    </label>
  )
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function importValue(value: unknown): Promise<void> {
  const entries = fieldOf(fieldOf(value, 'log'), 'entries')
  if (entries !== undefined) return sendAll(listOf(entries).flatMap(requestOfHar))
  const exchanges = fieldOf(value, 'exchanges')
  if (exchanges === undefined) {
    await carryOut({
      text: 'Import data',
      done: 'The data is that of the file.',
      route: 'PUT state',
      body: value,
      undo: 'snapshot',
    })
    return
  }
  const start = Object.fromEntries(
    ['fixture', 'scenario', 'seed', 'dialect', 'rules'].flatMap((name) => {
      const part = fieldOf(value, name)
      return part === null || part === undefined ? [] : [[name, part]]
    }),
  )
  const body = { ...start, clock: { at: fieldOf(value, 'clock'), frozen: true } }
  const done = await carryOut({
    text: 'Import a bundle',
    done: 'The bundle is open.',
    route: 'POST reset',
    body,
    undo: 'snapshot',
  })
  if (done !== undefined) await sendAll(listOf(exchanges).map(requestOfBundle))
}

async function sendAll(requests: readonly SentRequest[]): Promise<void> {
  for (const request of requests) await sendRequest(request)
  say(`Sent ${requests.length} requests.`)
}

const requestOfBundle = (exchange: unknown): SentRequest => ({
  method: textOf(fieldOf(exchange, 'method')),
  target: textOf(fieldOf(exchange, 'target')),
  headers: sendable(Object.entries(fieldOf(exchange, 'headers') ?? {})),
  ...bodyOf(textOf(fieldOf(exchange, 'body'))),
})

function requestOfHar(entry: unknown): SentRequest[] {
  const request = fieldOf(entry, 'request')
  const url = textOf(fieldOf(request, 'url'))
  if (!URL.canParse(url)) return []
  const { pathname, search } = new URL(url)
  const headers = listOf(fieldOf(request, 'headers')).map(
    (each) => [textOf(fieldOf(each, 'name')), fieldOf(each, 'value')] as const,
  )
  return [
    {
      method: textOf(fieldOf(request, 'method')),
      target: pathname.replace(/^.*(?=\/api\/)/, '') + search,
      headers: sendable(headers),
      ...bodyOf(textOf(fieldOf(fieldOf(request, 'postData'), 'text'))),
    },
  ]
}

const bodyOf = (text: string): { readonly body?: string } => (text === '' ? {} : { body: text })

/** Headers that a page may send. */
const sendable = (headers: readonly (readonly [string, unknown])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.flatMap(([name, value]) =>
      /^(accept|authorization|x-(?!forwarded|sim-sandbox)[\w-]+|idempotency-key|traceparent)$/i.test(name)
        ? [[name, textOf(value)]]
        : [],
    ),
  )
