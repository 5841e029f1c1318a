import { useState } from 'preact/hooks'
import { carryOut, say } from './acts.tsx'
import { baseOf } from './address.tsx'
import { readJson } from './calls.ts'
import { sendRequest, type SentRequest } from './send.ts'

/** What can be taken out of a sandbox, as files. */
export const exportLinks = (sandbox: string) => [
  { name: 'Export a bundle (replays anywhere)', href: `${baseOf()}/_sim/bundle`, file: `${sandbox}.bundle.json` },
  { name: 'Export requests as HAR', href: `${baseOf()}/_sim/har`, file: `${sandbox}.har` },
  { name: 'Export data as a fixture', href: `${baseOf()}/_sim/state`, file: `${sandbox}.json` },
]

/** Reads a file back: a fixture replaces the data, the requests of a bundle or a HAR are sent again. */
export const Import = () => {
  const [isBusy, setIsBusy] = useState(false)
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setIsBusy(true)
    try {
      await importFile(readJson<Imported>(await file.text()))
    } catch (error) {
      say(`${file.name} is not ${error instanceof SyntaxError ? 'JSON' : 'a bundle or a HAR'}.`, { isError: true })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <label class="item">
      {isBusy ? 'Importing…' : 'Import a fixture, a bundle or a HAR'}
      <input
        type="file"
        class="unseen"
        accept=".json,.har,application/json"
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
    </label>
  )
}

/** The parts of a HAR and of a bundle that are read; any other document is a fixture. */
interface Imported {
  readonly log?: { readonly entries: readonly HarEntry[] }
  readonly exchanges?: readonly BundledExchange[]
  readonly clock?: string
}

interface HarEntry {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly postData?: { readonly text?: string }
  }
}

interface BundledExchange {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null
}

const STARTS = new Set(['fixture', 'scenario', 'seed', 'dialect', 'rules'])

async function importFile(file: Imported): Promise<void> {
  if (file.log !== undefined) return sendAll(file.log.entries.map(requestOfHar))
  const act = { undo: 'snapshot' } as const
  if (file.exchanges === undefined) {
    const done = 'The data is that of the file.'
    await carryOut({ ...act, text: 'Import data', done, route: 'PUT state', body: file })
    return
  }
  const requests = file.exchanges.map(requestOfBundle)
  const start = Object.entries(file).filter(([name, part]) => STARTS.has(name) && part !== null)
  const body = { ...Object.fromEntries(start), clock: { at: file.clock, frozen: true } }
  const done = 'The bundle is open.'
  if ((await carryOut({ ...act, text: 'Import a bundle', done, route: 'POST reset', body })) !== undefined)
    await sendAll(requests)
}

async function sendAll(requests: readonly SentRequest[]): Promise<void> {
  for (const request of requests) await sendRequest(request)
  say(`Sent ${requests.length} requests.`)
}

const requestOfBundle = ({ method, target, headers, body }: BundledExchange): SentRequest => ({
  method,
  target,
  headers: sendable(Object.entries(headers)),
  body: body || undefined,
})

function requestOfHar({ request: { method, url, headers, postData } }: HarEntry): SentRequest {
  const { pathname, search } = new URL(url)
  const target = pathname.replace(/^.*(?=\/api\/)/, '') + search
  const sent = sendable(headers.map(({ name, value }) => [name, value]))
  return { method, target, headers: sent, body: postData?.text || undefined }
}

/** Headers that a page may send. */
const sendable = (headers: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.filter(([name]) =>
      /^(accept|authorization|x-(?!forwarded|sim-sandbox)[\w-]+|idempotency-key|traceparent)$/i.test(name),
    ),
  )
