import { z } from 'zod'
import { Steps, TooManyStepsError } from '../../kernel/steps.ts'
import { strictObject } from '../../kernel/wire.ts'
import { shownExchange } from './exchange-schema.ts'
import type { Journal } from './journal.ts'
import type { Exchange } from './exchange.ts'
import type { Matched, Miss } from './matched.ts'
import { Candidate, isTooLarge, missesBesideBody, missesInBody } from './match.ts'
import { type Match, matchSchema } from './match-schema.ts'

const amount = z.int().min(0).optional()

interface Expected {
  readonly eq?: number
  readonly gte?: number
  readonly lte?: number
}

const least = ({ eq = 0, gte = 0 }: Expected): number => Math.max(eq, gte)
const most = ({ eq = Infinity, lte = Infinity }: Expected): number => Math.min(eq, lte)

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

/** The description of `Verified`. */
export const verifiedSchema = strictObject({
  verified: z
    .union([z.boolean(), z.literal('unknown')])
    .describe('unknown when exchanges that are gone could turn the verdict.'),
  count: z.int(),
  dropped: z.int(),
  matches: z.array(
    strictObject({ ...asked, status: z.int(), basis: shownExchange.shape.basis, fault: z.string().optional() }),
  ),
  near_misses: z.array(strictObject({ ...asked, missed: shownExchange.shape.near_misses.element.shape.missed })),
})

interface MatchingExchange extends Pick<Exchange, 'method' | 'path' | 'status' | 'basis'> {
  readonly exchange: number
  /** The name of the fault that met it, if one did. */
  readonly fault?: string | undefined
}

export interface Verified {
  /** `unknown` when exchanges that the journal dropped could turn the verdict. */
  readonly verified: boolean | 'unknown'
  readonly count: number
  readonly dropped: number
  /** The last of those that match, oldest first; `status` is 0 where there was no response. */
  readonly matches: readonly MatchingExchange[]
  /** The exchanges that came closest without matching, and why they did not. */
  readonly near_misses: readonly {
    readonly exchange: number
    readonly method: string
    readonly path: string
    readonly missed: readonly Miss[]
  }[]
}

const MAX_NEAREST = 3
const MAX_MATCHES = 10

/** What one call may spend on looking at the journal, in steps; a byte of a request's body is one, too. */
export const MAX_VERIFY_STEPS = 4_000_000

/**
 * Counts the journal's exchanges that match, and holds the count against what is expected.
 * @param held what was asked and is not answered yet: it counts too
 * @throws TooManyStepsError when there is too much to look at
 */
export function verify(journal: Journal, held: readonly Matched[], { match, count: expected }: Verification): Verified {
  const exchanges = journal.entries()
  const missed = missesOf(match, [...held, ...exchanges])
  const judged = exchanges.map((exchange, index) => ({ exchange, missed: missed[held.length + index] ?? [] }))
  const count = missed.filter((each) => each.length === 0).length
  const near = judged
    .filter(({ missed }) => missed.length > 0)
    .toSorted((a, b) => a.missed.length - b.missed.length || b.exchange.id - a.exchange.id)
    .slice(0, MAX_NEAREST)
  return {
    verified: verdict(count, expected, journal.dropped),
    count,
    dropped: journal.dropped,
    matches: judged
      .filter(({ missed }) => missed.length === 0)
      .slice(-MAX_MATCHES)
      .map(({ exchange: { id: exchange, fault, method, path, status, basis } }) => ({
        exchange,
        method,
        path,
        status,
        basis,
        fault: fault?.name,
      })),
    near_misses: near.map(({ exchange: { id, method, path }, missed }) => ({ exchange: id, method, path, missed })),
  }
}

/** What each request misses. Bodies are read last, and of those first that all else matches: only these must be. */
function missesOf(match: Match, requests: readonly Matched[]): readonly (readonly Miss[])[] {
  const steps = new Steps(MAX_VERIFY_STEPS)
  const judged = requests.map((request) => {
    const candidate = new Candidate(request, steps)
    return { candidate, beside: missesBesideBody(match, candidate), inBody: NONE }
  })
  for (const each of judged.toSorted((a, b) => a.beside.length - b.beside.length))
    each.inBody = missesInBody(match, each.candidate)
  const missed = judged.map(({ beside, inBody }) => [...beside, ...inBody])
  if (missed.some((each) => each.length > 0 && each.every(isTooLarge)))
    throw new TooManyStepsError('there is too much to look at')
  return missed
}

const NONE: readonly Miss[] = []

/**
 * Holds a count against what is expected. What was dropped can only add to it.
 * @param dropped by how many at most
 */
export function verdict(count: number, expected: Expected, dropped: number): boolean | 'unknown' {
  if (count > most(expected) || count + dropped < least(expected)) return false
  return count >= least(expected) && count + dropped <= most(expected) ? true : 'unknown'
}
