import { isChoice, isRefusal, type Rule } from '../kernel/rule.ts'
import { claims } from '../marketplace/claims.ts'
import { operations } from '../marketplace/routes.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/** How `rental-sim drift` sees a rule in answers of a service, or why it cannot. */
export function seenByDrift(rule: Rule): string {
  const stated = claims.filter((claim) => claim.rule === rule).map(({ says }) => says)
  if (stated.length > 0) return `values: ${[...new Set(stated)].join('; ')}`
  if (isRefusal(rule)) return 'a refusal'
  if (operations.some(({ success }) => success === rule)) return 'the status of a success'
  const isExistence = operations.some(
    ({ availability, otherPaths = [] }) =>
      availability === rule || otherPaths.some((each) => each.availability === rule),
  )
  if (isExistence || rule === catalogue['routing.trailing-slash']) return 'whether an operation is there'
  if (isChoice(rule)) return 'by `--write` alone, where another choice explains fields that differ'
  return 'no: no answer shows it apart from other rules'
}
