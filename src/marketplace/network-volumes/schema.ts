import { z } from 'zod'
import { MAX_UNIX_SECONDS } from '../../kernel/clock.ts'
import { filterOf, type Operator } from '../../kernel/query.ts'
import { integer } from '../../kernel/names.ts'
import { object, strictObject } from '../../kernel/wire.ts'
import { inUnits, MAX_PRICE, reliability } from '../operation/units.ts'

const atLeastZero = z.number().min(0)

export const listBody = object(() => ({
  disk_id: integer.describe('Identifier of the network disk being listed.'),
  price_disk: atLeastZero.max(MAX_PRICE).optional().describe('Price per GB of network volume storage.'),
  size: integer.min(1).optional().describe('Size in GB of the space available to rent.'),
  credit_discount_max: atLeastZero.max(1).optional().describe('Maximum discount rate allowed for prepaid credits.'),
  end_date: atLeastZero.max(MAX_UNIX_SECONDS).optional().describe('Unix timestamp at which the listing expires.'),
}))
export type ListBody = z.infer<typeof listBody>

export const listed = strictObject(() => ({
  success: z.boolean(),
  disk_id: z.string().describe('A status text that names the offer identifier and size, not a number.'),
  msg: z.string().optional().describe('A status message.'),
}))

/** What the contract shows: every operator without a list for a number, one for each of the others. */
export const shownOperators = {
  number: ['eq', 'gt', 'gte', 'lte'],
  verified: ['eq'],
  geolocation: ['in'],
} as const satisfies Record<string, readonly Operator[]>

export const numeric = filterOf(z.number(), shownOperators.number).meta({ id: 'OfferNumberFilter' }).optional()

const assumedUnit = '(the contract shows no unit)'

/** The documented query keys. */
export const searchQuery = strictObject(() => ({
  order: z
    .array(z.tuple([z.string(), z.enum(['asc', 'desc'])]))
    .optional()
    .describe('Pairs of an offer field and a direction; the first pair counts most.'),
  limit: integer.min(0).optional().describe('Maximum number of offers returned.'),
  verified: filterOf(z.boolean(), shownOperators.verified).optional().describe('Verified hosts only.'),
  reliability2: numeric.describe(`Reliability score from 0 to 1 ${assumedUnit}.`),
  inet_down: numeric.describe(`Download speed in MB/s ${assumedUnit}.`),
  inet_up: numeric.describe(`Upload speed in MB/s ${assumedUnit}.`),
  geolocation: filterOf(z.string(), shownOperators.geolocation)
    .optional()
    .describe('Country codes, as at the end of an offer’s geolocation: `NO`.'),
  disk_bw: numeric.describe(`Disk bandwidth in MiB/s ${assumedUnit}, compared with nw_disk_avg_bw of an offer.`),
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
  nw_disk_avg_bw: inUnits('MiB/s'),
  nw_disk_max_bw: inUnits('MiB/s'),
  nw_disk_min_bw: inUnits('MiB/s'),
  start_date: inUnits('Unix seconds'),
  end_date: inUnits('Unix seconds'),
  storage_cost: inUnits('$/GB/month'),
  storage_cost_total: inUnits('$/hour, for the whole offer'),
})).meta({ id: 'NetworkVolumeOffer' })
export type NetworkVolumeOffer = z.infer<typeof networkVolumeOffer>

export const found = strictObject(() => ({ success: z.literal(true), offers: z.array(networkVolumeOffer) }))

export const unlistBody = z.object({ id: integer.describe('Identifier of the listing: ask_contract_id of its offer.') })

export const unlisted = strictObject(() => ({ success: z.literal(true), id: integer, msg: z.string() }))
