import { z } from 'zod'
import { strict } from '../kernel/wire.ts'
import type { Journal } from './journal.ts'
import { matchSchema, type Miss, misses } from './match.ts'

const amount = z.int().min(0).optional()

/** How many requests of a kind are expected. */
export const verificationSchema = strict({
  match: matchSchema,
  count: strict({ eq: amount, gte: amount, lte: amount }).default({ gte: 1 }),
})
export type Verification = z.output<typeof verificationSchema>

export interface Verified {
  /** `unknown` when exchanges that the journal dropped could turn the verdict. */
  readonly verified: boolean | 'unknown'
  readonly count: number
  readonly dropped: number
  /** The exchanges that came closest without matching, and why they did not. */
  readonly near_misses: readonly {
    readonly exchange: number
    readonly method: string
    readonly path: string
    readonly missed: readonly Miss[]
  }[]
}

const MOST_NEAR_MISSES = 3

/** Counts the journal's exchanges that match, and holds the count against what is expected. */
export function verify(journal: Journal, { match, count: expected }: Verification): Verified {
  const judged = journal.entries().map((exchange) => ({ exchange, missed: misses(match, exchange) }))
  const count = judged.filter(({ missed }) => missed.length === 0).length
  const near = judged
    .filter(({ missed }) => missed.length > 0 && missed.length <= Object.keys(match).length)
    .toSorted((a, b) => a.missed.length - b.missed.length || b.exchange.id - a.exchange.id)
    .slice(0, MOST_NEAR_MISSES)
  return {
    verified: verdict(count, expected, journal.dropped > 0),
    count,
    dropped: journal.dropped,
    near_misses: near.map(({ exchange: { id, method, path }, missed }) => ({ exchange: id, method, path, missed })),
  }
}

/** What was dropped can only add to the count. */
function verdict(count: number, { eq, gte, lte }: Verification['count'], more: boolean): boolean | 'unknown' {
  if ((eq !== undefined && count > eq) || (lte !== undefined && count > lte)) return false
  const enough = (eq === undefined || count === eq) && (gte === undefined || count >= gte)
  if (!more) return enough
  return enough && eq === undefined && lte === undefined ? true : 'unknown'
}
