import type { Bundle } from '../../testing/journal/bundle.ts'
import { MAX_BODY_BYTES } from '../../sandbox/read-body.ts'
import { maskedHeaders, redactBody } from '../../testing/journal/redact.ts'
import { asRunning, instantMs } from '../../kernel/clock.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { openSimulator, type OpenSimulator } from '../../server/open-simulator.ts'
import { loadPages } from '../load-pages.ts'
import { catalogue } from '../../marketplace/catalogue.ts'

/** Thrown for a bundle that no simulator wrote, e.g. with an exchange in the past of the one before it. */
class ImpossibleBundleError extends UsageError {}

/** Where a response differs from the recorded one. */
export interface Difference {
  readonly exchange: number
  readonly request: string
  readonly what: string
  readonly recorded: string
  readonly replayed: string
}

interface ReplayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when it broke off. */
  readonly body: string | undefined
}

/**
 * Starts the world of a bundle again, sends the same requests at the same instants, and compares the responses byte for
 * byte, except that its clock stands where that of the bundle may have run.
 * @throws DocumentError, RangeError when the world cannot be started
 * @throws ImpossibleBundleError for instants that no clock passes
 */
export async function replay(bundle: Bundle): Promise<readonly Difference[]> {
  const simulator = openSimulator(
    {
      fixture: bundle.fixture,
      seed: bundle.seed,
      clock: { mode: 'frozen', atMs: instantMs(bundle.clock) },
      rateLimit: bundle.rate_limit,
      progression: { instances: bundle.progression },
      dialect: bundle.dialect,
      rules: bundle.rules,
      journalSize: bundle.exchanges.length + 1,
      ...(bundle.scenario !== null && { scenario: bundle.scenario }),
    },
    { pages: loadPages },
  )
  const sent: SentRequest[] = []
  for (const exchange of bundle.exchanges.toSorted((a, b) => a.id - b.id)) {
    await abortLost(simulator, sent, exchange.at)
    await moveTo(simulator, exchange.at)
    const client = new AbortController()
    const response = send(simulator, exchange, client.signal)
    sent.push({ exchange, response, client })
    await Promise.race([response, untilIdle()])
  }
  const last = bundle.exchanges
    .map(({ ended }) => ended)
    .toSorted((a, b) => instantMs(a) - instantMs(b))
    .at(-1)
  if (last !== undefined) {
    await abortLost(simulator, sent, last)
    await moveTo(simulator, last)
  }
  await untilIdle()
  simulator.close()
  const differences: Difference[] = []
  for (const { exchange, response } of sent) differences.push(...compare(exchange, await response))
  return differences
}

type Recorded = Bundle['exchanges'][number]

interface SentRequest {
  readonly exchange: Recorded
  readonly response: Promise<ReplayedResponse>
  readonly client: AbortController
}

/** Aborts the requests that the client gave up, at the instant at which it did. */
async function abortLost(simulator: OpenSimulator, sent: readonly SentRequest[], until: string): Promise<void> {
  const lost = sent.filter(
    ({ exchange, client }) =>
      exchange.response.status === 0 && instantMs(exchange.ended) <= instantMs(until) && !client.signal.aborted,
  )
  for (const { exchange, client } of lost.toSorted(
    (a, b) => instantMs(a.exchange.ended) - instantMs(b.exchange.ended),
  )) {
    await moveTo(simulator, exchange.ended)
    client.abort()
    await untilIdle()
  }
}

const TURNS = 20

/** Waits some turns of the event loop: by then each request is answered, or waits for the clock. */
async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function moveTo(simulator: OpenSimulator, at: string): Promise<void> {
  const body = JSON.stringify({ at })
  const response = await simulator.respond(new Request('http://replay.test/_sim/clock', { method: 'PUT', body }))
  if (!response.ok) throw new ImpossibleBundleError(`the clock cannot be set to ${at}: ${await response.text()}`)
}

const NO_RESPONSE: ReplayedResponse = { status: 0, headers: {}, body: undefined }

/** The body to send. A body over the limit was not recorded, and any other of that size is refused the same. */
const sentBody = ({ body, response }: Recorded): string =>
  body === '' && response.status === 413 ? 'x'.repeat(MAX_BODY_BYTES + 1) : body

async function send(simulator: OpenSimulator, exchange: Recorded, signal: AbortSignal): Promise<ReplayedResponse> {
  const { method, target, headers } = exchange
  const body = sentBody(exchange)
  try {
    const request = new Request(`http://replay.test${target}`, {
      method,
      headers,
      signal,
      ...(body !== '' && method !== 'GET' && method !== 'HEAD' && { body }),
    })
    const response = await simulator.respond(request)
    const text = await response.text().catch(() => undefined)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === undefined ? undefined : redactBody(text),
    }
  } catch {
    return NO_RESPONSE
  }
}

const pair = (what: string, recorded: string, replayed: string): [string, string, string] => [what, recorded, replayed]

function compare({ id, method, target, response }: Recorded, replayed: ReplayedResponse): readonly Difference[] {
  const lowered = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const leftOut = new Set(['content-length', 'x-sim-world', ...(isUnknownKey(lowered) ? ['x-sim-hint'] : [])])
  const [before, after] = [maskedHeaders(lowered), maskedHeaders(replayed.headers)]
  const names = [...new Set([...Object.keys(lowered), ...Object.keys(replayed.headers)])].filter(
    (name) => !leftOut.has(name),
  )
  const pairs: readonly [string, string, string][] = [
    ['status', String(response.status), String(replayed.status)],
    ...(replayed.status === 0
      ? []
      : names.map((name) => pair(`header ${name}`, asRunning(before[name] ?? ''), asRunning(after[name] ?? '')))),
    ...(replayed.body === undefined || method === 'HEAD' ? [] : [pair('body', response.body, replayed.body)]),
  ]
  return pairs
    .filter(([, recorded, replayed]) => recorded !== replayed)
    .map(([what, recorded, replayed]) => ({ exchange: id, request: `${method} ${target}`, what, recorded, replayed }))
}

/** Whether the key was unknown. The hint then names the scenario or import that brought the keys, which a bundle does not have. */
const isUnknownKey = (headers: Readonly<Record<string, string>>): boolean =>
  headers['x-sim-rules'] === catalogue['authentication.key-unknown'].id
