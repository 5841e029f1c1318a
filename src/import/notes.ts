import { printable } from '../kernel/printable.ts'
import type { Collection } from '../marketplace/collections.ts'

/** Ids that are named in one line. */
const MAX_NAMED_IDS = 5

/** What an import leaves out, by names and ids only: never a value. */
export class ImportNotes {
  readonly #unknown = new Map<string, Set<string>>()
  readonly #secrets = new Map<string, Set<unknown>>()
  readonly #refused = new Map<string, Set<unknown>>()

  unknown(collection: Collection, name: string): void {
    add(this.#unknown, collection, name)
  }

  secret(collection: Collection, field: string, id: unknown): void {
    add(this.#secrets, `${collection}: ${field}`, id)
  }

  refused(collection: Collection, field: string, reason: string, id: unknown): void {
    add(this.#refused, `${collection}: ${field === '' ? '' : `${field}: `}${reason}`, id)
  }

  /** For the comment of the fixture. */
  get comments(): readonly string[] {
    return [
      ...[...this.#unknown].map(
        ([collection, names]) =>
          `Fields of ${collection} that the simulator does not have: ${[...names].toSorted().join(', ')}`,
      ),
      ...[...this.#secrets].map(([what, ids]) => `Secret left out of ${what}${idsText(ids)}`),
    ].map(printable)
  }

  /** Values that a fixture cannot have, with the reason. */
  get problems(): readonly string[] {
    return [...this.#refused].map(([what, ids]) => printable(`${what}; left out${idsText(ids)}`))
  }
}

function add<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

/** ` (31, 32 and 4 more)` */
function idsText(ids: ReadonlySet<unknown>): string {
  const known = [...ids].filter((id) => typeof id === 'number')
  if (known.length === 0) return ''
  const more = known.length > MAX_NAMED_IDS ? ` and ${known.length - MAX_NAMED_IDS} more` : ''
  return ` (${known.slice(0, MAX_NAMED_IDS).join(', ')}${more})`
}
