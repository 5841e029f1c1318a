import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import { redactedJson } from '../testing/journal/redact.ts'
import { type FilledRequest, type Values, withValues } from './provided-ids.ts'
import { kindOf, outcomeOf, type Recorded } from './recorded.ts'

/** A request in a state in which it is answered as in the run. */
export interface Rehearsal extends FilledRequest {
  readonly recorded: Recorded
  readonly kind: string
  readonly states: readonly string[]
  readonly key: string | undefined
  readonly answer: unknown
  readonly operation: string
  readonly rules: readonly string[]
}

/** What plays requests: a simulator as `pact verify` starts it. */
export interface Stage {
  /** Those that may do everything come first. */
  readonly keys: readonly string[]
  /** States of the library that change nothing but data. */
  readonly states: readonly string[]
  readonly setUp: (states: readonly string[]) => Promise<Values>
  readonly send: (request: Request) => Promise<{ readonly answer: string; readonly exchange?: ShownExchange }>
}

/** The states in which an operation succeeds, by the start of its path. */
const SUCCESS_STATES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v0\/(asks|bundles)\//, 'an offer is free'],
  [/\/instances\//, 'an instance is running'],
  [/\/template\//, 'a template exists'],
  [/\/(network_)?volumes?\//, 'a volume is listed'],
  [/\/endptjobs\//, 'an endpoint group exists'],
  [/\/cloud_integrations\//, 'a cloud connection exists'],
]

/** Finds a state, a key and ids with which a request is answered as in the run; undefined where there are none. */
export async function rehearse(recorded: Recorded, stage: Stage): Promise<Rehearsal | undefined> {
  const well = SUCCESS_STATES.find(([path]) => path.test(recorded.path))?.[1]
  if (well === undefined) return undefined
  const needsTemplate = /"template_(hash_)?id":/.test(JSON.stringify(recorded.body)) && well === 'an offer is free'
  const first = needsTemplate ? [well, 'a template exists'] : [well]
  const subject = /^an? (\w+)/.exec(well)?.[1] ?? ''
  // A state that speaks of the same subject says more to a reader than another that answers alike.
  const others = stage.states.toSorted((a, b) => Number(b.includes(subject)) - Number(a.includes(subject)))
  const states = [first, ...others.map((state) => [state])]
  const keys = keysFor(recorded.status, stage.keys)
  // A refusal mostly depends on the state, a success on the owner of the rows.
  const places =
    recorded.status < 400
      ? states.flatMap((each) => keys.map((key) => ({ states: each, key })))
      : keys.flatMap((key) => states.map((each) => ({ states: each, key })))
  let second: Rehearsal | undefined
  for (const place of places) {
    for (const isFilled of [true, false]) {
      const found = await play(recorded, place, isFilled, stage)
      if (found === undefined) continue
      if (outcomeOf(found.answer).hasRows === recorded.hasRows) return found
      second ??= found
    }
  }
  return second
}

const keysFor = (status: number, keys: readonly string[]): readonly (string | undefined)[] =>
  status === 401 ? ['no-such-key', undefined] : status === 403 ? keys.toReversed() : keys

async function play(
  recorded: Recorded,
  { states, key }: Pick<Rehearsal, 'states' | 'key'>,
  isFilled: boolean,
  { setUp, send }: Stage,
): Promise<Rehearsal | undefined> {
  const values = await setUp(states)
  const filled = withValues(recorded.path, recorded.body, isFilled ? values : {})
  const { method, query, status, error } = recorded
  const hasBody = filled.body !== null
  const request = new Request(`http://localhost${filled.path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(filled.body) }),
  })
  const { answer, exchange } = await send(request)
  const body = redactedJson(answer)
  if (exchange?.operation == null || body === undefined) return undefined
  if (exchange.response.status !== status || outcomeOf(body).error !== error) return undefined
  const { operation, rules } = exchange
  return { ...filled, recorded, kind: kindOf(recorded), states, key, answer: body, operation, rules }
}
