import type { Invention } from '../../kernel/invention.ts'
import { type Body, bytesOf } from '../../kernel/json-bytes.ts'
import { putBounded } from '../../kernel/put-bounded.ts'
import { type Readers, sortBy, type Value } from '../../kernel/query.ts'
import { endsSlice, SharedWork, SLICE, type Work } from '../../kernel/slices.ts'
import type { Sim } from '../sim.ts'
import { diskFields, type NetworkDiskRow, type NetworkVolumeOfferRow } from './collections.ts'
import { offerAt, offerReaders, type OfferReaders, type ReadOffer } from './offer.ts'
import { searchRules } from './rules.ts'
import { type Order, orderReaders } from './search-fields.ts'

/** What values are invented from. */
type Inventing = Pick<Sim, 'invention' | 'rules'>

function termsOf({ rules }: Inventing): string {
  const { from, to } = rules.valueOf(searchRules.unpricedIsInvented)
  return `${rules.valueOf(searchRules.endlessRunsForAYear)} ${from} ${to}`
}

/** Values that need no column. */
const FEW = 512

/** As many as there are fields, in both directions. */
const MAX_ORDERS = 32

/** So many offers keep their JSON, about half a kilobyte each: those that were found first. */
const MAX_KEPT_OFFERS = 1000

/** A field of a listing that we fill where it is left out. */
type Filling = 'end_date' | 'price_disk' | 'size'

/**
 * All offers of a world, expired ones included, until a row changes. An offer is known by its place: an index by ascending
 * id. Only the fields that searches read are invented; each is kept, as are the orders in which searches sorted.
 */
export class Market {
  readonly #listings: readonly NetworkVolumeOfferRow[]
  readonly #disks: readonly NetworkDiskRow[]
  readonly #places: readonly number[]
  readonly read: OfferReaders
  /** The country code of a geolocation. */
  readonly country: (place: number) => string
  /** The owner of a disk. */
  readonly host: (place: number) => number
  readonly diskId: (place: number) => number
  /** Whether any listing leaves a field out. */
  readonly fills: Readonly<Record<Filling, boolean>>
  readonly #orders = new Map<string, SharedWork<readonly number[]>>()
  readonly #json = new Map<number, Body>()
  #valuesInSlice = 0

  /** @param disks has the disk of each listing, at its place */
  constructor(listings: readonly NetworkVolumeOfferRow[], disks: readonly NetworkDiskRow[], sim: Inventing) {
    this.#listings = listings
    this.#disks = disks
    this.#places = listings.map((_, place) => place)
    this.read = offerReaders(sim, (read) => this.#column(read))
    const placeOf = diskFields.reader(sim.invention, 'geolocation')
    this.country = this.#column((_listing, disk) => countryCode(placeOf(disk)))
    this.host = this.#column((_listing, disk) => disk.user_id)
    this.diskId = this.#column((listing) => listing.disk_id)
    const fills = (field: Filling): boolean => this.#places.some((place) => this.isFilled(field, place))
    this.fills = { end_date: fills('end_date'), price_disk: fills('price_disk'), size: fills('size') }
  }

  /** Whether a listing leaves a field out. */
  isFilled(field: Filling, place: number): boolean {
    return this.#listings[place]?.[field] === undefined
  }

  /** The places of all offers in an order, which is sorted once and kept: clients repeat their searches. */
  inOrder(order: Order, nowSeconds: number): Work<readonly number[]> {
    const key = JSON.stringify(order)
    const sorted =
      this.#orders.get(key) ??
      new SharedWork(() => sortBy(this.#places, order, orderReaders(this.read, order, nowSeconds)))
    putBounded(this.#orders, key, sorted, MAX_ORDERS)
    return sorted.wait()
  }

  /** An offer as a search shows it. */
  json(place: number): Body {
    const known = this.#json.get(place)
    if (known !== undefined) return known
    const json = JSON.stringify(offerAt(this.read, place))
    if (this.#json.size < MAX_KEPT_OFFERS) this.#json.set(place, bytesOf(json))
    return json
  }

  /** Reads fields of all offers, so that what follows need not invent them. */
  *readAll(fields: readonly string[], readers: Readers<number>): Work<void> {
    for (const field of fields) {
      const read = Object.hasOwn(readers, field) ? readers[field] : undefined
      for (const place of read === undefined ? [] : this.#places) {
        read?.(place)
        if (this.endsSlice()) yield
      }
    }
  }

  /** Whether a slice of values was read for the first time since the last slice ended. */
  endsSlice(): boolean {
    if (this.#valuesInSlice < SLICE) return false
    this.#valuesInSlice = 0
    return true
  }

  /**
   * Reads a field by place and keeps its values: a column is read several times faster than a field of each row. A field
   * that no search goes through is read for the offers that are shown, which are too few for a column.
   */
  #column<V extends Value>(read: ReadOffer<V>): (place: number) => V {
    let few = new Map<number, V>()
    let column: (V | undefined)[] | undefined
    return (place) => {
      const known = column === undefined ? few.get(place) : column[place]
      if (known !== undefined) return known
      const listing = this.#listings[place]
      const disk = this.#disks[place]
      if (listing === undefined || disk === undefined) throw new RangeError(`there is no offer at ${place}`)
      this.#valuesInSlice += 1
      const value = read(listing, disk)
      if (column !== undefined) return (column[place] = value)
      few.set(place, value)
      if (few.size <= FEW) return value
      column = this.#places.map((each) => few.get(each))
      few = new Map()
      return value
    }
  }
}

interface CachedMarket {
  readonly disks: readonly NetworkDiskRow[]
  readonly invention: Invention
  /** The values of the rules that made it. */
  readonly terms: string
  readonly market: SharedWork<Market>
}

/** The market of a list of listings. A table returns another list after any change of its rows; worlds that start alike share theirs. */
const markets = new WeakMap<readonly NetworkVolumeOfferRow[], CachedMarket>()

/** The market as it is once all rows are made; what changes during later slices is not in it. */
export function* marketOf(sim: Inventing & Pick<Sim, 'tables'>): Work<Market> {
  const { tables, invention } = sim
  const terms = termsOf(sim)
  yield* tables.network_disks.load()
  yield* tables.network_volume_offers.load()
  const listings = tables.network_volume_offers.values()
  const disks = tables.network_disks.values()
  let known = markets.get(listings)
  if (known?.disks !== disks || known.invention !== invention || known.terms !== terms) {
    const disksNow = tables.network_disks.fork()
    // Not the whole of what was asked for: the market is kept for longer.
    const inventing = { invention, rules: sim.rules }
    known = { disks, invention, terms, market: new SharedWork(() => joined(listings, disksNow, inventing)) }
    markets.set(listings, known)
  }
  return yield* known.market.wait()
}

function* joined(
  listings: readonly NetworkVolumeOfferRow[],
  disks: Sim['tables']['network_disks'],
  sim: Inventing,
): Work<Market> {
  const listed: NetworkVolumeOfferRow[] = []
  const theirDisks: NetworkDiskRow[] = []
  for (const listing of listings) {
    const disk = disks.get(listing.disk_id)
    if (disk === undefined) continue
    theirDisks.push(disk)
    if (endsSlice(listed.push(listing))) yield
  }
  return new Market(listed, theirDisks, sim)
}

const countryCode = (geolocation: string): string => geolocation.slice(geolocation.lastIndexOf(',') + 1).trim()
