import { operations } from '../../marketplace/routes.ts'
import { catalogue } from '../../marketplace/catalogue.ts'

/** Rules that are named only where a request is refused for its key, its permission, or because it came too soon. */
export const notAccepted: ReadonlySet<string> = new Set(
  [
    catalogue['authentication.key-missing'],
    catalogue['authentication.key-unknown'],
    catalogue['authentication.scope-missing'],
    ...operations.flatMap(({ permission }) => (permission === undefined ? [] : [permission.refusal])),
    catalogue['rate-limit.status'],
  ].map(({ id }) => id),
)
