import type { IncomingMessage, ServerResponse } from 'node:http'
// The global one may be faked by the tests that this server serves.
import { setImmediate } from 'node:timers'
import type { Reply } from '../testing/faults/effect.ts'
import type { Incoming } from '../server/incoming.ts'
import { isSandboxName } from '../sandbox/address.ts'
import { noRoomForBody } from '../marketplace/operation/rules.ts'
import type { MemoryBudget } from '../sandbox/memory-budget.ts'
import { OpenExchange } from '../server/open-exchange.ts'
import { answer } from '../server/gate.ts'
import { MAX_BODY_BYTES } from '../sandbox/read-body.ts'
import { brokenOff, type ReadBody } from '../server/read-input.ts'
import { routes } from '../marketplace/routes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import type { Engine } from '../server/engine.ts'

type ApiRoute = (typeof routes)[number]

/** Writes what became of a request that a fault met. */
export type Carry = (response: Response, outgoing: ServerResponse) => Promise<void>

/**
 * The same pipeline without the objects of the fetch standard in between, for plain requests of known operations.
 * Everything else is left to the way that takes all: the answers are the same, byte for byte.
 *
 * @returns whether it took the request
 */
export function fastPath(
  engine: Engine,
  carry: Carry,
): (message: IncomingMessage, outgoing: ServerResponse) => boolean {
  const { controlToken } = engine.watching
  let ready: Ready[] = []
  const sendReady = (): void => {
    const sent = ready
    ready = []
    for (const { reply, outgoing, sandbox } of sent) {
      write(reply, outgoing)
      sandbox.busy -= 1
    }
  }
  return (message, outgoing) => {
    const target = isPlain(message) ? targetOf(message) : undefined
    if (target === undefined) return false
    const sandbox = sandboxFor(engine, target)
    if (sandbox?.world.faults.isEmpty !== true) return false
    const { route, params } = target
    const incoming = incomingMessage(message, outgoing, target)
    const exchange = new OpenExchange(incoming, route.operation, route.operation.rules, {
      sandbox,
      controlToken,
    })
    sandbox.busy += 1
    const finish = (body: ReadBody): void => {
      const answered = answerOrDefect(engine, () => answer(exchange, route, params, body))
      if (answered instanceof Promise) return void carried(answered)
      // What came in together goes out together: whoever waits for many answers is woken once.
      if (ready.push({ reply: answered, outgoing, sandbox }) === 1) setImmediate(sendReady)
    }
    /** A defect, or faults that came while the body did. */
    const carried = async (answered: Promise<Response>): Promise<void> => {
      try {
        await carry(await answered.catch(engine.defect), outgoing)
      } catch {
        outgoing.destroy()
      } finally {
        sandbox.busy -= 1
      }
    }
    if (message.headers['content-length'] === undefined) finish('')
    else readBody(message, sandbox.budget, finish)
    return true
  }
}

/** An answer that goes out when all that came with its request is answered too. */
interface Ready {
  readonly reply: Reply
  readonly outgoing: ServerResponse
  readonly sandbox: Sandbox
}

/** None where its world cannot be opened: the other way says why. */
function sandboxFor({ sandboxes }: Engine, { sandbox }: Target): Sandbox | undefined {
  try {
    return sandboxes.enter(sandbox)
  } catch {
    return undefined
  }
}

type Answered = Reply | Promise<Response>

function answerOrDefect({ defect }: Engine, work: () => Answered): Answered {
  try {
    return work()
  } catch (error) {
    return Promise.resolve(defect(error))
  }
}

function write({ status, headers, body }: Reply, outgoing: ServerResponse): void {
  outgoing.writeHead(status, headers)
  outgoing.end(body)
}

