import type { z } from 'zod'
import type { Base, Table } from '../kernel/table.ts'
import { cloudConnectionCollections } from './cloud-connections/collections.ts'
import type { CollectionOf } from './collection.ts'
import { endpointGroupCollections } from './endpoint-groups/collections.ts'
import { instanceCollections } from './instances/collections.ts'
import { networkVolumeCollections } from './network-volumes/collections.ts'
import { templateCollections } from './templates/collections.ts'
import { userCollections } from './users/collections.ts'

/** Everything that a world holds, in the order of a fixture: the collections of a resource are one line here. */
const declared = {
  ...userCollections,
  ...networkVolumeCollections,
  ...templateCollections,
  ...instanceCollections,
  ...endpointGroupCollections,
  ...cloudConnectionCollections,
}

type Declared = typeof declared

export type Collection = keyof Declared

/** A row as a fixture writes it. */
export type Written<C extends Collection> = z.output<Declared[C]['row']>
/** A row as the table of a collection holds it. */
export type Held<C extends Collection> = ReturnType<Declared[C]['starts']>

export type Tables = { readonly [C in Collection]: Table<Held<C>> }
/** The rows that a world starts with; shared by every sandbox that starts from them. */
export type Bases = { readonly [C in Collection]: Base<Held<C>> }
/** Rows as a fixture writes them. */
export type Rows = { readonly [C in Collection]: readonly Written<C>[] }

/** What each collection is declared to be; references to what is no collection do not compile. */
export const declarations: {
  readonly [C in Collection]: CollectionOf<Written<C>, Held<C>, Tables, Rows, Collection>
} = declared

const isCollection = (name: string): name is Collection => Object.hasOwn(declared, name)

export const collections: readonly Collection[] = Object.keys(declared).filter(isCollection)

/**
 * An object with one value for each collection, in their order. That each value fits its name is for the caller to see to:
 * the compiler cannot follow an object that is made in a loop, so the overload claims it, here and nowhere else.
 */
export function perCollection<Made extends Readonly<Record<Collection, unknown>>>(
  make: (name: keyof Made & Collection) => unknown,
): Made
export function perCollection(make: (name: Collection) => unknown): object {
  return Object.fromEntries(collections.map((name) => [name, make(name)]))
}
