import type { z } from 'zod'
import type { Invention } from '../kernel/invention.ts'
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

const patched = <T>(schema: z.ZodType<T>, row: object | undefined, { id, patch = {} }: Change): T =>
  schema.parse(given({ ...row, ...patch, id }))

/** What is wrong with a change of a row that stands, or of one that is yet to be added. */
export const problemsOfChange = (row: object | undefined, { collection, id, patch }: Change) =>
  rowSchemas[collection].safeParse(given({ ...row, ...patch, id }))

/** Makes a change that was checked when it was loaded. */
export function makeChange(tables: Tables, invention: Invention, change: Change): void {
  const { collection, id, patch } = change
  if (patch === undefined) {
    tables[collection].delete(id)
    return
  }
  const row = tables[collection].get(id)
  switch (collection) {
    case 'users':
      tables.users.put(patched(rowSchemas.users, row, change))
      break
    case 'network_disks':
      tables.network_disks.put(patched(rowSchemas.network_disks, row, change))
      break
    case 'network_volume_offers':
      tables.network_volume_offers.put(patched(rowSchemas.network_volume_offers, row, change))
      break
    case 'templates':
      tables.templates.put(startingTemplate(invention, patched(rowSchemas.templates, row, change)))
      break
    case 'offers':
      tables.offers.put(patched(rowSchemas.offers, row, change))
      break
    case 'volumes':
      tables.volumes.put(patched(rowSchemas.volumes, row, change))
      break
    case 'volume_offers':
      tables.volume_offers.put(patched(rowSchemas.volume_offers, row, change))
      break
    case 'instances':
      tables.instances.put(patched(rowSchemas.instances, row, change))
      break
    case 'endpoint_groups':
      tables.endpoint_groups.put(patched(rowSchemas.endpoint_groups, row, change))
      break
    case 'cloud_connections':
      tables.cloud_connections.put(patched(rowSchemas.cloud_connections, row, change))
      break
  }
}
