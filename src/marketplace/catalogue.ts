import { rules as declared } from 'virtual:shipped'
import { makeRule, type Rule } from '../kernel/rule.ts'
import type { Choices, PlainRules, Refusals, RuleGroup, RuleId, ValuedRules } from './catalogue-types.ts'

const made = new Map<string, Rule>()

function ruleNamed(id: string): Rule {
  const known = made.get(id)
  if (known !== undefined) return known
  const found = declared[id]
  if (found === undefined) throw new RangeError(`the catalogue has no rule "${id}"`)
  const rule = makeRule(id, found, found.restsOn?.map(ruleNamed))
  made.set(id, rule)
  return rule
}

/** A rule of the catalogue that refuses requests: `throw refuse(refusal('instances.create.offer-rented'), 'it is gone')` */
export function refusal<Id extends keyof Refusals>(id: Id): Refusals[Id]
export function refusal(id: string): Rule {
  return ruleNamed(id)
}

/** A rule with several behaviours: `rules.chosen(choiceOf('instances.list.unset')) === 'null'` */
export function choiceOf<Id extends keyof Choices>(id: Id): Choices[Id]
export function choiceOf(id: string): Rule {
  return ruleNamed(id)
}

/** A rule with a value: `rules.valueOf(valued('volumes.search.default-limit'))` */
export function valued<Id extends keyof ValuedRules>(id: Id): ValuedRules[Id]
export function valued(id: string): Rule {
  return ruleNamed(id)
}

/** Any other rule: `trace.apply(plainRule('instances.list.order'))` */
export function plainRule<Id extends keyof PlainRules>(id: Id): PlainRules[Id]
export function plainRule(id: string): Rule {
  return ruleNamed(id)
}

/** Rules by their ids, and by groups such as `instances.create.*`, in the order of the catalogue. */
export const rulesNamed = (names: readonly (RuleId | RuleGroup)[]): readonly Rule[] =>
  names.flatMap((name) =>
    name.endsWith('*')
      ? Object.keys(declared)
          .filter((id) => id.startsWith(name.slice(0, -1)))
          .map(ruleNamed)
      : [ruleNamed(name)],
  )
