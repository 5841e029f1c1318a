import type { Invention } from '../kernel/invention.ts'
import type { Row } from '../kernel/table.ts'
import { completeOffer } from '../resources/instances/hardware.ts'
import { completeDisk, completeListing } from '../resources/network-volumes/state.ts'
import type { Collection, Tables } from '../resources/tables.ts'
import type { World } from '../world.ts'

/** Rows that a row leads to, under what they are to it. */
export interface Related {
  readonly label: string
  readonly collection: Collection
  readonly rows: readonly Row[]
}

/** A field that names a row of another collection, and what it is called from both sides. */
interface Reference {
  readonly to: Collection
  readonly label: string
  readonly from: Collection
  readonly back: string
  /** The ids that a row names. */
  readonly ids: (row: object) => readonly unknown[]
}

const field =
  (name: string) =>
  (row: object): readonly unknown[] => [Reflect.get(row, name)]

/** The volumes that an instance has attached. */
function volumeIds(row: object): readonly unknown[] {
  if (!('volumes' in row) || !Array.isArray(row.volumes)) return []
  return row.volumes.flatMap((each: object) => field('volume_id')(each))
}

const owned = (from: Collection, back: string, name = 'user_id'): Reference => ({
  from,
  ids: field(name),
  label: 'Owner',
  to: 'users',
  back,
})

const references: readonly Reference[] = [
  owned('network_disks', 'Network disks'),
  owned('templates', 'Templates', 'creator_id'),
  owned('instances', 'Instances'),
  owned('volumes', 'Volumes'),
  owned('endpoint_groups', 'Endpoint groups'),
  owned('cloud_connections', 'Cloud connections'),
  { ...owned('offers', 'Offers', 'host_id'), label: 'Host' },
  { from: 'network_volume_offers', ids: field('disk_id'), label: 'Disk', to: 'network_disks', back: 'Listing' },
  { from: 'instances', ids: field('template_id'), label: 'Template', to: 'templates', back: 'Instances' },
  { from: 'instances', ids: field('offer_id'), label: 'Offer', to: 'offers', back: 'Rented as' },
  { from: 'instances', ids: volumeIds, label: 'Volumes', to: 'volumes', back: 'Attached to' },
  { from: 'volumes', ids: field('volume_offer_id'), label: 'Made from', to: 'volume_offers', back: 'Volumes' },
]

/** What a row names, and what names it. */
export function relationsOf(tables: Tables, collection: Collection, row: Row): readonly Related[] {
  const named = references
    .filter(({ from }) => from === collection)
    .map(({ ids, label, to }) => ({
      label,
      collection: to,
      rows: ids(row).flatMap((id): readonly Row[] => {
        const found = typeof id === 'number' ? tables[to].get(id) : undefined
        return found === undefined ? [] : [found]
      }),
    }))
  const naming = references
    .filter(({ to }) => to === collection)
    .map(({ from, back, ids }) => ({
      label: back,
      collection: from,
      rows: rowsOf(tables, from).filter((each) => ids(each).includes(row.id)),
    }))
  return [...named, ...naming].filter(({ rows }) => rows.length > 0)
}

export const rowsOf = (tables: Tables, collection: Collection): readonly Row[] => tables[collection].values()

/** A row with what is invented where its fixture says nothing, as clients meet it. */
export function completeRow({ tables, invention }: World, collection: Collection, row: Row): object {
  const { id } = row
  if (collection === 'offers') return complete(completeOffer, tables.offers.get(id))
  if (collection === 'network_disks') return complete(completeDisk, tables.network_disks.get(id))
  if (collection === 'network_volume_offers') return complete(completeListing, tables.network_volume_offers.get(id))
  return row

  function complete<R extends Row>(invent: (invention: Invention, row: R) => object, given: R | undefined): object {
    return given === undefined ? row : invent(invention, given)
  }
}
