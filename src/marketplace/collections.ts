import type { z } from 'zod'
import type { RowSet } from '../kernel/row-set.ts'
import type { Table } from '../kernel/table.ts'
import { cloudConnectionCollections } from './cloud-connections/schema.ts'
import type { CollectionOf } from './collection.ts'
import { endpointGroupCollections } from './endpoint-groups/schema.ts'
import { instanceCollections } from './instances/collections.ts'
import { networkVolumeCollections } from './network-volumes/collections.ts'
import { templateCollections } from './templates/collections.ts'
import { userCollections } from './users/collections.ts'
import { workerGroupCollections } from './observed/worker-groups/schema.ts'

/** Every collection, in the order of a fixture; each resource is one line. */
const declared = {
  ...userCollections,
  ...networkVolumeCollections,
  ...templateCollections,
  ...instanceCollections,
  ...endpointGroupCollections,
  ...workerGroupCollections,
  ...cloudConnectionCollections,
}

type Declared = typeof declared

export type Collection = keyof Declared

/** A row of a fixture. */
export type FixtureRow<C extends Collection> = z.output<Declared[C]['row']>
/** A row of the table of a collection. */
export type StoredRow<C extends Collection> = ReturnType<Declared[C]['toStored']>

export type Tables = { readonly [C in Collection]: Table<StoredRow<C>> }
/** All rows at one instant; worlds with the same start share those that they start with. */
export type RowSets = { readonly [C in Collection]: RowSet<StoredRow<C>> }
/** The rows of a fixture. */
export type Rows = { readonly [C in Collection]: readonly FixtureRow<C>[] }

/** The declaration of each collection. A reference to a collection that does not exist does not compile. */
export const declarations: {
  readonly [C in Collection]: CollectionOf<FixtureRow<C>, StoredRow<C>, Tables, Rows, Collection>
} = declared

const isCollection = (name: string): name is Collection => Object.hasOwn(declared, name)

export const collections: readonly Collection[] = Object.keys(declared).filter(isCollection)

/**
 * An object with one value for each collection, in their order. The compiler cannot type an object that is built in a loop,
 * so the caller must make sure that each value fits its name. This overload is the only such claim.
 */
export function perCollection<Made extends Readonly<Record<Collection, unknown>>>(
  make: (name: keyof Made & Collection) => unknown,
): Made
export function perCollection(make: (name: Collection) => unknown): object {
  const made: Partial<Record<Collection, unknown>> = {}
  for (const name of collections) made[name] = make(name)
  return made
}
