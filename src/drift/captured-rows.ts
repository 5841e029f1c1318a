import {
  type CapturedAnswer,
  type CapturedRow,
  listedBy,
  rowsOf,
  UnclearAnswerError,
} from '../import/captured-answers.ts'
import { EXAMPLE_KEY, importAnswers } from '../import/import-answers.ts'
import { shownAtMs } from '../import/instance-fields.ts'
import { idOf } from '../import/rows-from.ts'
import { SecretCleaner } from '../import/secrets.ts'
import { fieldOf } from '../kernel/object.ts'
import type { Collection } from '../marketplace/collections.ts'
import { HOURS_PER_MONTH } from '../marketplace/operation/units.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { type Exchange, hasNoBody, sentJson } from './exchange.ts'
import { operationFor } from './operations.ts'
import { valueAt } from './stories/story.ts'

/** What a capture leaves open, taken one way: that a key is not known, that an offer is rented by another user. */
export type Supposed = 'key-unknown' | 'key-without-scope' | 'offer-there' | 'offer-rented' | 'too-soon'

export type Row = Record<string, unknown>
export type Document = Partial<Record<string, Row[]>>

export interface Made {
  readonly at: number
  readonly collection: Collection
  readonly id: unknown
  /** The offer that was rented. */
  readonly offer: number | undefined
}

/** The rows that operations make, and the names under which their answers have the id. */
const creations: Readonly<Record<string, readonly [Collection, ...names: string[]]>> = {
  'instances.create': ['instances', 'new_contract'],
  'templates.create': ['templates', 'template', 'id'],
  'volumes.create': ['volumes', 'id'],
  'endpoint-groups.create': ['endpoint_groups', 'result'],
}

