import { isChoice, isRefusal, type Rule } from '../kernel/rule.ts'
import { claims } from '../marketplace/claims.ts'
import { operations } from '../marketplace/routes.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** What `rental-sim drift` compares in answers of a service to check a rule; empty where it cannot. */
export function comparedByDrift(rule: Rule): string {
  const stated = claims.filter((claim) => claim.rule === rule).map(({ says }) => says)
  if (stated.length > 0) return `values: ${[...new Set(stated)].join('; ')}`
  if (isRefusal(rule)) return 'a refusal'
  if (operations.some(({ success }) => success === rule)) return 'the status of a success'
  const isExistence = operations.some(
    ({ availability, otherPaths = [] }) =>
      availability === rule || otherPaths.some((each) => each.availability === rule),
  )
  if (isExistence || rule === catalogue['routing.trailing-slash']) return 'whether an operation is there'
  if (isChoice(rule)) return 'which choice explains fields that differ, with `--write`'
  return ''
}
