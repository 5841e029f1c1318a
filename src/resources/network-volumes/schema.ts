import { z } from 'zod'
import { MAX_UNIX_SECONDS } from '../../kernel/clock.ts'
import { filterOf, type Operator } from '../../kernel/query.ts'
import { strict } from '../../kernel/wire.ts'

/** Far above any real price, and far below where costs would no longer be numbers. $/GB/month. */
const MAX_PRICE = 1_000_000

const atLeastZero = z.number().min(0)

export const listBody = z.object({
  disk_id: z.int().describe('Identifier of the network disk being listed.'),
  price_disk: atLeastZero.max(MAX_PRICE).optional().describe('Price per GB of network volume storage.'),
  size: z.int().min(1).optional().describe('Size in GB of the space available to rent.'),
  credit_discount_max: atLeastZero.max(1).optional().describe('Maximum discount rate allowed for prepaid credits.'),
  end_date: atLeastZero.max(MAX_UNIX_SECONDS).optional().describe('Unix timestamp at which the listing expires.'),
})
export type ListBody = z.infer<typeof listBody>

export const listed = strict({
  success: z.boolean(),
  disk_id: z.string().describe('A status text that names the offer identifier and size.'),
  msg: z.string().optional(),
})

/** What the contract shows: every operator without a list for a number, one for each of the others. */
export const shownOperators = {
  number: ['eq', 'gt', 'gte', 'lte'],
  verified: ['eq'],
  geolocation: ['in'],
} as const satisfies Record<string, readonly Operator[]>

const numeric = filterOf(z.number(), shownOperators.number).optional()

/** The documented query keys. */
const searchQuery = strict({
  order: z
    .array(z.tuple([z.string(), z.enum(['asc', 'desc'])]))
    .optional()
    .describe('Pairs of field and direction.'),
  limit: z.int().min(0).optional().describe('Maximum number of offers returned.'),
  verified: filterOf(z.boolean(), shownOperators.verified).optional().describe('Verified hosts only.'),
  reliability2: numeric.describe('Reliability score.'),
  inet_down: numeric.describe('Download speed.'),
  inet_up: numeric.describe('Upload speed.'),
  geolocation: filterOf(z.string(), shownOperators.geolocation).optional().describe('Country codes.'),
  disk_bw: numeric.describe('Disk bandwidth.'),
  duration: numeric.describe('How long the offer still lasts.'),
  storage_cost: numeric.describe('Storage price.'),
})
export type SearchQuery = z.infer<typeof searchQuery>

export const searchBody = z.object({ q: searchQuery })

export const networkVolumeOffer = strict({
  ask_contract_id: z.int().describe('Identifier of the offer.'),
  disk_space: z.number(),
  inet_up: z.number(),
  inet_down: z.number(),
  reliability2: z.number(),
  verified: z.boolean(),
  geolocation: z.string(),
  nw_disk_avg_bw: z.number(),
  nw_disk_max_bw: z.number(),
  nw_disk_min_bw: z.number(),
  start_date: z.number(),
  end_date: z.number(),
  storage_cost: z.number(),
  storage_cost_total: z.number(),
})
export type NetworkVolumeOffer = z.infer<typeof networkVolumeOffer>

export const found = strict({ success: z.literal(true), offers: z.array(networkVolumeOffer) })

export const unlistBody = z.object({ id: z.int().describe('Identifier of the listing.') })

export const unlisted = strict({ success: z.literal(true), id: z.int(), msg: z.string() })
