import { compile, type Filters, type Readers, sortBy } from '../../kernel/query.ts'
import { gpuNamed, traceUnknownGpu } from '../instances/gpus.ts'
import { offerFields } from '../instances/hardware.ts'
import type { OfferRow } from '../instances/rows.ts'
import type { Sim } from '../sim.ts'
import { type Asked, isRentable, offerReaders, shownOffer } from './offer.ts'
import { searchRules } from './rules.ts'
import { otherNames, type SearchBody } from './schema.ts'

/** GB, what the official client asks for unless it is told otherwise. */
const DEFAULT_STORAGE_GB = 5

/** Rental offers that fulfil the query. */
export function searchOffers(sim: Sim, query: SearchBody): readonly object[] {
  const { tables, invention, clock, trace, rules } = sim
  const { order = [], limit, type = 'on-demand', allocated_storage = DEFAULT_STORAGE_GB, ...filters } = query
  const asked: Asked = {
    invention,
    nowSeconds: clock.nowSeconds,
    allocatedGb: allocated_storage,
    isBid: type === 'bid' || type === 'interruptible',
    isRented: ({ id }) => tables.instances.where('offer_id', id).length > 0,
  }
  const readers = offerReaders(asked)
  const found = fulfilling(tables.offers.values(), filters, asked, readers)
  const columns = new Map(order.toReversed().map(([name, direction]) => [fieldNamed(name), direction]))
  const inTurn = sortBy(found, [...columns].toReversed(), readers)
  const most = limit ?? rules.valueOf(searchRules.defaultLimit)
  const shown = inTurn.slice(0, most)

  trace.apply(searchRules.finds)
  if (!asksForRented(filters) || found.length > 0) trace.apply(searchRules.rentable)
  if (Object.keys(filters).length > 0) trace.apply(searchRules.readByType)
  if (found.length > 0) trace.apply(searchRules.prices)
  traceUnknownGpu(
    trace,
    gpusOf(sim, shown).find((name) => gpuNamed(name) === undefined),
  )
  if (limit === undefined && found.length > Math.min(most, searchRules.defaultLimit.value))
    trace.apply(searchRules.defaultLimit)
  const unknown = order.find(([name]) => !Object.hasOwn(readers, fieldNamed(name)))
  if (unknown !== undefined) trace.addHint(`no offer has the field ${unknown[0].slice(0, 64)}, so it orders nothing`)
  return shown.map((row) => shownOffer(row, asked, readers))
}

function gpusOf({ invention }: Sim, rows: readonly OfferRow[]): readonly string[] {
  const nameOf = offerFields.reader(invention, 'gpu_name')
  return rows.map(nameOf)
}

const asksForRented = (filters: Filters): boolean =>
  filters['rentable'] !== undefined || filters['rented'] !== undefined

function fulfilling(
  rows: readonly OfferRow[],
  filters: Filters,
  asked: Asked,
  readers: Readers<OfferRow>,
): readonly OfferRow[] {
  const fulfils = compile(filters, filterReaders(filters, readers))
  const all = asksForRented(filters)
  return rows.filter((row) => (all || isRentable(row, asked)) && fulfils(row))
}

/** How a filter reads the fields that it names. */
const filterReaders = (filters: Filters, readers: Readers<OfferRow>): Readers<OfferRow> =>
  Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const read = readers[name === 'geolocation' ? 'country_code' : fieldNamed(name)]
      return read === undefined ? [] : [[name, read]]
    }),
  )

const fieldNamed = (name: string): string => (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name)
