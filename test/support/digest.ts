import { createHash } from 'node:crypto'

/** Says whether a part changed, where keeping all of it would take too much. */
export const digest = (part: unknown): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 8)
