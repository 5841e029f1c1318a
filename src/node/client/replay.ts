import { type Bundle } from '../../testing/journal/bundle.ts'
import { MAX_BODY_BYTES } from '../../sandbox/read-body.ts'
import { redactBody } from '../../testing/journal/redact.ts'
import { instantMs } from '../../kernel/clock.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import type { Engine } from '../../server/engine.ts'
import { openEngine } from '../../server/open-engine.ts'
import { authentication } from '../../marketplace/users/rules.ts'
import { loadPages } from '../load-pages.ts'

/** Thrown when a bundle tells what cannot have been. */
class NoStoryError extends UsageError {}

/** An answer that is not what the bundle recorded. */
export interface Difference {
  readonly exchange: number
  readonly request: string
  readonly what: string
  readonly recorded: string
  readonly replayed: string
}

interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when it broke off. */
  readonly body: string | undefined
}

/** Starts the world of a bundle again, sends the same requests at the same instants, and compares the answers byte for byte. @throws DocumentError, RangeError, NoStoryError when it tells what cannot be */
export async function replay(bundle: Bundle): Promise<readonly Difference[]> {
  const engine = openEngine({
    fixture: bundle.fixture,
    seed: bundle.seed,
    clock: { mode: 'frozen', atMs: instantMs(bundle.clock) },
    rateLimit: bundle.rate_limit,
    progression: { instances: bundle.progression },
    journalSize: bundle.exchanges.length + 1,
    pages: loadPages,
    ...(bundle.scenario !== null && { scenario: bundle.scenario }),
  })
  const begun: Begun[] = []
  for (const exchange of bundle.exchanges.toSorted((a, b) => a.id - b.id)) {
    await endLost(engine, begun, exchange.at)
    await moveTo(engine, exchange.at)
    const client = new AbortController()
    const told = send(engine, exchange, client.signal)
    begun.push({ exchange, told, client })
    await Promise.race([told, quiet()])
  }
  const last = bundle.exchanges
    .map(({ ended }) => ended)
    .toSorted((a, b) => instantMs(a) - instantMs(b))
    .at(-1)
  if (last !== undefined) {
    await endLost(engine, begun, last)
    await moveTo(engine, last)
  }
  await quiet()
  engine.close()
  const differences: Difference[] = []
  for (const { exchange, told } of begun) differences.push(...compare(exchange, await told))
  return differences
}

interface Begun {
  readonly exchange: Bundle['exchanges'][number]
  readonly told: Promise<Told>
  readonly client: AbortController
}

/** A client that gave up waiting gives up again, at the instant at which it did. */
async function endLost(engine: Engine, begun: readonly Begun[], until: string): Promise<void> {
  const lost = begun.filter(
    ({ exchange, client }) =>
      exchange.answer.status === 0 && instantMs(exchange.ended) <= instantMs(until) && !client.signal.aborted,
  )
  for (const { exchange, client } of lost.toSorted(
    (a, b) => instantMs(a.exchange.ended) - instantMs(b.exchange.ended),
  )) {
    await moveTo(engine, exchange.ended)
    client.abort()
    await quiet()
  }
}

const TURNS = 20

/** Some turns of the event loop: time for all that waits for no clock. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function moveTo(engine: Engine, at: string): Promise<void> {
  const body = JSON.stringify({ at })
  const response = await engine.respond(new Request('http://replay.test/_sim/clock', { method: 'PUT', body }))
  if (!response.ok) throw new NoStoryError(`the clock cannot be set to ${at}: ${await response.text()}`)
}

const NOTHING: Told = { status: 0, headers: {}, body: undefined }

/** A body over the limit is not recorded; any of that size is refused the same. */
const sentBody = ({ body, answer }: Bundle['exchanges'][number]): string =>
  body === '' && answer.status === 413 ? 'x'.repeat(MAX_BODY_BYTES + 1) : body

async function send(engine: Engine, exchange: Bundle['exchanges'][number], signal: AbortSignal): Promise<Told> {
  const { method, target, headers } = exchange
  const body = sentBody(exchange)
  try {
    const request = new Request(`http://replay.test${target}`, {
      method,
      headers,
      signal,
      ...(body !== '' && method !== 'GET' && method !== 'HEAD' && { body }),
    })
    const response = await engine.respond(request)
    const text = await response.text().catch(() => undefined)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === undefined ? undefined : redactBody(text),
    }
  } catch {
    return NOTHING
  }
}

const pair = (what: string, recorded: string, replayed: string): [string, string, string] => [what, recorded, replayed]

function compare({ id, method, target, answer }: Bundle['exchanges'][number], told: Told): readonly Difference[] {
  const lowered = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const leftOut = new Set(['content-length', ...(isUnknownKey(lowered) ? ['x-sim-hint'] : [])])
  const names = [...new Set([...Object.keys(lowered), ...Object.keys(told.headers)])].filter(
    (name) => !leftOut.has(name),
  )
  const pairs: readonly [string, string, string][] = [
    ['status', String(answer.status), String(told.status)],
    ...(told.status === 0
      ? []
      : names.map((name) => pair(`header ${name}`, lowered[name] ?? '', told.headers[name] ?? ''))),
    ...(told.body === undefined || method === 'HEAD' ? [] : [pair('body', answer.body, told.body)]),
  ]
  return pairs
    .filter(([, recorded, replayed]) => recorded !== replayed)
    .map(([what, recorded, replayed]) => ({ exchange: id, request: `${method} ${target}`, what, recorded, replayed }))
}

/** The hint of such an answer tells which scenario or import brought the keys; a bundle has their data, and not that. */
const isUnknownKey = (headers: Readonly<Record<string, string>>): boolean =>
  headers['x-sim-rules'] === authentication.keyUnknown.id
