import { type Difference, fieldsOf } from './compare.ts'

/** How far the answers to the exchanges that were compared are those that were captured. */
export interface Fidelity {
  /** Exchanges that were compared. */
  readonly judged: number
  readonly alike: number
  /** Those that are alike where fields that a capture leaves out do not count: what is published may be shortened. */
  readonly alikeInShown: number
  /** Fields of captured answers, by their names, and those that are alike. */
  readonly shown: number
  readonly shownAlike: number
  /** Fields of ours that captured answers do not have. */
  readonly leftOut: number
}

const NONE: Fidelity = { judged: 0, alike: 0, alikeInShown: 0, shown: 0, shownAlike: 0, leftOut: 0 }

/** Counts exchanges by their operations. */
export class Fidelities {
  readonly byOperation = new Map<string, Fidelity>()

  /** Adds an exchange that was compared. */
  count(operation: string, captured: unknown, differences: readonly Difference[]): void {
    const apart = differences.filter(({ kind }) => kind !== 'left out')
    // Of another answer altogether no field is compared.
    const shown = apart.some(({ kind }) => kind === 'status') ? new Set<string>() : fieldsOf(captured)
    const differ = new Set(apart.map(({ where }) => where).filter((where) => shown.has(where)))
    const added: Fidelity = {
      judged: 1,
      alike: differences.length === 0 ? 1 : 0,
      alikeInShown: apart.length === 0 ? 1 : 0,
      shown: shown.size,
      shownAlike: shown.size - differ.size,
      leftOut: differences.length - apart.length,
    }
    this.byOperation.set(operation, sumOf([this.byOperation.get(operation) ?? NONE, added]))
  }
}

/** The sums over all operations. */
export const sumOf = (counts: readonly Fidelity[]): Fidelity =>
  counts.reduce(
    (sum, each) => ({
      judged: sum.judged + each.judged,
      alike: sum.alike + each.alike,
      alikeInShown: sum.alikeInShown + each.alikeInShown,
      shown: sum.shown + each.shown,
      shownAlike: sum.shownAlike + each.shownAlike,
      leftOut: sum.leftOut + each.leftOut,
    }),
    NONE,
  )
