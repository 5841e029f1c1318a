import { isRefusal } from '../../kernel/rule.ts'
import { rateLimitRules } from '../../marketplace/operation/rate-limit.ts'
import { operations } from '../../marketplace/routes.ts'
import { authenticationRules } from '../../marketplace/users/rules.ts'

/** Rules that are named only where a request is refused for its key, its permission, or because it came too soon. */
export const notAccepted: ReadonlySet<string> = new Set(
  [
    ...Object.values(authenticationRules).filter(isRefusal),
    ...operations.flatMap(({ permission }) => (permission === undefined ? [] : [permission.refusal])),
    rateLimitRules.status,
  ].map(({ id }) => id),
)
