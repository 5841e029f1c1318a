import { isObject, fieldOf } from '../kernel/object.ts'
import type { Bundle } from '../testing/journal/bundle.ts'
import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import { shallowJson } from '../testing/journal/redact.ts'

/** What a client sent in a run, and how it was answered. */
export interface Recorded {
  readonly method: string
  readonly path: string
  readonly query: string
  /** JSON, null where there is none, undefined for any other. */
  readonly body: unknown
  readonly status: number
  /** The code of a refusal. */
  readonly error: string | undefined
  /** Whether a list of the answer had rows. */
  readonly hasRows: boolean
  readonly isInjected: boolean
}

export const recordedIn = ({ exchanges }: Bundle): readonly Recorded[] =>
  exchanges.map(({ method, target, body, response: { status, headers, body: answer } }) => {
    const [path = '', query = ''] = target.split('?', 2)
    return {
      method,
      path,
      query,
      body: body === '' ? null : shallowJson(body),
      status,
      ...outcomeOf(shallowJson(answer)),
      isInjected: headers['x-sim-basis'] === 'injected' || status === 0,
    }
  })

export const recordedFrom = ({ request, response, basis, fault }: ShownExchange): Recorded => ({
  method: request.method,
  path: request.path,
  query: request.query,
  body: typeof request.body === 'string' ? undefined : request.body,
  status: response.status,
  ...outcomeOf(response.body),
  isInjected: basis === 'injected' || fault?.outcome === 'spoiled' || response.status === 0,
})

/** What an answer with this body says, apart from its status. */
export function outcomeOf(body: unknown): Pick<Recorded, 'error' | 'hasRows'> {
  const error = fieldOf(body, 'error')
  const lists = [body, ...(isObject(body) ? Object.values(body) : [])].filter((each) => Array.isArray(each))
  return {
    error: typeof error === 'string' ? error : undefined,
    hasRows: lists.some((each) => each.length > 0),
  }
}

/** `PUT /api/v0/asks/{id}/ with image, disk: 410 no_such_ask`. Exchanges of one kind become one interaction. */
export function kindOf({ method, path, query, body, status, error }: Recorded): string {
  const named = [...new URLSearchParams(query).keys(), ...(isObject(body) ? Object.keys(body) : [])]
  const given = named.length === 0 ? '' : ` with ${[...new Set(named)].toSorted().join(', ')}`
  const place = path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')
  return `${method} ${place}${given}: ${status}${error === undefined ? '' : ` ${error}`}`
}
