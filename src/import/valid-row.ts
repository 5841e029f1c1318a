import { check, type Problem } from '../kernel/wire.ts'
import { type Collection, declarations, perCollection } from '../marketplace/collections.ts'
import type { CapturedRow } from './answer-kinds.ts'

interface Checked {
  /** The fields that the schema of the collection accepts; undefined when one that a row needs is not among them. */
  readonly row: CapturedRow | undefined
  readonly problems: readonly Problem[]
}

/** The fields of a row that the schema of its collection accepts. */
export function validRow(collection: Collection, candidate: CapturedRow): Checked {
  const { row: schema } = declarations[collection]
  const found: Problem[] = []
  let row = candidate
  for (;;) {
    const { problems } = check<unknown>(schema, row, { jitless: true })
    if (problems.length === 0) return { row, problems: found }
    found.push(...problems)
    const wrong = new Set<unknown>(problems.map(({ path }) => path[0]))
    const left = Object.entries(row).filter(([name]) => !wrong.has(name))
    if (left.length === Object.keys(row).length) return { row: undefined, problems: found }
    row = Object.fromEntries(left)
  }
}

const fields = perCollection<Readonly<Record<Collection, ReadonlySet<string>>>>(
  (name) => new Set(Object.keys(declarations[name].row.shape)),
)

/** The fields that a row of a collection may have. */
export const fieldsOf = (collection: Collection): ReadonlySet<string> => fields[collection]
