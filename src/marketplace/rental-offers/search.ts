import { type Filters, fulfils, type ReadField, sortBy } from '../../kernel/query.ts'
import { gpuNamed, traceUnknownGpu } from '../instances/gpus.ts'
import { offerFields } from '../instances/hardware.ts'
import type { OfferRow } from '../instances/rows.ts'
import type { Sim } from '../sim.ts'
import { type Asked, isRentable, offerReaders, shownOffer } from './offer.ts'
import { searchRules } from './rules.ts'
import { otherNames, type SearchBody } from './schema.ts'

/** GB for which an offer shows its price, where the request names none. */
const DEFAULT_STORAGE_GB = 8

/** Rental offers that fulfil the query. */
export function searchOffers(sim: Sim, query: SearchBody): readonly object[] {
  const { tables, invention, clock, trace, rules } = sim
  const { order = [], limit, type = 'on-demand', allocated_storage = DEFAULT_STORAGE_GB, ...rest } = query
  const filters: Filters = rest
  const asked: Asked = {
    invention,
    nowSeconds: clock.nowSeconds,
    allocatedGb: allocated_storage,
    isBid: type === 'bid' || type === 'interruptible',
    isRented: ({ id }) => tables.instances.where('offer_id', id).length > 0,
  }
  const readers = offerReaders(asked)
  const read: ReadField<OfferRow> = (row, name) => {
    const field = fieldNamed(name)
    const seen = row.seen?.[field]
    if (typeof seen === 'string' || typeof seen === 'number' || typeof seen === 'boolean') return seen
    return Object.hasOwn(readers, field) ? readers[field]?.(row) : undefined
  }
  const isFulfilled = fulfils<OfferRow>(filters, (row, name) =>
    read(row, name === 'geolocation' ? 'country_code' : name),
  )
  const isRentedAsked = filters['rentable'] !== undefined || filters['rented'] !== undefined
  const found = tables.offers.values().filter((row) => (isRentedAsked || isRentable(row, asked)) && isFulfilled(row))
  const inTurn = sortBy(found, order, read)
  const most = limit ?? rules.valueOf(searchRules.defaultLimit)
  const shown = inTurn.slice(0, most)

  trace.apply(searchRules.finds)
  if (!isRentedAsked || found.length > 0) trace.apply(searchRules.rentable)
  if (Object.keys(filters).length > 0) trace.apply(searchRules.readByType)
  if (found.length > 0) trace.apply(searchRules.prices)
  const gpuNames = shown.map(offerFields.reader(invention, 'gpu_name'))
  traceUnknownGpu(
    trace,
    gpuNames.find((name) => gpuNamed(name) === undefined),
  )
  if (limit === undefined && found.length > Math.min(most, searchRules.defaultLimit.value))
    trace.apply(searchRules.defaultLimit)
  const unknown = order.find(([name]) => !Object.hasOwn(readers, fieldNamed(name)))
  if (unknown !== undefined) trace.addHint(`no offer has the field ${unknown[0].slice(0, 64)}, so it orders nothing`)
  return shown.map((row) => shownOffer(row, asked, readers))
}

const fieldNamed = (name: string): string => (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name)
