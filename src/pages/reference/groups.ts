import type { Entry } from './entries.ts'

interface Group {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** The entries by what they are about, in their order. */
export const groupsOf = (entries: readonly Entry[]): readonly Group[] =>
  [...new Set(entries.map(({ group }) => group))].map((name) => ({
    name: name.replaceAll(/[-_]/g, ' '),
    entries: entries.filter(({ group }) => group === name),
  }))