/** A body whose length is stated and small, or none. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return false
  if (!/^[\w.:[\]-]+$/.test(headers.host ?? '')) return false
  const length = headers['content-length']
  return length === undefined || (method !== 'GET' && Number(length) <= MAX_BODY_BYTES)
}

interface Target {
  readonly sandbox: string
  readonly path: string
  readonly query: string
  readonly route: ApiRoute
  readonly params: Record<string, string>
}

/** With a query that a URL leaves as it is. */
const TARGET = /^(?:\/~([\w.-]{1,64}))?(\/api\/v0\/[\w/]*)(?:\?([\w.~!$&()*+,;=:@/?%[\]{}|^`\\-]*))?$/

function targetOf({ method, url = '', rawHeaders }: IncomingMessage): Target | undefined {
  const inHeader = headerLine(rawHeaders, 'x-sim-sandbox')
  const bare = fixedRoutes.get(`${method} ${url}`)
  if (bare !== undefined) return target(inHeader, bare)
  const [, prefix, path, query] = TARGET.exec(url) ?? []
  if (path === undefined) return undefined
  const sandbox = prefix ?? inHeader
  const fixed = fixedRoutes.get(`${method} ${path}`)
  if (fixed !== undefined) return target(sandbox, fixed, query)
  for (const { start, route } of idRoutes) {
    const id = method === route.operation.method && path.startsWith(start) ? path.slice(start.length, -1) : ''
    if (/^\w+$/.test(id) && path.endsWith('/')) return target(sandbox, route, query, id)
  }
  return undefined
}

function target(named: string | undefined, route: ApiRoute, query = '', id?: string): Target | undefined {
  const sandbox = named ?? DEFAULT_SANDBOX
  if (!isSandboxName(sandbox)) return undefined
  const { path } = route.operation
  return id === undefined
    ? { sandbox, path, query, route, params: {} }
    : { sandbox, path: path.replace('{id}', id), query, route, params: { id } }
}

const fixedRoutes: ReadonlyMap<string, ApiRoute> = new Map(
  routes.map((route) => [`${route.operation.method} ${route.operation.path}`, route]),
)

const idRoutes = routes.flatMap((route) => {
  const [start = '', rest] = route.operation.path.split('{id}')
  return rest === '/' ? [{ start, route }] : []
})

function incomingMessage(message: IncomingMessage, outgoing: ServerResponse, { path, query }: Target): Incoming {
  const { method = '' } = message
  const rawHeaders = keptOnce(message.rawHeaders)
  let left: AbortController | undefined
  return {
    method,
    path,
    query,
    header: (name) => headerLine(rawHeaders, name) ?? null,
    headers: rawHeaders,
    gone: () => {
      left ??= leftBy(outgoing)
      return left.signal
    },
  }
}

let lastHeaders: readonly string[] = []

/** A client mostly repeats its header lines: the journal holds equal ones once. */
function keptOnce(lines: readonly string[]): readonly string[] {
  const isSame = lines.length === lastHeaders.length && lines.every((line, at) => line === lastHeaders[at])
  if (!isSame) lastHeaders = lines
  return lastHeaders
}

function leftBy(outgoing: ServerResponse): AbortController {
  const left = new AbortController()
  if (outgoing.destroyed) left.abort()
  outgoing.once('close', () => left.abort())
  return left
}

/** A value as `Headers` gives it: lines of one name are joined. */
function headerLine(raw: readonly string[], name: string): string | undefined {
  let value: string | undefined
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.length !== name.length || raw[at]?.toLowerCase() !== name) continue
    value = value === undefined ? raw[at + 1] : `${value}, ${raw[at + 1]}`
  }
  return value
}

const decoder = new TextDecoder()

/** What has arrived counts as under way. A body for which there is no room is read to its end, and thrown away. */
function readBody(message: IncomingMessage, budget: MemoryBudget, finish: (body: ReadBody) => void): void {
  const parts: Buffer[] = []
  let bytes = 0
  let isOver = false
  const once = (body: () => ReadBody): void => {
    if (isOver) return
    isOver = true
    budget.release(bytes)
    finish(body())
    parts.length = 0
  }
  message.on('data', (part: Buffer) => {
    if (isOver) return
    if (!budget.take(part.byteLength)) return once(noRoomForBody)
    bytes += part.byteLength
    parts.push(part)
  })
  message.on('end', () => once(() => decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts))))
  message.on('close', () => once(brokenOff))
}