/** Rows that a path names, and what such a row needs where no answer shows it. */
const named: readonly (readonly [RegExp, Collection, Row])[] = [
  [/\/instances\/(?:\w+\/)?(\d+)\//, 'instances', {}],
  [/\/asks\/(\d+)\//, 'offers', { min_bid: 0.001 }],
  [/\/endptjobs\/(\d+)\//, 'endpoint_groups', { endpoint_name: 'captured' }],
]

/** The offer that a request rents. */
export function offerIn({ path }: Pick<Exchange, 'path'>): number | undefined {
  const id = /\/asks\/(\d+)\//.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The rows that the exchanges of one capture show, as they were before each of them. */
export class CapturedRows {
  readonly exchanges: readonly Exchange[]
  /** The rows of each exchange that lists some. */
  readonly listed: readonly (CapturedAnswer | undefined)[]
  /** The rows that requests of the capture make. */
  readonly made: readonly Made[]
  readonly #madeKeys: ReadonlySet<string>
  /** How far the clock of the service is ahead of that of the capture, in milliseconds. */
  readonly #skewMs: number

  constructor(exchanges: readonly Exchange[]) {
    this.exchanges = exchanges
    this.listed = exchanges.map(listedIn)
    const before = new Set<string>()
    this.made = exchanges.flatMap((exchange, at) => {
      const answer = this.listed[at]
      if (answer !== undefined) for (const { id } of answer.rows) before.add(rowKey(answer.collection, id))
      const [collection, ...names] = creations[operationFor(exchange)?.operation.id ?? ''] ?? []
      // What cannot be played makes no row: it is there from the start.
      if (collection === undefined || exchange.status >= 300 || hasNoBody(exchange)) return []
      const id = valueAt(exchange.body, ...names)
      // A creation that gives a row of an earlier listing made none.
      if (typeof id !== 'number' || before.has(rowKey(collection, id))) return []
      return [{ at, collection, id, offer: collection === 'instances' ? offerIn(exchange) : undefined }]
    })
    this.#madeKeys = new Set(this.made.map(({ collection, id }) => rowKey(collection, id)))
    this.#skewMs = skewOf(this.listed)
  }

  at(at: number): Exchange {
    const exchange = this.exchanges[at]
    if (exchange === undefined) throw new RangeError(`there is no exchange ${at}`)
    return exchange
  }

  /** Unix milliseconds of an exchange by the clock of the service. */
  instant(at: number): number | undefined {
    const { atMs } = this.at(at)
    return atMs === undefined ? undefined : atMs + this.#skewMs
  }

  /** The rows that are there when an exchange is sent, without those that requests of the session make. */
  documentAt(
    at: number,
    supposed: Supposed | undefined,
  ): { readonly document: Document; readonly atMs: number | undefined } {
    const { document, callerId, atMs } = imported(joined(this.#answersAt(at)))
    this.#moveSpace(document, at)
    for (const each of this.made) this.#unmake(document, each, at)
    this.#addNamed(document, callerId, at)
    const offer = offerIn(this.at(at))
    if (offer !== undefined && (supposed === 'offer-there' || supposed === 'offer-rented')) addOffer(document, offer)
    if (offer !== undefined && supposed === 'offer-rented') rentToAnother(document, offer)
    if (supposed === 'key-without-scope')
      for (const user of document['users'] ?? [])
        if (user['id'] === callerId) user['api_keys'] = [{ key: EXAMPLE_KEY, permissions: [] }]
    return { document, atMs }
  }

  /** The answers that show the rows at an exchange: the last ones before it, and for other collections those after it. */
  #answersAt(at: number): readonly CapturedAnswer[] {
    const here = this.listed[at]?.collection
    let before: CapturedAnswer[] = []
    for (const [index, answer] of this.listed.slice(0, at + 1).entries()) {
      if (answer === undefined) continue
      const { collection } = answer
      // A listing without parameters has all rows: what earlier ones show is gone.
      const isWhole = (index === at || collection === 'instances') && isWholeList(this.at(index))
      if (isWhole) before = before.filter((each) => each.collection !== collection)
      before.push(answer)
    }
    const after = this.listed.slice(at + 1).flatMap((answer) => {
      // What a search finds later says nothing of what an earlier one had to find.
      if (answer === undefined || answer.collection === here) return []
      const { collection, rows } = answer
      return [{ ...answer, rows: rows.filter(({ id }) => !this.#madeKeys.has(rowKey(collection, id))) }]
    })
    return [...after.toReversed(), ...before].map(({ collection, rows, atMs }) => ({
      collection,
      rows: rows.map((row) => withStorageCost(row, this.at(at))),
      ...(atMs !== undefined && { atMs: atMs + this.#skewMs }),
    }))
  }

  /** Takes out a row that a request of the session makes; the offer that it rents stays. */
  #unmake(document: Document, { at: madeAt, collection, id, offer }: Made, at: number): void {
    const rows = document[collection] ?? []
    const row = rows.find((each) => each['id'] === id)
    document[collection] = rows.filter((each) => each !== row)
    if (offer === undefined) return
    const offers = (document['offers'] ??= [])
    const machine = offers.find((each) => row !== undefined && each['id'] === row['offer_id'])
    if (offers.some((each) => each['id'] === offer)) document['offers'] = offers.filter((each) => each !== machine)
    else if (machine !== undefined) machine['id'] = offer
    // What was rented was free.
    for (const row of document['offers'] ?? []) if (row['id'] === offer && madeAt < at) delete row['rentable']
  }

  /** An answer shows the space that is free after earlier requests made and deleted volumes. The world begins before them. */
  #moveSpace(document: Document, at: number): void {
    const volumes = new Map(
      (document['volumes'] ?? []).map(({ id, volume_offer_id: offer, size }) => [id, { offer, size }]),
    )
    for (const exchange of this.exchanges.slice(0, at)) {
      const { method, path, query, status, body } = exchange
      if (!/\/volumes\/?$/.test(path) || method === 'GET' || status >= 300) continue
      const asked = sentJson(exchange)
      const isMade = method === 'PUT'
      const id = isMade ? fieldOf(body, 'id') : Number(new URLSearchParams(query).get('id'))
      if (isMade && volumes.has(id)) continue
      if (isMade) volumes.set(id, { offer: fieldOf(asked, 'id'), size: fieldOf(asked, 'size') })
      const { offer, size } = volumes.get(id) ?? {}
      for (const row of document['volume_offers'] ?? [])
        if (row['id'] === offer) row['size'] = Number(row['size']) + Number(size) * (isMade ? 1 : -1)
    }
  }

  /** Rows that paths name and no answer shows: a request about them succeeds, so they are there. */
  #addNamed(document: Document, callerId: number, at: number): void {
    for (const [index, exchange] of this.exchanges.entries()) {
      if (index > at || exchange.status >= 300) continue
      for (const [path, collection, needed] of named) {
        const id = Number(path.exec(exchange.path)?.[1])
        const rows = (document[collection] ??= [])
        const isMade = this.made.some((each) => each.collection === collection && each.id === id)
        if (Number.isNaN(id) || isMade || rows.some((row) => row['id'] === id)) continue
        if (collection === 'instances' && exchange.method === 'GET') continue
        if (collection === 'instances') rows.push(instanceRow(document, id, callerId))
        else rows.push({ id, ...needed, ...(collection === 'endpoint_groups' && { user_id: callerId }) })
      }
    }
  }
}

const rowKey = (collection: Collection, id: unknown): string => `${collection} ${JSON.stringify(id)}`

/** Shows secrets as they are: the world is never written anywhere. */
class NothingHidden extends SecretCleaner {
  override clean(_name: string, value: unknown): unknown {
    return value
  }
}

/** One answer for each collection, with all that the answers show of each row: some list a few columns only. */
function joined(answers: readonly CapturedAnswer[]): readonly CapturedAnswer[] {
  const byCollection = new Map<Collection, { rows: Map<unknown, CapturedRow>; atMs: number | undefined }>()
  for (const { collection, rows, atMs } of answers) {
    const known = byCollection.get(collection)?.rows ?? new Map<unknown, CapturedRow>()
    for (const row of rows) {
      const id = idOf(collection, row) ?? row
      known.set(id, { ...known.get(id), ...row })
    }
    byCollection.set(collection, { rows: known, atMs: atMs ?? byCollection.get(collection)?.atMs })
  }
  return [...byCollection].map(([collection, { rows, atMs }]) => ({
    collection,
    rows: [...rows.values()],
    ...(atMs !== undefined && { atMs }),
  }))
}

function imported(answers: readonly CapturedAnswer[]): {
  readonly document: Document
  readonly callerId: number
  readonly atMs: number | undefined
} {
  try {
    const { rows, callerId, atMs } = importAnswers(answers, new NothingHidden([]))
    const document: Document = {}
    for (const [name, list] of Object.entries(rows)) document[name] = list.map((row) => ({ ...row }))
    return { document, callerId, atMs }
  } catch (error) {
    if (!(error instanceof DocumentError) || answers.length === 0) throw error
    return { ...imported([]), atMs: undefined }
  }
}

const freeIdIn = (rows: readonly Row[] = []): number => Math.max(0, ...rows.map(({ id }) => Number(id))) + 1

function instanceRow(document: Document, id: number, user_id: number): Row {
  const offer_id = freeIdIn(document['offers'])
  ;(document['offers'] ??= []).push({ id: offer_id })
  return { id, user_id, offer_id }
}

function addOffer(document: Document, id: number): void {
  const offers = (document['offers'] ??= [])
  if (!offers.some((row) => row['id'] === id)) offers.push({ id })
}

function rentToAnother(document: Document, offer_id: number): void {
  const users = (document['users'] ??= [])
  const user_id = freeIdIn(users)
  users.push({ id: user_id, name: 'another' })
  const instances = (document['instances'] ??= [])
  if (instances.every((row) => row['offer_id'] !== offer_id))
    instances.push({ id: freeIdIn(instances), user_id, offer_id })
}

/** What storage costs follows from what all of it costs, where a row does not say it. */
function withStorageCost(row: CapturedRow, exchange: Exchange): CapturedRow {
  const { storage_cost, storage_total_cost, disk_space } = row
  if (storage_cost !== undefined || typeof storage_total_cost !== 'number') return row
  const asked = sentJson(exchange)
  const allocated = fieldOf(fieldOf(asked, 'q') ?? asked, 'allocated_storage')
  const isInstance = Object.hasOwn(row, 'actual_status')
  const gb = isInstance ? (disk_space ?? 8) : (allocated ?? 8)
  if (typeof gb !== 'number' || gb === 0) return row
  return { ...row, storage_cost: (storage_total_cost * HOURS_PER_MONTH) / gb, ...(isInstance && { disk_space: gb }) }
}

/** Whether a listing has every row: it is no search, no page, and not cut by a limit. */
const isWholeList = ({ path, query, body }: Exchange): boolean =>
  !/\/\d+\/?$/.test(path) &&
  !query.includes('select_') &&
  (fieldOf(body, 'next_token') ?? null) === null &&
  !query.includes('after_token')

function listedIn({ method, path, body, status, atMs }: Exchange): CapturedAnswer | undefined {
  const collection = status < 300 ? listedBy(method, path) : undefined
  if (collection === undefined) return undefined
  try {
    // An instance that is gone is shown as null.
    const rows = fieldOf(body, 'instances') === null ? [] : rowsOf(body, collection)
    return { collection, rows, ...(atMs !== undefined && { atMs }) }
  } catch (error) {
    if (error instanceof UnclearAnswerError) return undefined
    throw error
  }
}

/** Within these a clock is said to be right. */
const SMALL_SKEW_MS = 10 * 60_000

/**
 * The clock of a service may be another one than that of the capture: then all rows agree on the instant. Where they do not,
 * or where the difference is one of units, the capture is right, and what a row says of its time is judged.
 */
function skewOf(listed: readonly (CapturedAnswer | undefined)[]): number {
  const skews = listed.flatMap((answer) =>
    answer?.atMs === undefined ? [] : answer.rows.flatMap((row) => skewOfRow(row, answer.atMs ?? 0)),
  )
  const [first = 0] = skews
  const isCommon = skews.every((each) => Math.abs(each - first) < 5000)
  return isCommon && Math.abs(first) > SMALL_SKEW_MS ? first : 0
}

function skewOfRow(row: CapturedRow, atMs: number): readonly number[] {
  const shown = shownAtMs(row)
  const { end_date, duration, start_date } = row
  if (shown === undefined || typeof end_date !== 'number' || typeof duration !== 'number') return []
  const left = end_date - atMs / 1000
  const age = atMs / 1000 - Number(start_date)
  const isOther = [left / 3600, left / 60, left / 86_400, left * 1000, age].some(
    (value) => Math.abs(value - duration) <= Math.max(60, 0.001 * Math.abs(value)) && Math.abs(left - duration) > 600,
  )
  return isOther ? [0] : [shown - atMs]
}
