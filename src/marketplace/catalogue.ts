import { rules as declared } from 'virtual:shipped'
import { makeRule, type Rule } from '../kernel/rule.ts'
import type { Catalogue, RuleGroup, RuleId } from './catalogue-types.ts'

const made = new Map<string, Rule>()

function ruleOf(id: string): Rule {
  const known = made.get(id)
  if (known !== undefined) return known
  const found = declared[id]
  if (found === undefined) throw new RangeError(`the catalogue has no rule "${id}"`)
  const rule = makeRule(id, found, found.restsOn?.map(ruleOf))
  made.set(id, rule)
  return rule
}

function allRules(): Catalogue
function allRules(): object {
  return Object.fromEntries(Object.keys(declared).map((id) => [id, ruleOf(id)]))
}

/** All rules by their ids: `throw refuse(catalogue['instances.create.offer-rented'], 'it is gone')` */
export const catalogue = allRules()

/** Rules by their ids, and by groups such as `instances.create.*`, in the order of the catalogue. */
export const rulesNamed = (names: readonly (RuleId | RuleGroup)[]): readonly Rule[] =>
  names.flatMap((name) =>
    name.endsWith('*')
      ? Object.keys(declared)
          .filter((id) => id.startsWith(name.slice(0, -1)))
          .map(ruleOf)
      : [ruleOf(name)],
  )
