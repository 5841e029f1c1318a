import type { SimulatedSandbox } from '../../../src/index.ts'
import type { Call } from './calls.ts'

/** How a call gets to a sandbox: the function that makes it, and two origins that it is answered at. */
export interface Carrier {
  readonly sandbox: SimulatedSandbox
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly origin: string
  readonly elsewhere: string
}

interface ShownError {
  readonly name: string
  readonly message?: string
  readonly cause?: { readonly message?: string; readonly code?: string }
}

/** What a client sees of a call, and what the simulator saw of it. */
export interface Observed {
  readonly rejected?: ShownError | string
  readonly status?: number
  readonly statusText?: string
  readonly type?: string
  readonly url?: string
  readonly redirected?: boolean
  readonly contentType?: string | null
  readonly body?: string
  /** What reading the body rejected with. */
  readonly brokeOff?: ShownError | string
  readonly used?: unknown
  readonly asked?: readonly string[]
}

/** Makes a call and writes down what came of it, in words that do not depend on the carrier. */
export async function play(call: Call, carrier: Carrier): Promise<Observed> {
  const { sandbox, origin, elsewhere } = carrier
  const prefix = `/~${sandbox.name}`
  for (const [index, { effect, when, location }] of (call.faults ?? []).entries()) {
    const to = location?.startsWith('/')
      ? prefix + location
      : location?.replace('elsewhere:', `${elsewhere}${prefix}/api/v0/instances/`)
    const headers = to === undefined ? {} : { headers: { Location: to } }
    sandbox.faults.add({ name: `f${index}`, when, effect: { ...effect, ...headers } })
  }
  const without = (text: string): string =>
    text
      .replace(origin + prefix, '')
      .replace(elsewhere + prefix, 'elsewhere')
      .replaceAll(/----[\w.-]*?\d[\w.]*/g, '----boundary')
  const result = await outcomeOf(call, carrier)
  if (result.url !== undefined) result.url = without(result.url)
  if (result.body !== undefined) result.body = without(result.body)
  if (call.aborted !== undefined || call.isPartial === true) return result
  const asked = sandbox.journal.list().map(({ request, response }) => {
    const { method, path, query, headers, body } = request
    const key = 'authorization' in headers ? 'with' : 'without'
    return without(
      `${method} ${path} ${JSON.stringify(query)} ${key} key, ${headers['content-type']} ${JSON.stringify(body)}: ${response.status}`,
    )
  })
  return { ...result, asked }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

async function outcomeOf(call: Call, { sandbox, fetch, origin }: Carrier): Promise<Mutable<Observed>> {
  const left = new AbortController()
  const abort = (): void => (call.reason === undefined ? left.abort() : left.abort(call.reason()))
  try {
    const address = `${origin}/~${sandbox.name}${call.path}`
    const signalled = call.aborted === undefined ? {} : { signal: left.signal }
    if (call.aborted === 'before') abort()
    const init = call.init && { ...call.init(), ...(call.request === undefined && signalled) }
    const request = call.request && new Request(address, { ...call.request(), ...signalled })
    const asked = fetch(request ?? (call.input === 'URL' ? new URL(address) : address), init)
    asked.catch(() => undefined)
    const isChunked = call.faults?.some(({ effect }) => 'dribble' in effect) === true
    if (!isChunked && (call.isCut === true || call.aborted === 'held')) {
      await untilHeld(sandbox)
      if (call.isCut) sandbox.reset()
      else abort()
    }
    const response = await asked
    if (call.aborted === 'answered') abort()
    const { status, statusText, type, url, redirected, headers } = response
    const seen = { status, statusText, type, url, redirected, contentType: headers.get('content-type') }
    const used = use(call, response)
    const reading = response.text()
    reading.catch(() => undefined)
    if (isChunked && (call.isCut === true || call.aborted === 'reading')) {
      await untilHeld(sandbox)
      if (call.isCut) sandbox.reset()
      else abort()
    }
    try {
      const body = await reading
      if (call.aborted === 'read') abort()
      const again = call.use === 'read twice' ? await response.text().catch(({ name }: Error) => name) : used
      return { ...seen, body, used: again }
    } catch (error) {
      return { ...seen, brokeOff: shownError(error) }
    }
  } catch (error) {
    return { rejected: shownError(error) }
  }
}

function use({ use }: Call, response: Response): unknown {
  if (use === 'clone') return new URL(response.clone().url).pathname.replace(/^\/~[^/]+/, '')
  if (use !== 'change a header') return undefined
  try {
    response.headers.set('X-Mine', '1')
    return 'changed'
  } catch (error) {
    return error instanceof Error ? error.name : error
  }
}

async function untilHeld({ faults }: SimulatedSandbox): Promise<void> {
  while (faults.held().length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** A message of a DOMException is the environment's own. */
function shownError(error: unknown): ShownError | string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { name, message, cause } = error as Error
  if (name === 'AbortError' || name === 'TimeoutError') return { name }
  const shown = shownCause(cause)
  return { name, message, ...(shown.message !== undefined && { cause: shown }) }
}

/** MSW gives a text, or a response with these fields. */
function shownCause(cause: unknown): NonNullable<ShownError['cause']> {
  if (typeof cause === 'string') return { message: cause }
  const { message, code } = (cause ?? {}) as { readonly message?: string; readonly code?: string }
  return { message, ...(code !== undefined && { code }) }
}
