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
import { isRefusal, type Rule } from '../kernel/rule.ts'
import type { Dialect, RulesInForce } from '../kernel/rules-in-force.ts'
import { type Collection, collections } from '../marketplace/collections.ts'
import { type ChosenRules, mergedChoices, type RuleChoices, rulesInForce } from '../marketplace/rule-choices.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import { HOURS_PER_MONTH } from '../marketplace/operation/units.ts'
import { openSimulator } from '../server/open-simulator.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import { differencesOf } from './compare.ts'
import { type Exchange, keyOf } from './exchange.ts'
import { resourceOf, SameIds } from './ids.ts'
import { operationFor } from './operations.ts'

/** What captures are held against. */
export interface Settings {
  readonly dialect: Dialect
  readonly chosen: readonly ChosenRules[]
}

export const rulesWith = ({ dialect, chosen }: Settings, choices: RuleChoices): RulesInForce =>
  rulesInForce(dialect, [...chosen, { choices, by: 'drift' }])

/** What a capture leaves open, taken one way: that a key is not known, that an offer is rented by another user. */
export type Supposed = 'key-unknown' | 'key-without-scope' | 'offer-rented' | 'too-soon'

export interface Trial {
  /** Choices at rules, besides those of the settings. */
  readonly choices?: RuleChoices
  readonly supposed?: Supposed | undefined
  readonly seed?: string
}

/** What the simulator answers where a session has come to an exchange. */
export interface Played {
  readonly status: number
  readonly body: unknown
  readonly contentType: string
  readonly headers: readonly string[]
  readonly rules: readonly Rule[]
  /** The rule that refused. */
  readonly refusedBy: Rule | undefined
  readonly ids: SameIds
  /** The ids, as captured, of rows that earlier requests made. */
  readonly made: ReadonlySet<unknown>
  /** Whether the world has the row of an id, as captured. */
  readonly holds: (id: unknown) => boolean
}

type Row = Record<string, unknown>
type Document = Partial<Record<string, Row[]>>
type Known = ReadonlyMap<
  Collection,
  ReadonlyMap<unknown, { readonly row: CapturedRow; readonly atMs: number | undefined }>
>

interface Made {
  readonly at: number
  readonly collection: Collection
  readonly id: unknown
  /** The offer that was rented. */
  readonly offer: number | undefined
}

/** Under which name the answer to a creation has the id of the row. */
const creations: Readonly<
  Record<string, { readonly collection: Collection; readonly id: (body: unknown) => unknown }>
> = {
  'instances.create': { collection: 'instances', id: (body) => fieldOf(body, 'new_contract') },
  'templates.create': { collection: 'templates', id: (body) => fieldOf(fieldOf(body, 'template'), 'id') },
  'endpoint-groups.create': { collection: 'endpoint_groups', id: (body) => fieldOf(body, 'result') },
}

