import { parseJson } from '../../../kernel/parse-json.ts'
import { nearest } from '../../../kernel/nearest.ts'
import type { z } from 'zod'
import { whyUnparsed } from '../../../kernel/json-size.ts'
import { fieldOf, isObject } from '../../../kernel/object.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Adapt } from '../../operation/route.ts'
import { columnPicker, limitOf, MOST_SHOWN, refuseSearchKey, traceLimit } from '../../operation/search.ts'
import type { Sim } from '../../sim.ts'
import { queryInBody, rentalOffer, searchBody, otherNames, type SearchBody, unusedParameters } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { type Filters, fulfils, isValue, type ReadField, sortBy } from '../../../kernel/query.ts'
import { gpuNamed, traceUnknownGpu } from '../../instances/gpus.ts'
import { offerEnd, offerFields } from '../../instances/hardware.ts'
import type { OfferRow } from '../../instances/rows.ts'
import { type OfferContext, isRentable, offerReaders, presentOffer } from './offer.ts'
import { volumeOfferFields } from '../volumes/invented.ts'
import { currentOffers } from '../volumes/volume.ts'

/**
 * Checks what a search asks by.
 * @throws Refusal of a key or an order by a name that no offer has, and of a filter by null
 */
function checkQuery(query: unknown): void {
  if (!isObject(query) || Array.isArray(query)) return
  for (const [name, filter] of Object.entries(query)) {
    if (filter === null) continue
    if (!Object.hasOwn(searchBody.shape, name)) throw unknownName(name)
    if (!isObject(filter)) continue
    const [operator] = Object.entries(filter).find(([, operand]) => operand === null) ?? []
    if (operator !== undefined)
      throw refuse(
        catalogue['rental-offers.search.null-operand'],
        `ask_contract_offers.${name} ${operator.slice(0, MOST_SHOWN)} None: query values can't be None`,
      )
  }
  const order: unknown = fieldOf(query, 'order')
  for (const each of Array.isArray(order) ? order : []) {
    const name: unknown = Array.isArray(each) ? each[0] : undefined
    if (typeof name === 'string' && !Object.hasOwn(rentalOffer.shape, resolveField(name))) throw unknownName(name)
  }
}

export const checkSearch: Adapt = (_sim, raw) => {
  checkQuery(raw.body)
  return raw
}

/** What stands in a URL besides the query. */
const besidesQuery = new Set(['q', 'api_key', 'owner'])

/** The query is JSON in the parameter q. What cannot be read is refused by its schema. */
export const checkUrl: Adapt = ({ trace }, raw) => {
  trace.apply(catalogue['rental-offers.search.other-forms'])
  const extra = Object.keys(raw.query).find((name) => !besidesQuery.has(name))
  if (extra !== undefined) throw unknownName(extra)
  const text = fieldOf(raw.query, 'q')
  if (typeof text === 'string' && whyUnparsed(text) === undefined) checkQuery(parseJson(text))
  return raw
}

export const checkAsk: Adapt = ({ trace }, raw) => {
  trace.apply(catalogue['rental-offers.search.other-forms'])
  const extra = Object.keys(raw.body).find((name) => !Object.hasOwn(queryInBody.shape, name))
  if (extra !== undefined)
    throw refuse(
      catalogue['rental-offers.search.other-forms'],
      `${extra.slice(0, MOST_SHOWN)}: Extra inputs are not permitted`,
      'the query belongs into q',
    )
  checkQuery(fieldOf(raw.body, 'q'))
  return raw
}

/** The offers that a query in q finds, with the columns that it asks for. */
export function askOffers(sim: Sim, { q = {}, select_cols }: z.output<typeof queryInBody>): object {
  const { offers, truncated } = searchOffers(sim, q)
  return { offers: offers.map(columnPicker(select_cols)), truncated }
}

