import { operationsUnder } from '../marketplace/routes.ts'
import type { Operation } from '../kernel/operation.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { asRequest, type Call, callsApart, callsTo, powerlessKey } from './example-calls.ts'

/** A request as it is sent. */
interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly key: string
  readonly type: string | undefined
  readonly body: string | undefined
}

/** Requests one after the other, the last of which touches a rule where the data is that of the default fixture; by the id of the rule. */
export type Touches = ReadonlyMap<string, readonly SentRequest[]>

/** Larger bodies are no examples. */
const MAX_BODY_CHARACTERS = 2000

/**
 * Sends examples to every operation, and keeps which rules they touched: the first that is shortest.
 * @param open a fresh world, with the default fixture
 */
export async function collectTouches(
  open: () => Promise<(request: Request) => Promise<Response>>,
  inForce: RulesInForce,
): Promise<Touches> {
  const operations = operationsUnder(inForce)
  const served = new Set(operations.map(({ id }) => id))
  const examples = callsTo(operations).filter(isExample)
  const sequences = [
    ...examples.map((call) => [call]),
    ...callsApart.toSorted((a, b) => a.length - b.length),
    ...examples.map((call) => [call, call]),
  ].filter((calls) => calls.every(({ operation }) => served.has(operation)))
  const touches = new Map<string, readonly SentRequest[]>()
  for (const calls of sequences) {
    const send = await open()
    const sent: SentRequest[] = []
    let rules = ''
    for (const call of calls) {
      sent.push(await sentRequest(call, operations))
      rules = (await send(asRequest(call, operations))).headers.get('x-sim-rules') ?? ''
    }
    for (const id of rules.split(',').map((name) => name.trim())) if (!touches.has(id)) touches.set(id, sent)
  }
  return touches
}

const isExample = ({ soon, key, text }: Call): boolean =>
  soon !== true && key !== powerlessKey && (text === undefined || text.content.length <= MAX_BODY_CHARACTERS)

async function sentRequest(call: Call, operations: readonly Operation[]): Promise<SentRequest> {
  const request = asRequest(call, operations)
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  return {
    method: request.method,
    target: pathname + search,
    key: call.key ?? 'renter-key',
    type: request.headers.get('content-type') ?? undefined,
    body: body === '' ? undefined : body,
  }
}
