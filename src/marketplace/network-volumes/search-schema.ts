import { z } from 'zod'
import { filterOf, type Operator } from '../../kernel/query.ts'
import { integer } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { orderPairs } from '../operation/search.ts'
import { inUnits, reliability } from '../operation/units.ts'

/** What the contract shows: every operator without a list for a number, one for each of the others. */
export const shownOperators = {
  number: ['eq', 'gt', 'gte', 'lte'],
  verified: ['eq'],
  geolocation: ['in'],
} as const satisfies Record<string, readonly Operator[]>

const numeric = filterOf(z.number(), shownOperators.number).meta({ id: 'OfferNumberFilter' }).optional()

const assumedUnit = '(the contract shows no unit)'

/** The documented query keys. */
export const searchQuery = strictObject(() => ({
  order: orderPairs.describe('Pairs of an offer field and a direction; the first pair counts most.'),
  limit: integer.min(0).optional().describe('Maximum number of offers returned.'),
  verified: filterOf(z.boolean(), shownOperators.verified).optional().describe('Verified hosts only.'),
  reliability2: numeric.describe(`Reliability score from 0 to 1 ${assumedUnit}.`),
  inet_down: numeric.describe(`Download speed in MB/s ${assumedUnit}.`),
  inet_up: numeric.describe(`Upload speed in MB/s ${assumedUnit}.`),
  geolocation: filterOf(z.string(), shownOperators.geolocation)
    .optional()
    .describe('Country codes, as at the end of an offer’s geolocation: `NO`.'),
  disk_bw: numeric.describe(`Disk bandwidth in MB/s ${assumedUnit}, compared with nw_disk_avg_bw of an offer.`),
  duration: numeric.describe(`How long the offer still lasts, in seconds ${assumedUnit}.`),
  storage_cost: numeric.describe(`Storage price in $/GB/month ${assumedUnit}.`),
})).meta({ id: 'NetworkVolumeQuery' })
export type SearchQuery = z.infer<typeof searchQuery>

export const networkVolumeOffer = strictObject(() => ({
  ask_contract_id: z.int().describe('Identifier of the offer.'),
  disk_space: inUnits('GB'),
  inet_up: inUnits('MB/s'),
  inet_down: inUnits('MB/s'),
  reliability2: reliability(),
  verified: z.boolean(),
  geolocation: z.string(),
  nw_disk_avg_bw: inUnits('MB/s'),
  nw_disk_max_bw: inUnits('MB/s'),
  nw_disk_min_bw: inUnits('MB/s'),
  start_date: inUnits('Unix seconds'),
  end_date: inUnits('Unix seconds'),
  storage_cost: inUnits('$/GB/month'),
  storage_cost_total: inUnits('$/hour, for the whole offer'),
})).meta({ id: 'NetworkVolumeOffer' })
export type NetworkVolumeOffer = z.infer<typeof networkVolumeOffer>

export const searchResult = strictObject(() => ({ success: z.literal(true), offers: z.array(networkVolumeOffer) }))

/** The query keys of the contract and, in the observed dialect, those that clients send besides. */
export const widerQuery = strictObject(() => ({
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

/** An offer in the observed dialect. */
const widerOffer = strictObject(() => ({
  ...networkVolumeOffer.shape,
  id: z.int().describe('The same as ask_contract_id.'),
  reliability: inUnits('a scale from 0 to 1').describe('The same as reliability2.'),
  duration: z.number().describe('The time until end_date, in the unit of the filter.'),
  verification: z.enum(['verified', 'unverified']),
  host_id: z.int().describe('The owner of the disk.'),
  cluster_id: z.int(),
})).meta({ id: 'FurtherNetworkVolumeOffer' })
export type WiderOffer = z.infer<typeof widerOffer>

export const widerSearchResult = strictObject(() => ({ success: z.literal(true), offers: z.array(widerOffer) })).meta({
  id: 'FurtherNetworkVolumeSearchResult',
})