/** Rows that a path names, and what such a row needs where no answer shows it. */
const named: readonly (readonly [RegExp, Collection, Row])[] = [
  [/\/instances\/(?:\w+\/)?(\d+)\//, 'instances', {}],
  [/\/asks\/(\d+)\//, 'offers', { min_bid: 0.001 }],
  [/\/endptjobs\/(\d+)\//, 'endpoint_groups', { endpoint_name: 'captured' }],
]

/** The exchanges of one capture in their order, which can be played up to any of them. */
export class Session {
  readonly exchanges: readonly Exchange[]
  readonly #settings: Settings
  readonly #listed: readonly (CapturedAnswer | undefined)[]
  readonly #made: readonly Made[]
  readonly #accepted: ReadonlySet<string>
  readonly #hasKeys: boolean
  /** How far the clock of the service is ahead of that of the capture, in milliseconds. */
  readonly #skewMs: number

  constructor(exchanges: readonly Exchange[], settings: Settings) {
    this.exchanges = exchanges
    this.#settings = settings
    this.#listed = exchanges.map(listedIn)
    const before = new Set<string>()
    this.#made = exchanges.flatMap((exchange, at) => {
      for (const row of this.#listed[at]?.rows ?? []) before.add(`${this.#listed[at]?.collection} ${String(row['id'])}`)
      const operation = operationFor(exchange)?.operation.id ?? ''
      const creation = creations[operation]
      if (creation === undefined || exchange.status >= 300) return []
      const { collection } = creation
      const id = creation.id(exchange.body)
      if (typeof id !== 'number' || before.has(`${collection} ${id}`)) return []
      const offer = Number(/\/asks\/(\d+)\//.exec(exchange.path)?.[1])
      return [{ at, collection, id, offer: collection === 'instances' ? offer : undefined }]
    })
    const withKey = exchanges.flatMap((exchange) => {
      const key = keyOf(exchange)
      const isRefused = exchange.status === 401 || fieldOf(exchange.body, 'error') === 'auth_error'
      return key === undefined ? [] : [{ key, isRefused }]
    })
    this.#hasKeys = withKey.length > 0
    this.#accepted = new Set(withKey.filter(({ isRefused }) => !isRefused).map(({ key }) => key))
    this.#skewMs = skewOf(this.#listed)
  }

  /** Whether the exchange lists all rows of a collection that the request asked for. */
  listedAt(at: number): CapturedAnswer | undefined {
    return this.#listed[at]
  }

  /** What of the state may be otherwise than the capture shows. */
  supposedAt(at: number): readonly Supposed[] {
    const { status, path } = this.#at(at)
    const key = keyOf(this.#at(at))
    if (status === 429) return ['too-soon']
    if (status < 400) return []
    const isKeyed = key !== undefined && this.#accepted.has(key) && status < 410
    const offer = /\/asks\/(\d+)\//.exec(path)?.[1]
    const isOpen = offer !== undefined && !this.#made.some((each) => each.at < at && each.offer === Number(offer))
    return [
      ...(isOpen ? (['offer-rented'] as const) : []),
      ...(isKeyed ? (['key-without-scope', 'key-unknown'] as const) : []),
    ]
  }

  /** Plays what came before, and then the exchange: what the simulator answers to it. */
  async play(at: number, { choices = {}, supposed, seed = 'drift' }: Trial = {}): Promise<Played> {
    const { dialect, chosen } = this.#settings
    const rules = mergedChoices([...chosen, { choices, by: 'drift' }])
    const exchange = this.#at(at)
    const startMs = this.#instant(0)
    const { document, atMs } = this.#documentAt(at, supposed)
    const operation = operationFor(exchange)?.operation.id
    const options = {
      dialect,
      rules,
      seed,
      rateLimit: { enabled: supposed === 'too-soon' },
      ...((startMs ?? atMs) !== undefined && { clock: { mode: 'frozen', atMs: startMs ?? atMs } as const }),
    }
    const simulator = openWith(
      options,
      { ...(atMs !== undefined && { epoch: atMs / 1000 }), ...document },
      document['users'],
    )
    const ids = new SameIds()
    for (const collection of collections)
      for (const row of document[collection] ?? [])
        if (typeof row['id'] === 'number') ids.match('id', resourceOf(kindOfRows(collection)), row['id'], row['id'])
    const made = new Set<unknown>()
    let nowMs = startMs
    const moveTo = async (toMs: number | undefined) => {
      if (toMs === undefined || nowMs === undefined || toMs <= nowMs) return
      await simulator.respond(controlCall('/_sim/clock/advance', { seconds: (toMs - nowMs) / 1000 }))
      nowMs = toMs
    }
    for (const before of this.#writesBefore(at, operation)) {
      await moveTo(this.#instant(before))
      const earlier = this.#at(before)
      const answer = await this.#ask(simulator.respond, earlier, ids, supposed)
      const resource = resourceOf(operationFor(earlier)?.operation.id ?? '')
      if (answer.status < 300) {
        const side = { status: answer.status, body: shallowJson(await answer.text()) }
        // What is learned is which ids are those of the same things.
        differencesOf(side, earlier, { ids, resource, made, holds: () => true, isKnown: true, texts: false })
        for (const each of this.#made) if (each.at === before) made.add(each.id)
      }
    }
    await moveTo(this.#instant(at))
    let answer = await this.#ask(simulator.respond, exchange, ids, supposed)
    if (supposed === 'too-soon') {
      if (answer.status !== 429) answer = await this.#ask(simulator.respond, exchange, ids, supposed)
      for (let more = 0; answer.status !== 429 && more < MAX_LET_THROUGH; more += 1)
        answer = await this.#ask(simulator.respond, exchange, ids, supposed)
    }
    const inForce = rulesWith(this.#settings, choices)
    const ruled = (answer.headers.get('X-Sim-Rules') ?? '').split(',').flatMap((id) => rulesById.get(id.trim()) ?? [])
    const text = await answer.text()
    return {
      status: answer.status,
      body: shallowJson(text),
      contentType: answer.headers.get('Content-Type') ?? '',
      headers: [...answer.headers.keys()],
      rules: ruled,
      refusedBy: answer.ok
        ? undefined
        : ruled.find(
            (rule) =>
              inForce.of(rule).status === answer.status && (isRefusal(rule) || inForce.of(rule).error !== undefined),
          ),
      ids,
      made,
      holds: (id) => ids.knows(resourceOf(operation ?? ''), id),
    }
  }

  /** The successful writes before an exchange. */
  writesBefore(at: number): readonly Exchange[] {
    return this.#writesBefore(at, undefined).map((before) => this.#at(before))
  }

  /** The successful writes before an exchange, and earlier pages of the same listing. */
  #writesBefore(at: number, operation: string | undefined): readonly number[] {
    const isPage = this.#at(at).query.includes('after_token')
    return this.exchanges.flatMap(({ method, path, status, query }, before) => {
      if (before >= at || status >= 300) return []
      if (method === 'GET') {
        const isEarlierPage = isPage && operationFor({ method, path })?.operation.id === operation
        return isEarlierPage && !query.includes('after_token=x') ? [before] : []
      }
      return listedBy(method, path) !== undefined || /\/(search|bundles)\//.test(path) ? [] : [before]
    })
  }

  async #ask(
    respond: (request: Request) => Promise<Response>,
    exchange: Exchange,
    ids: SameIds,
    supposed: Supposed | undefined,
  ): Promise<Response> {
    const { method, path, query, sent, sentType } = exchange
    const resource = resourceOf(operationFor(exchange)?.operation.id ?? '')
    const params = new URLSearchParams(ids.query(query, resource))
    const key = this.#keyFor(exchange, supposed)
    if (params.has('api_key')) params.set('api_key', key ?? UNKNOWN_KEY)
    const asked = query === '' ? '' : `?${params.has('api_key') ? params.toString() : ids.query(query, resource)}`
    const hasBody = sent !== undefined && sent !== '' && method !== 'GET'
    const json = hasBody ? shallowJson(sent) : undefined
    return respond(
      new Request(`http://localhost${ids.path(path, resource)}${asked}`, {
        method,
        redirect: 'manual',
        headers: {
          Accept: 'application/json',
          ...(key !== undefined &&
            (exchange.key !== undefined || !params.has('api_key')) && { Authorization: `Bearer ${key}` }),
          ...(hasBody && { 'Content-Type': sentType ?? 'application/json' }),
        },
        ...(hasBody && { body: json === undefined ? sent : JSON.stringify(ids.body(json, resource)) }),
      }),
    )
  }

  #keyFor(exchange: Exchange, supposed: Supposed | undefined): string | undefined {
    const { status } = exchange
    const key = keyOf(exchange)
    // Writers of HAR files leave keys out: what succeeded was sent with one.
    if (!this.#hasKeys) return status === 401 || status === 403 ? undefined : EXAMPLE_KEY
    if (key === undefined) return undefined
    return this.#accepted.has(key) && supposed !== 'key-unknown' ? EXAMPLE_KEY : UNKNOWN_KEY
  }

  #at(at: number): Exchange {
    const exchange = this.exchanges[at]
    if (exchange === undefined) throw new RangeError(`there is no exchange ${at}`)
    return exchange
  }

  #instant(at: number): number | undefined {
    const { atMs } = this.#at(at)
    return atMs === undefined ? undefined : atMs + this.#skewMs
  }

  /** The rows that are there when an exchange is sent, without those that requests of the session make. */
  #documentAt(
    at: number,
    supposed: Supposed | undefined,
  ): { readonly document: Document; readonly atMs: number | undefined } {
    const known = this.#knownAt(at)
    const answers = [...known].map(([collection, rows]): CapturedAnswer => {
      const atMs = [...rows.values()].findLast((each) => each.atMs !== undefined)?.atMs
      const shown = [...rows.values()].map(({ row }) => withStorageCost(row, this.#at(at)))
      return { collection, rows: shown, ...(atMs !== undefined && { atMs: atMs + this.#skewMs }) }
    })
    const { document, callerId, atMs } = imported(answers)
    for (const each of this.#made) this.#unmake(document, each, at)
    this.#addNamed(document, callerId, at)
    if (supposed === 'offer-rented') rentToAnother(document, Number(/\/asks\/(\d+)\//.exec(this.#at(at).path)?.[1]))
    if (supposed === 'key-without-scope')
      for (const user of document['users'] ?? [])
        if (user['id'] === callerId) user['api_keys'] = [{ key: EXAMPLE_KEY, permissions: [] }]
    padPage(document, this.#at(at), this.#listed[at])
    // The instants of rows are those of the capture.
    for (const row of document['instances'] ?? []) dropImpossibleStart(row)
    return { document, atMs }
  }

  #knownAt(at: number): Known {
    const known = new Map<Collection, Map<unknown, { row: CapturedRow; atMs: number | undefined }>>()
    const madeIds = new Set(this.#made.map(({ collection, id }) => `${collection} ${JSON.stringify(id)}`))
    const add = (answer: CapturedAnswer, isLater: boolean): void => {
      const rows = known.get(answer.collection) ?? new Map<unknown, { row: CapturedRow; atMs: number | undefined }>()
      known.set(answer.collection, rows)
      for (const row of answer.rows) {
        const id = idOf(answer.collection, row) ?? row
        const before = rows.get(id)
        if (isLater && (before !== undefined || madeIds.has(`${answer.collection} ${JSON.stringify(id)}`))) continue
        rows.set(id, { row: { ...before?.row, ...row }, atMs: answer.atMs })
      }
    }
    for (const [index, answer] of this.#listed.entries()) {
      if (answer === undefined) continue
      const isWhole = index <= at && isWholeList(this.#at(index))
      if (isWhole && (index === at || answer.collection === 'instances')) known.delete(answer.collection)
      // What a search finds later says nothing of what an earlier one had to find.
      if (index <= at || this.#listed[at]?.collection !== answer.collection) add(answer, index > at)
    }
    return known
  }

  /** Takes out a row that a request of the session makes; the offer that it rents stays. */
  #unmake(document: Document, { at: madeAt, collection, id, offer }: Made, at: number): void {
    const rows = document[collection] ?? []
    const row = rows.find((each) => each['id'] === id)
    document[collection] = rows.filter((each) => each !== row)
    if (offer === undefined || Number.isNaN(offer)) return
    const offers = (document['offers'] ??= [])
    const machine = offers.find((each) => row !== undefined && each['id'] === row['offer_id'])
    if (offers.some((each) => each['id'] === offer)) document['offers'] = offers.filter((each) => each !== machine)
    else if (machine !== undefined) machine['id'] = offer
    // What was rented was free.
    for (const row of document['offers'] ?? []) if (row['id'] === offer && madeAt < at) delete row['rentable']
  }

  /** Rows that paths name and no answer shows: a request about them succeeds, so they are there. */
  #addNamed(document: Document, callerId: number, at: number): void {
    for (const [index, exchange] of this.exchanges.entries()) {
      if (index > at || exchange.status >= 300) continue
      for (const [path, collection, needed] of named) {
        const id = Number(path.exec(exchange.path)?.[1])
        const rows = (document[collection] ??= [])
        const isMade = this.#made.some((each) => each.collection === collection && each.id === id)
        if (Number.isNaN(id) || isMade || rows.some((row) => row['id'] === id)) continue
        if (collection === 'instances' && exchange.method === 'GET') continue
        if (collection === 'instances') rows.push(instanceRow(document, id, callerId))
        else rows.push({ id, ...needed, ...(collection === 'endpoint_groups' && { user_id: callerId }) })
      }
    }
  }
}

/** Of the limits that are known, the largest lets through as many at once. */
const MAX_LET_THROUGH = 6
const UNKNOWN_KEY = 'a-key-that-no-user-has'

const kindOfRows = (collection: Collection): string =>
  collection === 'endpoint_groups' ? 'endpoint-groups.' : collection === 'offers' ? 'asks' : `${collection}.`

const controlCall = (path: string, body: object): Request =>
  new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

function openWith(options: Parameters<typeof openSimulator>[0], fixture: object, users: readonly Row[] = []) {
  try {
    return openSimulator({ ...options, fixture })
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return openSimulator({ ...options, fixture: { users } })
  }
}

/** Shows secrets as they are: the world is never written anywhere. */
class NothingHidden extends SecretCleaner {
  override clean(_name: string, value: unknown): unknown {
    return value
  }
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

function rentToAnother(document: Document, offer_id: number): void {
  const users = (document['users'] ??= [])
  const user_id = freeIdIn(users)
  users.push({ id: user_id, name: 'another' })
  const offers = (document['offers'] ??= [])
  if (!offers.some(({ id }) => id === offer_id)) offers.push({ id: offer_id })
  const instances = (document['instances'] ??= [])
  if (instances.every((row) => row['offer_id'] !== offer_id))
    instances.push({ id: freeIdIn(instances), user_id, offer_id })
}

/** What storage costs follows from what all of it costs, where a row does not say it. */
function withStorageCost(row: CapturedRow, { sent }: Exchange): CapturedRow {
  const { storage_cost, storage_total_cost, disk_space } = row
  if (storage_cost !== undefined || typeof storage_total_cost !== 'number') return row
  const asked = sent === undefined ? undefined : shallowJson(sent)
  const allocated = fieldOf(fieldOf(asked, 'q') ?? asked, 'allocated_storage')
  const isInstance = Object.hasOwn(row, 'actual_status')
  const gb = isInstance ? (disk_space ?? 8) : (allocated ?? 8)
  if (typeof gb !== 'number' || gb === 0) return row
  return { ...row, storage_cost: (storage_total_cost * HOURS_PER_MONTH) / gb, ...(isInstance && { disk_space: gb }) }
}

/** A page says how many instances there are: those that no page shows stand behind it. */
function padPage(document: Document, { body }: Exchange, listed: CapturedAnswer | undefined): void {
  const total = fieldOf(body, 'total_instances')
  if (listed?.collection !== 'instances' || typeof total !== 'number') return
  const instances = (document['instances'] ??= [])
  const user_id = Number(instances[0]?.['user_id'])
  const missing = Math.min(total - instances.length, MAX_PADDED)
  for (let count = 0; count < missing && !Number.isNaN(user_id); count += 1)
    instances.push(instanceRow(document, freeIdIn(instances), user_id))
}
const MAX_PADDED = 1000

/** An instance does not run for longer than it is there. */
function dropImpossibleStart(row: Row): void {
  const { running_since, start_date } = row
  if (typeof running_since === 'number' && typeof start_date === 'number' && running_since < start_date - 90)
    delete row['running_since']
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