function unknownName(name: string) {
  const [meant] = nearest(name, Object.keys(searchBody.shape))
  const hint = meant === undefined ? undefined : `not read: ${name.slice(0, MOST_SHOWN)} (${meant}?)`
  return refuseSearchKey(catalogue['rental-offers.search.unknown-name'], name, hint)
}

/** GB for which an offer shows its price, where the request names none. */
const DEFAULT_STORAGE_GB = 8

interface FoundOffers {
  readonly offers: readonly object[]
  /** Whether the limit left offers out. */
  readonly truncated: boolean
}

/** Rental offers that fulfil the query. */
export function searchOffers(sim: Sim, query: SearchBody): FoundOffers {
  const { tables, invention, clock, trace, rules } = sim
  const { order = [], limit, type = 'on-demand', allocated_storage = DEFAULT_STORAGE_GB, ...rest } = query
  const filters: Filters = Object.fromEntries(Object.entries(rest).flatMap(asFilters))
  const machineOf = volumeOfferFields.reader(invention, 'machine_id')
  const spaces = new Map(currentOffers(sim).map((space) => [machineOf(space), space]))
  const asked: OfferContext = {
    invention,
    nowSeconds: clock.nowSeconds,
    allocatedGb: allocated_storage,
    isBid: type === 'bid' || type === 'interruptible',
    isRented: ({ id }) => tables.instances.where('offer_id', id).length > 0,
    endOf: offerEnd(invention),
    spaceOf: (machineId) => spaces.get(machineId),
  }
  const readers = offerReaders(asked)
  const read: ReadField<OfferRow> = (row, name) => {
    const field = resolveField(name)
    const seen = row.seen?.[field]
    if (isValue(seen) && seen !== null) return seen
    if (field === 'datacenter') return readers['hosting_type']?.(row) === 1
    return Object.hasOwn(readers, field) ? readers[field]?.(row) : undefined
  }
  const isFulfilled = fulfils<OfferRow>(filters, (row, name) =>
    name === 'id' ? null : read(row, name === 'geolocation' ? 'country_code' : name),
  )
  const liftsDefault =
    rules.chosen(catalogue['rental-offers.search.rentable']) === 'rented-too' ? ['rentable', 'rented'] : ['rentable']
  const isAnyAsked = liftsDefault.some((name) => filters[name] !== undefined)
  const found = tables.offers.values().filter((row) => isFulfilled(row) && (isAnyAsked || isRentable(row, asked)))
  const inTurn = sortBy(found, order, read)
  const shown = inTurn.slice(0, limitOf(sim, limit, catalogue['rental-offers.search.default-limit']))

  trace.apply(catalogue['rental-offers.search.finds'])
  if (!isAnyAsked || found.length > 0) trace.apply(catalogue['rental-offers.search.rentable'])
  if (Object.keys(filters).length > 0) trace.apply(catalogue['rental-offers.search.read-by-type'])
  if (filters['id'] !== undefined) {
    trace.apply(catalogue['rental-offers.search.by-id'])
    trace.addHint('a filter by id finds nothing; ask_contract_id does')
  }
  if (found.length > 0) trace.apply(catalogue['rental-offers.search.prices'])
  const gpuNames = shown.map(offerFields.reader(invention, 'gpu_name'))
  traceUnknownGpu(
    trace,
    gpuNames.find((name) => gpuNamed(name) === undefined),
  )
  traceLimit(sim, found.length, limit, catalogue['rental-offers.search.default-limit'])
  return { offers: shown.map((row) => presentOffer(row, asked, readers)), truncated: found.length > shown.length }
}

/** A part of a query, where it is a filter: some parts are taken, and change nothing. */
const asFilters = ([name, part]: readonly [string, unknown]): readonly (readonly [string, Filters[string]])[] =>
  Object.hasOwn(unusedParameters, name) || !isObject(part) ? [] : [[name, part]]

/** The field that a name of a request stands for. */
const resolveField = (name: string): string => (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name)
