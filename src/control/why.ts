import { supportOf, strengths } from '../kernel/evidence.ts'
import { isObject } from '../kernel/object.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import type { World } from '../sandbox/world.ts'
import { publishedKeys } from '../testing/fixtures/keys.ts'
import type { Exchange, RowChange } from '../testing/journal/exchange.ts'
import { shallowJson } from '../testing/journal/redact.ts'

/** Whether a rule shapes the requests of every operation: authentication, reading of the request, rate limits. */
export const isOfEveryRequest = (id: string): boolean => /^(authentication|request|rate-limit)\./.test(id)

/** Longer bodies are not searched for an error. */
const MAX_ERROR_CHARACTERS = 4000

/** A delay that a row mentions, in milliseconds. */
const MIN_MENTIONED_MS = 100

/** Why a request got its response, in one line: the error, the fault, the changed rows, the delay. Empty where nothing stands out. */
export function whyInLine(exchange: Exchange, world: World): string {
  const { fault, stub, nearMisses, startedMs, endedMs } = exchange
  const lateMs = endedMs - startedMs
  const parts = [
    fault === null ? '' : faultInWords(exchange, fault),
    stub === undefined ? '' : `stub ${stub}`,
    fault === null ? errorInWords(exchange, world) : '',
    changesInWords(exchange.changes),
    lateMs > MIN_MENTIONED_MS && fault?.outcome !== 'delayed' ? `${(lateMs / 1000).toFixed(1)} s late` : '',
    nearMisses.length === 0 ? '' : `nearly met ${nearMisses.map((miss) => miss.fault ?? miss.stub).join(', ')}`,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** Why a request got its response, as a sentence. */
export function whyInSentence(exchange: Exchange, world: World): string {
  const { fault, stub, status, hint, changes } = exchange
  if (fault !== null) return `${faultInWords(exchange, fault)}.`
  const error = errorInWords(exchange, world)
  if (error !== '') return hint === null || error === hint || isReworded(exchange) ? error : `${error}. ${hint}`
  if (hint !== null) return hint
  if (stub !== undefined) return `The stub ${stub} answered: no operation takes this path.`
  if (changes.length > 0) return `It ${changesInWords(changes)}.`
  if (status >= 400) return `It was refused with ${status}.`
  return 'It succeeded and changed nothing.'
}

/** What refusals say in the words of somebody who asks for help. */
function errorInWords(exchange: Exchange, { tables }: World): string {
  const { status, hint, rules, responseBody } = exchange
  if (status < 400) return ''
  const wait = /accepted .*?([\d.]+) s\b/.exec(hint ?? '')?.[1]
  if (status === 429 && wait !== undefined) return `Too many requests: wait ${wait} s`
  if (rules.includes('authentication.key-unknown')) {
    const published = publishedKeys(tables.users.values())
    const keys = published.filter(({ user }, at) => published.findIndex((each) => each.user === user) === at)
    const named = keys.slice(0, 2).map(({ key }) => key)
    return `Unknown API key.${named.length === 0 ? '' : ` Try ${named.join(' or ')}.`}`
  }
  if (responseBody.length > MAX_ERROR_CHARACTERS) return hint ?? ''
  const body = shallowJson(responseBody)
  if (!isObject(body)) return hint ?? ''
  const texts = ['msg', 'detail', 'error'].map((name): unknown => Reflect.get(body, name))
  return texts.find((text) => typeof text === 'string' && text !== '')?.toString() ?? hint ?? ''
}

const isReworded = ({ status, rules }: Exchange): boolean =>
  status === 429 || rules.includes('authentication.key-unknown')

function faultInWords(
  { status }: Exchange,
  { name, effect, outcome, happened, value }: NonNullable<Exchange['fault']>,
) {
  if (outcome === 'delayed')
    return `Fault ${name} held the request${typeof value === 'number' ? ` ${value / 1000} s` : ''}`
  const done = happened ? 'The operation was done all the same' : 'Nothing was done'
  if (outcome === 'lost') return `Fault ${name} dropped the response (${effect}). ${done}`
  if (outcome === 'spoiled') return `Fault ${name} spoiled the response (${effect}). ${done}`
  return `Fault ${name} answered ${status}. ${done}`
}

const ORDER = ['created', 'deleted', 'changed']

const changeWord = ({ before, after }: RowChange): 'created' | 'changed' | 'deleted' =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed'

/** `created instances/34, changed offers/12345681` */
function changesInWords(changes: readonly RowChange[]): string {
  const words = changes
    .toSorted((a, b) => ORDER.indexOf(changeWord(a)) - ORDER.indexOf(changeWord(b)))
    .map((change) => `${changeWord(change)} ${change.collection}/${change.id}`)
  const named = words.slice(0, 2).join(', ')
  return words.length > 2 ? `${named} and ${words.length - 2} more` : named
}

/** The rule that decided the response, and the one that gives it its basis where that is another. */
export function decidingRules({ rules, status, basis }: Exchange, inForce: RulesInForce) {
  if (basis === 'injected') return { deciding: null, basis: null }
  const forms = rules.flatMap((id) => {
    const rule = rulesById.get(id)
    return rule === undefined ? [] : [{ id, form: inForce.of(rule) }]
  })
  const weakness = ({ form }: (typeof forms)[number]): number => strengths.indexOf(supportOf(form.evidence).strength)
  const assumed = forms.filter(({ form }) => form.basis === 'assumed')
  const weakest = assumed.toSorted((a, b) => weakness(b) - weakness(a))
  const own = weakest.find(({ id }) => !isOfEveryRequest(id)) ?? weakest[0]
  const refusal = status >= 400 ? forms.findLast(({ form }) => form.status !== undefined) : undefined
  const basisRule = basis === 'assumed' ? own : undefined
  const success = forms.findLast(({ id }) => !isOfEveryRequest(id))
  const deciding = refusal ?? basisRule ?? success ?? forms.at(-1)
  return { deciding: deciding?.id ?? null, basis: basisRule?.id ?? null }
}
