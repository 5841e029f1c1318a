import type { z } from 'zod'
import type { Invention } from '../kernel/invention.ts'
import type { Row, Table } from '../kernel/table.ts'
import { given } from '../kernel/wire.ts'
import { type Collection, rowSchemas, type Tables } from './tables.ts'
import { startingTemplate } from './templates/state.ts'

/** One row that is changed, added or taken away from outside, not by an operation. */
export interface Change {
  readonly collection: Collection
  readonly id: number
  /** The fields to change, null for those to unset; undefined takes the row away. */
  readonly patch: object | undefined
}

/** The row as the patch would have it. */
const patched = (row: object | undefined, { id, patch }: Pick<Change, 'id' | 'patch'>): object =>
  given({ ...row, ...patch, id })

/** What is wrong with a change of a row that stands, or of one that is yet to be added. */
export const problemsOfChange = (row: object | undefined, { collection, id, patch }: Change) =>
  rowSchemas[collection].safeParse(patched(row, { id, patch }))

const same = <R>(row: R): R => row

/**
 * Makes a change. It was checked when it was loaded, but clients have been at work since: a patch that makes no row any
 * more is passed over, and a row that others rest on stays.
 */
export function makeChange(tables: Tables, invention: Invention, change: Change): void {
  if (change.patch === undefined) {
    takeAway(tables, change)
    return
  }
  const put = <Given, R extends Row>(table: Table<R>, schema: z.ZodType<Given>, asRow: (given: Given) => R): void => {
    const result = schema.safeParse(patched(table.get(change.id), change))
    if (result.success) table.put(asRow(result.data))
  }
  switch (change.collection) {
    case 'users':
      return put(tables.users, rowSchemas.users, same)
    case 'network_disks':
      return put(tables.network_disks, rowSchemas.network_disks, same)
    case 'network_volume_offers':
      return put(tables.network_volume_offers, rowSchemas.network_volume_offers, same)
    case 'templates':
      return put(tables.templates, rowSchemas.templates, (row) => startingTemplate(invention, row))
    case 'offers':
      return put(tables.offers, rowSchemas.offers, same)
    case 'volumes':
      return put(tables.volumes, rowSchemas.volumes, same)
    case 'volume_offers':
      return put(tables.volume_offers, rowSchemas.volume_offers, same)
    case 'instances':
      return put(tables.instances, rowSchemas.instances, same)
    case 'endpoint_groups':
      return put(tables.endpoint_groups, rowSchemas.endpoint_groups, same)
    case 'cloud_connections':
      return put(tables.cloud_connections, rowSchemas.cloud_connections, same)
  }
}

/** A disk takes its listing along; an offer that is rented, or space that became volumes, is off the market anyway. */
function takeAway(tables: Tables, { collection, id }: Change): void {
  const isInUse =
    (collection === 'offers' && tables.instances.where('offer_id', id).length > 0) ||
    (collection === 'volume_offers' && tables.volumes.where('volume_offer_id', id).length > 0) ||
    (collection === 'volumes' &&
      tables.instances.values().some((row) => row.volumes?.some((each) => each.volume_id === id) === true))
  if (isInUse) return
  if (collection === 'network_disks') {
    for (const { id: listing } of tables.network_volume_offers.where('disk_id', id))
      tables.network_volume_offers.delete(listing)
  }
  tables[collection].delete(id)
}
