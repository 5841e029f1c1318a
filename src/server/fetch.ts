import { type FetchCall, readFetchCall, streamOf, withoutHash } from './fetch-call.ts'
import { NetworkError, type NodeFetch } from './network-error.ts'

/** As many as the fetch standard allows. */
const MAX_REDIRECTS = 20

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const HEADERS_OF_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length']
const HEADERS_OF_ORIGIN = ['authorization', 'proxy-authorization', 'cookie', 'host']

/**
 * A `fetch` without a network: it follows redirects, heeds signals and fails as that of Node does. Every origin is answered.
 * @param base what a path is relative to
 */
export function fetchOver(
  respond: (request: Request) => Promise<Response>,
  base: () => string,
  node: NodeFetch | undefined,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const call = readFetchCall(input, init ?? {}, base())
    const { signal } = call
    if (signal === undefined) return follow(call, undefined, respond, node)
    const left = new AbortController()
    const leave = (): void => left.abort(signal.reason)
    throwIfAborted(signal)
    signal.addEventListener('abort', leave)
    const forget = (): void => signal.removeEventListener('abort', leave)
    try {
      return endWith(signal, await follow(call, left.signal, respond, node), forget)
    } catch (error) {
      forget()
      // The reason of a client that gave up wins over whatever became of its request.
      throwIfAborted(signal)
      throw error
    }
  }
}

function throwIfAborted({ aborted, reason }: AbortSignal): void {
  if (aborted) throw reason
}

async function follow(
  { url, method, headers, body, isSentOnce, redirect, init }: FetchCall,
  signal: AbortSignal | undefined,
  respond: (request: Request) => Promise<Response>,
  node: NodeFetch | undefined,
): Promise<Response> {
  const fail = (why: unknown): Error =>
    new NetworkError('fetch failed', node && (typeof why === 'string' ? new Error(why) : why))
  const given = { ...init, redirect, signal, headers, duplex: 'half' }
  let next = { url, method, body: body() }
  let type = 'basic'
  for (let redirects = 0; ; redirects += 1) {
    const request = new Request(next.url, { ...given, method: next.method, body: next.body })
    const response = await respond(request)
    const { status } = response
    const location = REDIRECTS.has(status) ? response.headers.get('location') : null
    if (location === null || redirect === 'manual') {
      const statusText = node?.statusTexts[status] ?? ''
      return withFacts(response, { type, url: next.url.href, redirected: redirects > 0, statusText })
    }
    response.body?.cancel().catch(() => undefined)
    if (redirect === 'error') throw fail('unexpected redirect')
    const target = targetOf(location, next.url, fail)
    if (redirects === MAX_REDIRECTS) throw fail('redirect count exceeded')
    const isElsewhere = target.origin !== next.url.origin
    if (isElsewhere && `${target.username}${target.password}` !== '')
      throw fail('cross origin not allowed for request mode "cors"')
    // `Request` takes no URL with a password, and Node sends none.
    target.username = target.password = ''
    if (status !== 303 && next.body !== null && isSentOnce) throw fail('')
    const { method } = request
    const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST'
    if (becomesGet) for (const name of HEADERS_OF_BODY) headers.delete(name)
    if (isElsewhere) {
      type = 'cors'
      for (const name of HEADERS_OF_ORIGIN) headers.delete(name)
    }
    const hasBody = next.body !== null && !becomesGet
    next = { url: target, method: becomesGet ? 'GET' : method, body: hasBody ? body() : null }
  }
}

function targetOf(location: string, from: URL, fail: (why: unknown) => Error): URL {
  let target: URL
  try {
    target = withoutHash(new URL(location, from))
  } catch (error) {
    throw fail(error)
  }
  if (!/^https?:$/.test(target.protocol)) throw fail('URL scheme must be a HTTP(S) scheme')
  return target
}

/** A response that says what no constructor of one takes. */
function withFacts(response: Response, facts: Readonly<Record<string, unknown>>): Response {
  const clone = response.clone.bind(response)
  const values = { ...facts, clone: () => withFacts(clone(), facts) }
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(response, name, { value, configurable: true })
  return response
}

/** A response with a body that breaks off when the signal is aborted. @param forget is called when the signal no longer matters */
function endWith(signal: AbortSignal, response: Response, forget: () => void): Response {
  throwIfAborted(signal)
  const reader = response.body?.getReader()
  if (reader === undefined) {
    forget()
    return response
  }
  const body = streamOf(
    async () => {
      const part = await reader.read()
      throwIfAborted(signal)
      if (part.done) forget()
      return part
    },
    async (reason) => {
      forget()
      await reader.cancel(reason)
    },
  )
  const { status, headers, type, url, redirected, statusText } = response
  return withFacts(new Response(body, { status, headers }), { type, url, redirected, statusText })
}
