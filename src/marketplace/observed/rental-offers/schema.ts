import { z } from 'zod'
import { fieldOf, isObject } from '../../../kernel/object.ts'
import { json, jsonText, object, strictObject } from '../../../kernel/wire.ts'
import { hardwareFields, marketFields, perTerabyte } from '../../instances/machine-schema.ts'
import { costs } from '../../instances/schema.ts'
import { filtersOfFields, orderPairs } from '../../operation/search.ts'
import { inUnits } from '../../operation/units.ts'
import { templateLimits } from '../../templates/schema.ts'

/** A rental offer, as a search shows it. */
export const rentalOffer = strictObject(() => ({
  id: z.int(),
  ask_contract_id: z.int().describe('The id under which it is rented.'),
  bundle_id: z.int(),
  ...hardwareFields,
  ...marketFields,
  external: z.boolean().nullable().describe('Null where its machine is not external.'),
  rented: z.boolean(),
  verified: z.boolean(),
  is_bid: z.boolean().describe('Whether the price is that of a bid.'),
  reliability: inUnits('a scale from 0 to 1'),
  disk_space: inUnits('GB that can be rented'),
  allocated_storage: inUnits('GB for which dph_total is'),
  storage_total_cost: inUnits('$/hour'),
  dph_total: inUnits('$/hour, with the storage asked for'),
  dlperf_per_dphtotal: z.number().nullable(),
  flops_per_dphtotal: z.number(),
  start_date: inUnits('Unix seconds').nullable(),
  end_date: inUnits('Unix seconds'),
  duration: inUnits('seconds until end_date'),
  bundled_results: z.null(),
  cluster_id: z.int().nullable(),
  discount_rate: z.number(),
  discounted_dph_total: inUnits('$/hour'),
  discounted_hourly: z.number(),
  dph_total_adj: z.number().describe('dph_total and the price of 2 GB of incoming traffic.'),
  driver_vers: z.int().describe('driver_version as a number: 580.105.08 is 580105008.'),
  expected_reliability: z.number(),
  geolocode: z.int(),
  gpu_ids: z.array(z.int()),
  gpu_max_power: z.number().describe('W.'),
  gpu_max_temp: inUnits('degrees Celsius'),
  gpu_total_ram: inUnits('MB'),
  hostname: z.string().nullable(),
  internet_up_cost_per_tb: perTerabyte,
  internet_down_cost_per_tb: perTerabyte,
  is_vm_deverified: z.boolean(),
  logo: z.string(),
  nw_disk_avg_bw: z.number().nullable(),
  nw_disk_max_bw: z.number().nullable(),
  nw_disk_min_bw: z.number().nullable(),
  reliability_mult: z.number(),
  resource_type: z.string(),
  rn: z.int(),
  sla_broker_rate: z.number().nullable(),
  sla_r_claim: z.number(),
  sla_sigma_x: z.number().nullable(),
  target_reliability: z.number(),
  time_remaining: z.string(),
  time_remaining_isbid: z.string(),
  vericode: z.int().describe('1 where it is verified.'),
  vms_enabled: z.boolean(),
  avail_vol_ask_id: z.int().nullable().describe('The offer of space on the same machine.'),
  avail_vol_dph: z.number().nullable().describe('$/GB/hour of that space.'),
  avail_vol_size: z.number().nullable().describe('GB of it.'),
  search: costs,
  instance: costs,
})).meta({ id: 'RentalOffer' })

/** Other names under which clients filter and order. */
export const otherNames: Readonly<Record<string, keyof typeof rentalOffer.shape>> = {
  compute_capability: 'compute_cap',
  cuda_vers: 'cuda_max_good',
  dlperf_usd: 'dlperf_per_dphtotal',
  dph: 'dph_total',
  flops_usd: 'flops_per_dphtotal',
  ubuntu_version: 'os_version',
}

const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}(\.\d{1,15})?$/)
    .transform(Number),
])

/** A value alone stands for eq. */
const asFilter = (sent: unknown): unknown => (typeof sent === 'object' ? sent : { eq: sent })

/** For rentable, eq any stands for no condition. */
function asRentable(sent: unknown): unknown {
  const filter = asFilter(sent)
  return isObject(filter) && fieldOf(filter, 'eq') === 'any' ? { ...filter, eq: undefined } : filter
}

/** How values of these fields are read otherwise. A number for target_reliability is no condition. */
const readAs: Readonly<Record<string, (sent: unknown) => unknown>> = {
  rentable: asRentable,
  target_reliability: (sent) => (typeof sent === 'number' ? {} : asFilter(sent)),
}

/** The query of a search. @param name begins the names of its schemas */
const queryOf = (name: string) =>
  object(() => {
    const ofFields = filtersOfFields(name, { ...rentalOffer.shape, datacenter: z.boolean() })
    const filters = Object.fromEntries(
      Object.entries(ofFields).map(([field, filter]) => [
        field,
        z.preprocess(readAs[field] ?? asFilter, filter).optional(),
      ]),
    )
    const others = Object.entries(otherNames).flatMap(([other, field]) => {
      const filter = filters[field]
      return filter === undefined ? [] : [[other, filter] as const]
    })
    return {
      ...filters,
      ...Object.fromEntries(others),
      ...furtherParameters(),
      ...unusedParameters,
    }
  })

/** What clients of the vendor send with a search: it is taken, and changes nothing. */
export const unusedParameters = {
  disable_bundling: z.boolean().optional().describe('Changes nothing: offers are shown one by one.'),
  extra_ids: json.optional().describe('Changes nothing.'),
  gpu_option: json.optional().describe('Changes nothing.'),
  show_incompatible: json.optional().describe('Changes nothing.'),
  sort_option: json.optional().describe('Changes nothing: order orders.'),
  template_id: json.optional().describe('Changes nothing.'),
}

const furtherParameters = () => ({
  order: orderPairs.describe('Pairs of a field and a direction; the first counts most.'),
  limit: numeric.pipe(z.int().min(0)).optional().describe('Maximum number of offers.'),
  type: z
    .enum(['on-demand', 'ondemand', 'ask', 'reserved', 'bid', 'interruptible'])
    .optional()
    .describe('Whether to rent at the price, or by a bid.'),
  allocated_storage: numeric
    .pipe(z.number().min(0).max(templateLimits.disk))
    .optional()
    .describe('GB of disk for which dph_total is.'),
})

export const searchBody = queryOf('RentalOffer')
export type SearchBody = z.output<typeof searchBody>

/** A query in a URL. */
export const queryInUrl = object(() => ({
  q: jsonText(queryOf('RentalOfferInUrl')).optional().describe('The query, as JSON.'),
}))

/** A query in q. */
export const queryInBody = object(() => ({
  q: searchBody.optional().describe('The query.'),
  select_cols: z.array(z.string()).optional().describe('The columns of the answer; `*` is all of them.'),
}))

export const askResult = strictObject(() => ({
  offers: z.array(rentalOffer.partial().meta({ id: 'RentalOfferColumns' })),
  truncated: z.boolean().describe('Whether the limit left offers out.'),
}))

export const searchResult = strictObject(() => ({ success: z.literal(true), offers: z.array(rentalOffer) }))
