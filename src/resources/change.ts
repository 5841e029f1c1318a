import type { z } from 'zod'
import type { Invention } from '../kernel/invention.ts'
import type { Row, Table } from '../kernel/table.ts'
import { completeOffer } from './instances/hardware.ts'
import { startingInstance, withoutOffer } from './instances/state.ts'
import { type Collection, rowSchemas, type Tables } from './tables.ts'
import { startingTemplate } from './templates/state.ts'

/** One row that is changed, added or taken away from outside, not by an operation. */
export interface Change {
  readonly collection: Collection
  readonly id: number
  /** The fields to change, null for those to unset; undefined takes the row away. */
  readonly patch: object | undefined
}

/** The row as the patch would have it: null unsets what the patch names, and stays where the row pins it. */
function patched(row: object | undefined, { id, patch = {} }: Pick<Change, 'id' | 'patch'>): object {
  const changes = new Map<string, unknown>(Object.entries(patch))
  return Object.fromEntries(Object.entries({ ...row, ...patch, id }).filter(([name]) => changes.get(name) !== null))
}

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
  const put = <Given, R extends Row>(
    table: Table<R>,
    schema: z.ZodType<Given>,
    asRow: (given: Given) => R,
    current: object | undefined = table.get(change.id),
  ): void => {
    const result = schema.safeParse(patched(current, change))
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
      keepAsRented(tables, invention, change.id, change.patch)
      return put(tables.offers, rowSchemas.offers, same)
    case 'volumes':
      return put(tables.volumes, rowSchemas.volumes, same)
    case 'volume_offers':
      return put(tables.volume_offers, rowSchemas.volume_offers, same)
    case 'instances': {
      const { instances, offers } = tables
      const current = instances.get(change.id)
      const own = current && withoutOffer(current, offers.get(current.offer_id))
      return put(instances, rowSchemas.instances, (row) => startingInstance(row, offers.get(row.offer_id)), own)
    }
    case 'endpoint_groups':
      return put(tables.endpoint_groups, rowSchemas.endpoint_groups, same)
    case 'cloud_connections':
      return put(tables.cloud_connections, rowSchemas.cloud_connections, same)
  }
}

/** What an offer is given after it was rented is not what was rented: the instance pins what it shows. */
function keepAsRented({ instances }: Tables, invention: Invention, offerId: number, patch: object): void {
  for (const row of instances.where('offer_id', offerId)) {
    const shown = Object.entries(completeOffer(invention, { ...row, id: offerId }))
    const kept = Object.fromEntries(shown.filter(([name]) => Object.hasOwn(patch, name)))
    const result = rowSchemas.instances.safeParse({ ...kept, ...row })
    if (result.success) instances.put(result.data)
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
