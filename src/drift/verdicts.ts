import type { Rule } from '../kernel/rule.ts'
import type { RuleChoice } from '../kernel/rules-in-force.ts'
import type { Difference } from './compare.ts'

/** Where an exchange stands. */
export interface Place {
  readonly file: string
  readonly place?: string
  readonly method: string
  readonly path: string
  readonly atMs?: number
}

/** `day.har, entry 3, GET /api/v0/instances/` */
export const placeText = ({ file, place, method, path }: Place): string =>
  [file, place, `${method} ${path}`].filter((part) => part !== undefined && part !== '').join(', ')

/** A difference, and the first exchange that shows it. */
interface PlacedDifference extends Difference {
  readonly at: Place
}

/** What captures show of one rule, or of the fields of one operation. */
export interface Verdict {
  /** The id of a rule, or `<operation> fields` and `<operation> status`, which no rule says. */
  readonly about: string
  readonly rule?: Rule
  readonly verdict: 'holds' | 'differs'
  /** How many answers show it. */
  readonly times: number
  /** Unix milliseconds of the latest of them, where captures tell. */
  readonly atMs?: number | undefined
  readonly differences: readonly PlacedDifference[]
  /** The choice under which the simulator answers as captured. */
  readonly suggested?: RuleChoice | undefined
  /** Rules at which a choice would do as well. */
  readonly others: readonly string[]
  /** Whether it was seen without supposing what the capture does not show. */
  readonly isProved: boolean
}

interface Note {
  readonly about: string | Rule
  readonly place: Place
  readonly differences?: readonly Difference[]
  readonly suggested?: RuleChoice
  readonly others?: readonly Rule[]
  readonly isProved?: boolean
}

/** Joins what single answers show. */
export class Verdicts {
  readonly #seen = new Map<string, Omit<Verdict, 'differences'> & { differing: Map<string, PlacedDifference> }>()

  note({ about, place, differences = [], suggested, others = [], isProved = false }: Note): void {
    const name = typeof about === 'string' ? about : about.id
    const before = this.#seen.get(name)
    const differing = before?.differing ?? new Map<string, PlacedDifference>()
    for (const each of differences)
      if (differing.size < MAX_DIFFERENCES && !differing.has(sameAs(each)))
        differing.set(sameAs(each), { ...each, at: place })
    this.#seen.set(name, {
      about: name,
      ...(typeof about !== 'string' && { rule: about }),
      verdict: differing.size === 0 ? 'holds' : 'differs',
      times: (before?.times ?? 0) + 1,
      atMs: Math.max(place.atMs ?? 0, before?.atMs ?? 0) || undefined,
      differing,
      suggested: before?.suggested ?? suggested,
      others: [...new Set([...(before?.others ?? []), ...others.map(({ id }) => id)])],
      isProved: isProved || before?.isProved === true,
    })
  }

  /** In the order of their names. */
  list(): readonly Verdict[] {
    return [...this.#seen.values()]
      .map(({ differing, ...rest }) => ({ ...rest, differences: [...differing.values()] }))
      .toSorted((a, b) => (a.about < b.about ? -1 : 1))
  }

  has(about: string): boolean {
    return this.#seen.has(about)
  }
}

/** Of values that differ at one place the first is enough. */
const sameAs = ({ kind, where, expected, seen }: Difference): string =>
  `${kind} ${where} ${expected} ${kind === 'value' ? '' : seen}`

/** Of one rule, or of the fields of one operation. */
const MAX_DIFFERENCES = 500
