import { operations } from '../../marketplace/routes.ts'
import { plainRule, refusal } from '../../marketplace/catalogue.ts'

/** Rules that are named only where a request is refused for its key, its permission, or because it came too soon. */
export const notAccepted: ReadonlySet<string> = new Set(
  [
    refusal('authentication.key-missing'),
    refusal('authentication.key-unknown'),
    refusal('authentication.scope-missing'),
    ...operations.flatMap(({ permission }) => (permission === undefined ? [] : [permission.refusal])),
    plainRule('rate-limit.status'),
  ].map(({ id }) => id),
)
