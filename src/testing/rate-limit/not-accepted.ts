import { isRefusal } from '../../kernel/rule.ts'
import { operations } from '../../marketplace/routes.ts'
import { authentication } from '../../marketplace/users/rules.ts'

/** The rules of those who refuse before the limiter has accepted a request: for its key, its permission, or too soon. */
export const notAccepted: ReadonlySet<string> = new Set(
  [
    ...Object.values(authentication).filter(isRefusal),
    ...operations.flatMap(({ permission, limit, limitedOnDemand }) => [
      ...(permission === undefined ? [] : [permission.refusal]),
      ...(limit === undefined ? [] : [limit.rule]),
      limitedOnDemand,
    ]),
  ].map(({ id }) => id),
)
