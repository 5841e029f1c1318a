import { type Collection, collections } from '../../../../marketplace/collections.ts'
import { references } from '../../../../marketplace/references.ts'
import type { World } from '../../../../sandbox/world.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import type { JsonKeys } from '../../parts/json-tree.ts'
import type { LinkOf } from '../../parts/json.tsx'

/** The collection that the id in a field belongs to, by the name of the field: `user_id` to users. */
const collectionOfField: ReadonlyMap<string, Collection> = new Map([
  ...references.map(({ field, item, to }) => [item ?? field, to] as const),
  ['new_contract', 'instances'],
])

/** Leads from the ids in a body to the rows that are there now. @param operation whose rows a plain `id` is taken for */
export const rowLinks =
  (context: PageContext, operation: string | null): LinkOf =>
  (keys, value) => {
    if (typeof value !== 'number') return undefined
    const collection = collectionOf(keys, operation)
    return collection === undefined || !isThere(context.world, collection, value)
      ? undefined
      : rowUrl(context, collection, value)
  }

export const rowUrl = (context: PageContext, collection: string, id: number): string =>
  pageUrl(context, 'state', { collection, row: id })

export function isThere({ tables }: World, collection: string, id: number): boolean {
  const name = collections.find((each) => each === collection)
  return name !== undefined && tables[name].get(id) !== undefined
}

function collectionOf(keys: JsonKeys, operation: string | null): Collection | undefined {
  const names = keys.filter((key) => typeof key === 'string')
  const name = names.at(-1) ?? ''
  if (name !== 'id') return collectionOfField.get(name)
  const around = names.at(-2) ?? operation?.split('.')[0]?.replaceAll('-', '_')
  return collections.find((each) => each === around || each === `${around}s`)
}
