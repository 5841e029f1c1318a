import type { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import type { Invention } from '../kernel/invention.ts'
import type { Row, Table } from '../kernel/table.ts'
import { inWords, problems } from '../kernel/wire.ts'
import { completeOffer } from './instances/hardware.ts'
import { type InstanceRow, startingInstance, withoutOffer } from './instances/state.ts'
import { withUptime } from './instances/status.ts'
import { type Collection, rowSchemas, type Tables } from './tables.ts'
import { startingTemplate } from './templates/state.ts'

/** One row that is changed, added or taken away from outside, not by an operation. */
export interface Change {
  readonly collection: Collection
  readonly id: number
  /** The fields to change, null for those to unset; undefined takes the row away. */
  readonly patch: object | undefined
}

const NO_ROW = 'there is no such row'

/** The row as the patch would have it: null unsets what the patch names, and stays where the row pins it. */
function patched(row: object | undefined, { id, patch = {} }: Pick<Change, 'id' | 'patch'>): object {
  const changes = new Map<string, unknown>(Object.entries(patch))
  return Object.fromEntries(Object.entries({ ...row, ...patch, id }).filter(([name]) => changes.get(name) !== null))
}

/** What is wrong with a change of a row that stands, or of one that is yet to be added. */
export const problemsOfChange = (row: object | undefined, { collection, id, patch }: Change) =>
  rowSchemas[collection].safeParse(patched(row, { id, patch }))

const same = <R>(row: R): R => row

/** What changes are made in, and when. */
export interface Changing {
  readonly tables: Tables
  readonly invention: Invention
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Makes a change, or answers why it makes no row, or finds none; whether it contradicts other rows is for the caller to ask.
 * A timeline was checked when it was loaded, but clients have been at work since.
 */
export function makeChange({ tables, invention, clock }: Changing, change: Change): string | undefined {
  if (change.patch === undefined) return takeAway(tables, change)
  let why: string | undefined
  const put = <Given, R extends Row>(
    table: Table<R>,
    schema: z.ZodType<Given>,
    asRow: (given: Given) => R,
    current: object | undefined = table.get(change.id),
  ): void => {
    const result = schema.safeParse(patched(current, change))
    if (result.success) table.put(asRow(result.data))
    else why = current === undefined ? NO_ROW : problems(result.error).map(inWords).join('; ')
  }
  switch (change.collection) {
    case 'users':
      put(tables.users, rowSchemas.users, same)
      break
    case 'network_disks':
      put(tables.network_disks, rowSchemas.network_disks, same)
      break
    case 'network_volume_offers':
      put(tables.network_volume_offers, rowSchemas.network_volume_offers, same)
      break
    case 'templates':
      put(tables.templates, rowSchemas.templates, (row) => startingTemplate(invention, row))
      break
    case 'offers':
      keepAsRented(tables, invention, change.id, change.patch)
      put(tables.offers, rowSchemas.offers, same)
      break
    case 'volumes':
      put(tables.volumes, rowSchemas.volumes, same)
      break
    case 'volume_offers':
      put(tables.volume_offers, rowSchemas.volume_offers, same)
      break
    case 'instances': {
      const { instances, offers } = tables
      const current = instances.get(change.id)
      const own = current && withoutOffer(current, offers.get(current.offer_id))
      const changed = (row: InstanceRow): InstanceRow =>
        withUptime(current, startingInstance(row, offers.get(row.offer_id)), clock.nowMs)
      put(instances, rowSchemas.instances, changed, own)
      break
    }
    case 'endpoint_groups':
      put(tables.endpoint_groups, rowSchemas.endpoint_groups, same)
      break
    case 'cloud_connections':
      put(tables.cloud_connections, rowSchemas.cloud_connections, same)
      break
  }
  return why
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

/** A disk takes its listing along. */
function takeAway(tables: Tables, { collection, id }: Change): string | undefined {
  if (tables[collection].get(id) === undefined) return NO_ROW
  if (collection === 'network_disks') {
    for (const { id: listing } of tables.network_volume_offers.where('disk_id', id))
      tables.network_volume_offers.delete(listing)
  }
  tables[collection].delete(id)
  return undefined
}
