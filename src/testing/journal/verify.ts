import { z } from 'zod'
import { Steps, TooManyStepsError } from '../../kernel/steps.ts'
import { type InputOf, strictObject } from '../../kernel/wire.ts'
import { shownExchange } from './exchange.ts'
import type { Journal } from './journal.ts'
import { Candidate, isTooLarge, missesBesideBody, missesInBody, type Matched, type Miss } from './match.ts'
import { type Match, matchSchema } from './match-schema.ts'

const amount = z.int().min(0).optional()

/** How many: exactly, at least, at most. */
export interface ExpectedCount {
  readonly eq?: number
  readonly gte?: number
  readonly lte?: number
}

const least = ({ eq = 0, gte = 0 }: ExpectedCount): number => Math.max(eq, gte)
const most = ({ eq = Infinity, lte = Infinity }: ExpectedCount): number => Math.min(eq, lte)

const bounds = strictObject({ eq: amount, gte: amount, lte: amount })
  .refine((count) => Object.keys(count).length > 0, 'names none of eq, gte, lte')
  .refine((count) => least(count) <= most(count), 'no number fulfils it')

/** How many are expected. */
export const expectedCount = z
  .preprocess((count, context) => {
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) return count
    context.addIssue(`is a number; write {"eq": ${count}}`)
    return z.NEVER
  }, bounds)
  .default({ gte: 1 })

/** How many requests of a kind are expected. */
export const verificationSchema = strictObject({ match: matchSchema, count: expectedCount })
export type Verification = z.output<typeof verificationSchema>

const asked = { exchange: z.int(), method: z.string(), path: z.string() }
const { basis, near_misses: nearMisses } = shownExchange.shape

/** What a verification found. */
export const verifiedSchema = strictObject({
  verified: z
    .union([z.boolean(), z.literal('unknown')])
    .describe('unknown when exchanges that are gone could turn the verdict.'),
  count: z.int(),
  dropped: z.int(),
  matches: z.array(strictObject({ ...asked, status: z.int(), basis, fault: z.string().optional() })),
  near_misses: z.array(strictObject({ ...asked, missed: nearMisses.element.shape.missed })),
})

const MAX_NEAREST = 3
const MAX_MATCHES = 10

/** What one call may spend on looking at the journal, in steps; a byte of a request's body is one, too. */
export const MAX_VERIFY_STEPS = 4_000_000

/**
 * Counts the journal's exchanges that match, and compares the count with the expected one.
 * @param held what was asked and is not answered yet: it counts too
 * @throws TooManyStepsError when there is too much to look at
 */
export function verify(
  journal: Journal,
  held: readonly Matched[],
  { match, count: expected }: Verification,
): InputOf<typeof verifiedSchema> {
  const exchanges = journal.entries()
  const missed = missesOf(match, [...held, ...exchanges])
  const judged = exchanges.map((exchange, index) => ({ exchange, missed: missed[held.length + index] ?? [] }))
  const count = missed.filter((each) => each.length === 0).length
  return {
    verified: verdict(count, expected, journal.dropped),
    count,
    dropped: journal.dropped,
    matches: judged
      .filter(({ missed }) => missed.length === 0)
      .slice(-MAX_MATCHES)
      .map(({ exchange: { id, fault, method, path, status, basis } }) => ({
        exchange: id,
        method,
        path,
        status,
        basis,
        fault: fault?.name,
      })),
    near_misses: judged
      .filter(({ missed }) => missed.length > 0)
      .toSorted((a, b) => a.missed.length - b.missed.length || b.exchange.id - a.exchange.id)
      .slice(0, MAX_NEAREST)
      .map(({ exchange: { id, method, path }, missed }) => ({ exchange: id, method, path, missed })),
  }
}

/** What each request misses. Bodies are read last, and of those first that all else matches: only these must be. */
function missesOf(match: Match, requests: readonly Matched[]): readonly (readonly Miss[])[] {
  const steps = new Steps(MAX_VERIFY_STEPS)
  const candidates = requests.map((request) => new Candidate(request, steps))
  const missed = candidates.map((candidate) => [...missesBesideBody(match, candidate)])
  const order = [...missed.entries()].toSorted(([, a], [, b]) => a.length - b.length)
  for (const [index, found] of order) {
    const candidate = candidates[index]
    if (candidate !== undefined) found.push(...missesInBody(match, candidate))
  }
  if (missed.some((each) => each.length > 0 && each.every(isTooLarge)))
    throw new TooManyStepsError('there is too much to look at')
  return missed
}

/**
 * Compares a count with the expected one. Dropped requests can only add to it.
 * @param dropped by how many at most
 */
export function verdict(count: number, expected: ExpectedCount, dropped: number): boolean | 'unknown' {
  if (count > most(expected) || count + dropped < least(expected)) return false
  return count >= least(expected) && count + dropped <= most(expected) ? true : 'unknown'
}
