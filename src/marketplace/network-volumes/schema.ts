import { z } from 'zod'
import { MAX_UNIX_SECONDS } from '../../kernel/clock.ts'
import { integer } from '../../kernel/names.ts'
import { object, strictObject } from '../../kernel/wire.ts'
import { MAX_PRICE } from '../operation/units.ts'

const atLeastZero = z.number().min(0)

export const listBody = object(() => ({
  disk_id: integer.describe('Identifier of the network disk being listed.'),
  price_disk: atLeastZero.max(MAX_PRICE).optional().describe('Price per GB of network volume storage.'),
  size: integer.min(1).optional().describe('Size in GB of the space available to rent.'),
  credit_discount_max: atLeastZero.max(1).optional().describe('Maximum discount rate allowed for prepaid credits.'),
  end_date: atLeastZero.max(MAX_UNIX_SECONDS).optional().describe('Unix timestamp at which the listing expires.'),
}))
export type ListBody = z.infer<typeof listBody>

export const listResult = strictObject(() => ({
  success: z.boolean(),
  disk_id: z.string().describe('A status text that names the offer identifier and size, not a number.'),
  msg: z.string().optional().describe('A status message.'),
}))

export const unlistBody = z.object({ id: integer.describe('Identifier of the listing: ask_contract_id of its offer.') })

export const unlistResult = strictObject(() => ({ success: z.literal(true), id: integer, msg: z.string() }))
