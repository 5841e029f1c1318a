import { fieldOf, isObject } from '../kernel/object.ts'
import type { Operation } from '../kernel/operation.ts'
import { hasValue, isRefusal, type Rule } from '../kernel/rule.ts'
import { namesOf, type RuleChoice, type RulesInForce, usualName } from '../kernel/rules-in-force.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { ruleChoices } from '../marketplace/rule-choices.ts'
import { rowsIn } from './compare.ts'
import type { Exchange } from './exchange.ts'
import type { Played } from './session.ts'

/** A choice at a rule that may be why the service answered otherwise. */
export interface Candidate {
  readonly rule: Rule
  readonly choice: RuleChoice
}

/** The rules that refuse a request with 429. */
const limits: readonly Rule[] = [
  catalogue['rate-limit.configured'],
  catalogue['rate-limit.headers'],
  catalogue['rate-limit.per-account'],
]

/**
 * The choices that are tried: at the rules that our answer names first, then at the others of the operation, each alternative,
 * and the status, code, frame and value that the captured answer shows.
 */
export function candidatesFor(
  operation: Operation | undefined,
  ours: Played,
  seen: Exchange,
  inForce: RulesInForce,
  earlier: readonly Operation[],
): readonly Candidate[] {
  const paths = operation === undefined ? [] : [operation, ...(operation.otherPaths ?? [])]
  const rules = new Set<Rule>([
    ...(ours.refusedBy === undefined ? [] : [ours.refusedBy]),
    ...ours.rules,
    ...(operation?.success === undefined ? [] : [operation.success]),
    ...paths.flatMap(({ availability }) => availability ?? []),
    catalogue['routing.trailing-slash'],
    ...(operation?.rules ?? []),
    ...earlier.flatMap((each) => [...each.rules]),
  ])
  // A limit refuses whatever a request is about.
  if (seen.status === 429) for (const rule of limits) rules.add(rule)
  // Another refusal takes the place of none.
  const mayMatter = (rule: Rule) =>
    seen.status === 429
      ? limits.includes(rule)
      : !isRefusal(rule) || rule === ours.refusedBy || (ours.status < 300 && seen.status >= 400)
  return [...rules]
    .filter(mayMatter)
    .flatMap((rule) =>
      [...namedChoices(rule, inForce), ...shownChoices(rule, operation, ours, seen, inForce)]
        .filter((choice) => ruleChoices.safeParse({ [rule.id]: choice }).success)
        .map((choice) => ({ rule, choice })),
    )
}

function namedChoices(rule: Rule, inForce: RulesInForce): readonly string[] {
  const { choice = usualName(rule) } = inForce.of(rule)
  const inUse = typeof choice === 'string' ? choice : choice.choice
  const others = namesOf(rule).filter((name) => name !== inUse)
  return others.toSorted((a, b) => Number(b === rule.observed) - Number(a === rule.observed))
}

function shownChoices(
  rule: Rule,
  operation: Operation | undefined,
  ours: Played,
  seen: Exchange,
  inForce: RulesInForce,
): readonly RuleChoice[] {
  const { status, body } = seen
  if (rule === ours.refusedBy && isRefusal(rule) && status >= 400) {
    const form = inForce.of(rule)
    const code = fieldOf(body, 'error')
    const isOther = typeof code === 'string' && code !== form.error
    const same = { ...(status !== form.status && { status }), ...(isOther && { code }) }
    return [...(Object.keys(same).length > 0 ? [same] : []), ...envelopes.map((envelope) => ({ ...same, envelope }))]
  }
  if (!hasValue(rule) || status >= 400 || ours.status >= 400) return []
  if (rule === operation?.success)
    return status === ours.status || status < 200 || status > 299 ? [] : [{ value: status }]
  const value = inForce.valueOf(rule)
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, part]) => {
      const shown = fieldNamed(body, shownAs[name] ?? name)
      return (typeof shown === 'number' || typeof shown === 'string') && typeof shown === typeof part && shown !== part
        ? [{ value: { [name]: shown } }]
        : []
    })
  const count = rowsIn(body).length
  const isLimit = typeof rule.value === 'number' && rule.id.includes('limit') && count !== rowsIn(ours.body).length
  return isLimit && count > 0 ? [{ value: count }] : []
}

const envelopes = ['plain', 'flagged', 'detail'] as const

/** Under which name an answer shows a part of a value, where it is another one. */
const shownAs: Readonly<Record<string, string>> = { disk: 'disk_space', runtype: 'image_runtype' }

/** The field of that name that comes last, wherever it stands: what was made last is listed last. */
function fieldNamed(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return value.reduceRight<unknown>((found, each) => found ?? fieldNamed(each, name), undefined)
  if (!isObject(value)) return undefined
  return (
    fieldOf(value, name) ??
    Object.values(value).reduce<unknown>(
      (found, each) => found ?? (isObject(each) ? fieldNamed(each, name) : undefined),
      undefined,
    )
  )
}
