import type { Rule } from '../kernel/rule.ts'
import type { RuleChoice } from '../kernel/rules-in-force.ts'

export interface Difference {
  /** Names of fields with dots, or an operation. */
  readonly where: string
  readonly expected: string
  readonly seen: string
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
  readonly atMs?: number
  readonly differences: readonly Difference[]
  /** How the rule would be as it was seen. */
  readonly suggested?: RuleChoice
}

export interface Note {
  readonly about: string | Rule
  readonly atMs?: number | undefined
  readonly differences?: readonly (Difference | false)[]
  readonly suggested?: RuleChoice | false
}

export const unlike = (where: string, expected: string, seen: string): Difference => ({ where, expected, seen })

/** Joins what single answers show. */
export class Verdicts {
  readonly #seen = new Map<string, Verdict & { differing: Map<string, Difference> }>()

  /** @returns whether it shows something new */
  note({ about, atMs, differences = [], suggested }: Note): boolean {
    const name = typeof about === 'string' ? about : about.id
    const before = this.#seen.get(name)
    const differing = before?.differing ?? new Map<string, Difference>()
    const known = differing.size
    for (const each of differences) if (each !== false) differing.set(Object.values(each).join('\n'), each)
    const times = (before?.times ?? 0) + 1
    this.#seen.set(name, {
      about: name,
      ...(typeof about !== 'string' && { rule: about }),
      verdict: differing.size === 0 ? 'holds' : 'differs',
      times,
      atMs: Math.max(atMs ?? 0, before?.atMs ?? 0) || undefined,
      suggested: before?.suggested ?? (suggested || undefined),
      differences: [],
      differing,
    })
    return before === undefined || differing.size > known
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
