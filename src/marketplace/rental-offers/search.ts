import { fieldOf } from '../../kernel/object.ts'
import { compile, type Filters, type Readers, sortBy, type Value } from '../../kernel/query.ts'
import type { OfferRow } from '../instances/rows.ts'
import type { Sim } from '../sim.ts'
import { type Asked, completeRental, rentalOfferOf } from './offer.ts'
import { searchRules } from './rules.ts'
import { otherNames, type RentalOffer, rentalOffer, type SearchBody } from './schema.ts'

/** GB, what the official client asks for unless it is told otherwise. */
const DEFAULT_STORAGE_GB = 5

/** Rental offers that fulfil the query. */
export function searchOffers(sim: Sim, query: SearchBody): readonly RentalOffer[] {
  const { tables, invention, clock, trace, rules } = sim
  const { order = [], limit, type = 'on-demand', allocated_storage = DEFAULT_STORAGE_GB, ...asked } = query
  const filters: Filters = asked
  const shownTo: Asked = {
    invention,
    nowSeconds: clock.nowSeconds,
    allocatedGb: allocated_storage,
    isBid: type === 'bid' || type === 'interruptible',
    isRented: ({ id }) => tables.instances.where('offer_id', id).length > 0,
  }
  const asksForAll = filters['rentable'] !== undefined || filters['rented'] !== undefined
  const offered = tables.offers.values().filter((row) => asksForAll || isRentable(row, shownTo))
  const fulfils = compile(filters, readersOf(Object.keys(filters), filterValue))
  const found = offered.map((row) => new Entry(row, shownTo)).filter(fulfils)
  const fields = new Map(order.toReversed().map(([name, direction]) => [fieldNamed(name), direction]))
  const inTurn = sortBy(found, [...fields].toReversed(), readersOf([...fields.keys()].filter(isField), valueOf))
  const most = limit ?? rules.valueOf(searchRules.defaultLimit)

  trace.apply(searchRules.finds)
  if (!asksForAll || found.length > 0) trace.apply(searchRules.rentable)
  if (Object.keys(filters).length > 0) trace.apply(searchRules.readByType)
  if (found.length > 0) trace.apply(searchRules.prices)
  if (limit === undefined && found.length > most) trace.apply(searchRules.defaultLimit)
  const unknown = order.find(([name]) => !isField(fieldNamed(name)))
  if (unknown !== undefined) trace.addHint(`no offer has the field ${unknown[0].slice(0, 64)}, so it orders nothing`)
  return inTurn.slice(0, most).map((entry) => entry.shown)
}

const isRentable = (row: OfferRow, { isRented }: Asked): boolean => row.rentable !== false && !isRented(row)

/** An offer whose prices and dates are computed when they are first read. */
class Entry {
  readonly fixed: object
  readonly #row: OfferRow
  readonly #asked: Asked
  #shown: RentalOffer | undefined

  constructor(row: OfferRow, asked: Asked) {
    this.fixed = completeRental(asked.invention, row)
    this.#row = row
    this.#asked = asked
  }

  get shown(): RentalOffer {
    return (this.#shown ??= rentalOfferOf(this.#row, this.#asked))
  }
}

const fieldNamed = (name: string): string => (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name)

const isField = (name: string): boolean => Object.hasOwn(rentalOffer.shape, name)

const readersOf = (names: readonly string[], read: (entry: Entry, field: string) => Value): Readers<Entry> =>
  Object.fromEntries(names.map((name) => [name, (entry: Entry) => read(entry, fieldNamed(name))]))

function valueOf(entry: Entry, field: string): Value {
  const value = fieldOf(entry.fixed, field) ?? fieldOf(entry.shown, field)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const filterValue = (entry: Entry, field: string): Value =>
  field === 'geolocation' ? valueOf(entry, 'country_code') : valueOf(entry, field)
