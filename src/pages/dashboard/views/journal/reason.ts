import { isObject } from '../../../../kernel/object.ts'
import type { Rule } from '../../../../kernel/rule.ts'
import type { RulesInForce } from '../../../../kernel/rules-in-force.ts'
import { rules as allRules } from '../../../../marketplace/routes.ts'
import type { Exchange, RowChange } from '../../../../testing/journal/exchange.ts'
import { shallowJson } from '../../../../testing/journal/redact.ts'
import { counted } from '../../parts/format.ts'

const ruleById: ReadonlyMap<string, Rule> = new Map(allRules.map((rule) => [rule.id, rule]))

/** A rule of an exchange, as it holds in its world; undefined for a name that is none, as `fault.slow`. */
export function ruleIn(inForce: RulesInForce, id: string) {
  const rule = ruleById.get(id)
  return rule && inForce.of(rule)
}

/** Rules that shape the requests of every operation: who asks, how the request is read, how often one may ask. */
export const isOfEveryRequest = (id: string): boolean => /^(authentication|request|rate-limit)\./.test(id)

/** Longer bodies are not looked into for an error. */
const MAX_ERROR_CHARACTERS = 4000

/** The error of a response in a line: `invalid_args · no template has this hash_id`. Empty where it names none. */
export function errorOf({ status, responseBody }: Exchange): string {
  if (status < 400 || responseBody.length > MAX_ERROR_CHARACTERS) return ''
  const body = shallowJson(responseBody)
  if (!isObject(body)) return ''
  const parts = ['error', 'msg', 'detail'].map((name): unknown => Reflect.get(body, name))
  return parts.filter((part) => typeof part === 'string').join(' · ')
}

/** `created instances/34, changed offers/12345681` */
export function changesInWords(changes: readonly RowChange[]): string {
  const words = mostTelling(changes).map((change) => `${changeWord(change)} ${change.collection}/${change.id}`)
  const [first = '', second, ...more] = words
  return (
    [first, ...(second === undefined ? [] : [second])].join(', ') +
    (more.length === 0 ? '' : ` and ${more.length} more`)
  )
}

const ORDER = ['created', 'deleted', 'changed']

/** Rows that came and went before those that stayed. */
export const mostTelling = (changes: readonly RowChange[]): readonly RowChange[] =>
  changes.toSorted((a, b) => ORDER.indexOf(changeWord(a)) - ORDER.indexOf(changeWord(b)))

export const changeWord = ({ before, after }: RowChange): 'created' | 'changed' | 'deleted' =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed'

/** One sentence about why the answer is what it is. */
export function reasonOf(exchange: Exchange, inForce: RulesInForce): string {
  const { hint, fault, stub, rules, status, changes } = exchange
  if (hint !== null) return hint
  if (fault !== null) return faultInWords(exchange, fault)
  if (stub !== undefined) return `The stub ${stub} answered: no operation takes this path.`
  const found = rules.map((id) => ({ id, rule: ruleIn(inForce, id) }))
  const refusal = found.findLast(({ rule }) => rule?.status !== undefined)?.rule
  if (status >= 400 && refusal !== undefined) return refusal.text
  if (changes.length > 0) {
    const words = changesInWords(changes)
    return `It ${words}.`
  }
  const special = found.filter(({ id }) => !isOfEveryRequest(id))
  const assumed = special.filter(({ rule }) => rule?.basis === 'assumed').length
  return assumed === 0
    ? 'The contract shows this response; nothing had to be assumed.'
    : `${assumed} of the ${counted(special.length, 'rule', 'rules')} behind it ${assumed === 1 ? 'is' : 'are'} assumed.`
}

function faultInWords(
  { status, stub }: Exchange,
  { name, effect, outcome, happened }: NonNullable<Exchange['fault']>,
): string {
  const what = stub === undefined ? 'the operation' : 'the response of the stub'
  const took = `${what} ${happened ? 'took place' : 'did not take place'}`
  if (outcome === 'lost') return `The client saw no response: the fault ${name} (${effect}) broke it off; ${took}.`
  if (outcome === 'spoiled') return `The fault ${name} (${effect}) spoiled the response; ${took}.`
  if (outcome === 'delayed') return `The fault ${name} (${effect}) held the request; ${took}.`
  return `The fault ${name} (${effect}) answered ${status}; ${took}.`
}
