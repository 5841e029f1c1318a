import type { Operation } from '../../../../kernel/operation.ts'
import type { RulesInForce } from '../../../../kernel/rules-in-force.ts'
import { MASK } from '../../../../kernel/secret.ts'
import { refusalsOf } from '../../../../contract/refusal-schemas.ts'
import { operations } from '../../../../marketplace/routes.ts'
import type { ShownFault } from '../../../../testing/faults/present.ts'
import { isOfEveryRequest } from '../journal/reason.ts'

/** How often a fault of the board fires: the next so many requests, or always. */
export const spans = ['1', '2', '5', 'always'] as const

/** `2`, of a query that says how often; anything else is `1`. */
export const spanOf = (wanted = '1'): string => (wanted === 'always' || /^[1-9]\d{0,3}$/.test(wanted) ? wanted : '1')

interface Kind {
  readonly id: string
  readonly label: string
  /** Undefined where the operation cannot fail so. */
  readonly effect: (operation: Operation, inForce: RulesInForce) => object | undefined
}

/** The columns of the board. */
export const kinds: readonly Kind[] = [
  { id: '500', label: '500', effect: () => ({ status: 500 }) },
  { id: '429', label: '429', effect: () => ({ rate_limited: true }) },
  { id: 'refused', label: 'refused', effect: refusalOf },
  { id: 'lost', label: 'reply lost', effect: () => ({ reset: true, stream: 'after' }) },
  { id: 'late', label: '2 s late', effect: () => ({ latency_ms: 2000 }) },
  { id: 'cut', label: 'cut off', effect: () => ({ truncate_body: 0.5 }) },
  { id: 'malformed', label: 'malformed', effect: () => ({ malformed_json: true }) },
  { id: 'hang', label: 'hangs', effect: () => ({ hang: true }) },
]

/** The first refusal that is the operation's alone. */
function refusalOf(operation: Operation, inForce: RulesInForce): object | undefined {
  const rule = refusalsOf(operation, inForce).find(({ id }) => !isOfEveryRequest(id))
  return rule && { refuse: rule.id }
}

/** The name of the fault of a cell. */
export const nameOf = (operation: string, kind: string): string => `${operation}-${kind}`

const names = new Set(operations.flatMap(({ id }) => kinds.map((kind) => nameOf(id, kind.id))))

/** Whether a fault is one of the board. */
export const isOfBoard = ({ name }: ShownFault): boolean => names.has(name)

/** The fault of a cell as the control API takes it. */
export const faultOf = (operation: string, kind: string, effect: object, span: string): object => ({
  name: nameOf(operation, kind),
  match: { operation },
  effect,
  ...(span !== 'always' && { when: { times: Number(span) } }),
})

/** On how many further requests a fault fires; undefined where it is not bounded. */
export const leftOf = ({ when: { times }, fired }: ShownFault): number | undefined =>
  times === undefined ? undefined : Math.max(0, times - fired)

/** The fault as it was added, as JSON; undefined where a part of it is a secret. */
export function documentOf({ matched: _matched, fired: _fired, ...fault }: ShownFault): string | undefined {
  const text = JSON.stringify(fault)
  return fault.match.api_key !== undefined || text.includes(MASK) ? undefined : text
}
