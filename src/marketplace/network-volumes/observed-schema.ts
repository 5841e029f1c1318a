import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'
import { object, strictObject } from '../../kernel/wire.ts'
import { inUnits } from '../operation/units.ts'
import { networkVolumeOffer, numeric, searchQuery } from './schema.ts'

/** The query keys of the contract and those that clients send besides. */
export const widerQuery = object(() => ({
  ...searchQuery.shape,
  id: numeric,
  ask_contract_id: numeric,
  host_id: numeric,
  cluster_id: numeric,
  disk_space: numeric,
  reliability: numeric,
  nw_disk_avg_bw: numeric,
  nw_disk_max_bw: numeric,
  nw_disk_min_bw: numeric,
  start_date: numeric,
  end_date: numeric,
  storage_cost_total: numeric,
  external: filterOf(z.boolean()).optional(),
  allocated_storage: z.number().min(0).optional(),
}))
export type WiderQuery = z.infer<typeof widerQuery>

export const widerBody = z.object({ q: widerQuery })

/** The body of the contract: one of the wider query that has none of its further keys. */
export const searchBody: z.ZodType<z.infer<typeof widerBody>> = z
  .object({ q: searchQuery })
  .meta({ id: 'NetworkVolumeSearch' })

const widerOffer = strictObject(() => ({
  ...networkVolumeOffer.shape,
  id: z.int().describe('The same as ask_contract_id.'),
  reliability: inUnits('a scale from 0 to 1').describe('The same as reliability2.'),
  duration: z.number().describe('The time until end_date, in the unit of the filter.'),
  verification: z.enum(['verified', 'unverified']),
  host_id: z.int().describe('The user whose disk it is.'),
  cluster_id: z.int(),
})).meta({ id: 'FurtherNetworkVolumeOffer' })
export type WiderOffer = z.infer<typeof widerOffer>

export const widerFound = strictObject(() => ({ success: z.literal(true), offers: z.array(widerOffer) })).meta({
  id: 'FurtherNetworkVolumeSearchResult',
})
