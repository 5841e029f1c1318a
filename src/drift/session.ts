import { listedBy } from '../import/captured-answers.ts'
import { EXAMPLE_KEY } from '../import/import-answers.ts'
import { fieldOf, mapLeaves } from '../kernel/object.ts'
import type { Operation } from '../kernel/operation.ts'
import { isRefusal, type Rule } from '../kernel/rule.ts'
import type { Dialect, RulesInForce } from '../kernel/rules-in-force.ts'
import { MASK } from '../kernel/secret.ts'
import { type Collection, collections } from '../marketplace/collections.ts'
import { type ChosenRules, mergedChoices, type RuleChoices, rulesInForce } from '../marketplace/rule-choices.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import { type OpenSimulator, openSimulator } from '../server/open-simulator.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import { CapturedRows, offerIn, type Row, type Supposed } from './captured-rows.ts'
import { differencesOf } from './compare.ts'
import { type Exchange, hasNoBody, keyOf, sentJson } from './exchange.ts'
import { resourceOf, SameIds } from './ids.ts'
import { operationFor } from './operations.ts'
import type { Earlier, Shown } from './statements.ts'

/** What captures are held against. */
export interface Settings {
  readonly dialect: Dialect
  readonly chosen: readonly ChosenRules[]
}

export const rulesWith = ({ dialect, chosen }: Settings, choices: RuleChoices): RulesInForce =>
  rulesInForce(dialect, [...chosen, { choices, by: 'drift' }])

/** What holds from the start of a session. */
export interface Trial {
  /** Choices at rules, besides those of the settings. */
  readonly choices: RuleChoices
  readonly supposed: Supposed | undefined
  readonly seed?: string | undefined
}

/** What the simulator answers where a session has come to an exchange. */
export interface Played {
  readonly status: number
  readonly text: string
  /** Undefined where the text is not JSON. */
  readonly body: unknown
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

/** A simulator in which a session has come to an exchange. */
interface Stage {
  readonly simulator: OpenSimulator
  readonly supposed: Supposed | undefined
  /** Which ids of ours and of the capture are those of the same things. */
  readonly ids: SameIds
  readonly made: Set<unknown>
}

/** The exchanges of one capture in their order, which can be played up to any of them. */
export class Session {
  readonly rows: CapturedRows
  readonly #settings: Settings
  readonly #accepted: ReadonlySet<string>
  readonly #hasKeys: boolean
  /** The stages of the exchange that was played last. */
  #stages: { readonly at: number; readonly opened: Map<string, Promise<Stage>> } = { at: -1, opened: new Map() }

  constructor(exchanges: readonly Exchange[], settings: Settings) {
    this.rows = new CapturedRows(exchanges)
    this.#settings = settings
    const withKey = exchanges.flatMap((exchange) => {
      const key = keyOf(exchange)
      const isRefused = exchange.status === 401 || fieldOf(exchange.body, 'error') === 'auth_error'
      return key === undefined ? [] : [{ key, isRefused }]
    })
    this.#hasKeys = withKey.length > 0
    this.#accepted = new Set(withKey.filter(({ isRefused }) => !isRefused).map(({ key }) => key))
  }

  /** What of the state may be otherwise than the capture shows. */
  supposedAt(at: number): readonly Supposed[] {
    const exchange = this.rows.at(at)
    const key = keyOf(exchange)
    if (exchange.status === 429) return ['too-soon']
    if (exchange.status < 400) return []
    const isKeyed = key !== undefined && this.#accepted.has(key) && exchange.status < 410
    const offer = offerIn(exchange)
    const isOpen = offer !== undefined && !this.rows.made.some((each) => each.at < at && each.offer === offer)
    return [
      ...(isOpen ? (['offer-there', 'offer-rented'] as const) : []),
      ...(isKeyed ? (['key-without-scope', 'key-unknown'] as const) : []),
    ]
  }

  /**
   * What the simulator answers to an exchange where choices are in force from then on. Each trial is played once, and copies
   * of its world are asked.
   */
  async ask(at: number, choices: RuleChoices, trial: Trial): Promise<Played> {
    if (this.#stages.at !== at) this.#stages = { at, opened: new Map() }
    const name = JSON.stringify(trial)
    const opened = this.#stages.opened.get(name) ?? this.#play(at, trial)
    this.#stages.opened.set(name, opened)
    const stage = await opened
    const { sandboxes } = stage.simulator
    const { world } = sandboxes.get(DEFAULT_SANDBOX)
    const chosen = [{ choices: mergedChoices([...this.#settings.chosen, { choices, by: 'drift' }]), by: 'drift' }]
    sandboxes.enter(COPY).continueFrom((recorders) => world.copy(recorders, { ...world.config, chosen }))
    try {
      const exchange = this.rows.at(at)
      let answer = await this.#send(stage, exchange, COPY)
      for (let more = 0; stage.supposed === 'too-soon' && answer.status !== 429 && more < MAX_LET_THROUGH; more += 1)
        answer = await this.#send(stage, exchange, COPY)
      return await playedOf(answer, stage, resourceFor(exchange), rulesWith(this.#settings, choices))
    } finally {
      sandboxes.drop(COPY)
    }
  }

  /** Plays what came before an exchange. */
  async #play(at: number, { choices, supposed, seed = 'drift' }: Trial): Promise<Stage> {
    const { dialect, chosen } = this.#settings
    const { document, atMs } = this.rows.documentAt(at, supposed)
    const nowMs = this.rows.instant(0) ?? atMs
    const simulator = openWith(
      {
        dialect,
        rules: mergedChoices([...chosen, { choices, by: 'drift' }]),
        seed,
        rateLimit: { enabled: supposed === 'too-soon' },
        ...(nowMs !== undefined && { clock: { mode: 'frozen', atMs: nowMs } as const }),
      },
      { ...(atMs !== undefined && { epoch: atMs / 1000 }), ...document },
      document['users'],
    )
    const stage: Stage = { simulator, supposed, ids: new SameIds(), made: new Set() }
    for (const collection of collections)
      for (const { id } of document[collection] ?? [])
        if (typeof id === 'number') stage.ids.match('id', resourceOf(kindOfRows(collection)), id, id)
    for (const before of this.#writesBefore(at)) await this.#repeat(stage, before)
    await this.#moveTo(stage, at)
    return stage
  }

  async #moveTo({ simulator }: Stage, at: number): Promise<void> {
    const { clock } = simulator.sandboxes.get(DEFAULT_SANDBOX).world
    const seconds = ((this.rows.instant(at) ?? 0) - clock.nowMs) / 1000
    if (seconds <= 0) return
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ seconds })
    await simulator.respond(new Request('http://localhost/_sim/clock/advance', { method: 'POST', headers, body }))
  }

  /** Plays an earlier exchange, and learns which ids are those of the same things. */
  async #repeat(stage: Stage, at: number): Promise<void> {
    await this.#moveTo(stage, at)
    const earlier = this.rows.at(at)
    const answer = await this.#send(stage, earlier)
    if (answer.status >= 300) return
    const { ids, made } = stage
    const side = { status: answer.status, body: shallowJson(await answer.text()) }
    const resource = resourceFor(earlier)
    differencesOf(side, earlier, { ids, resource, made, holds: () => true, isKnown: true, texts: false })
    for (const each of this.rows.made) if (each.at === at) made.add(each.id)
  }

  /** The answer of an exchange as rules speak of it, with the requests before it that were accepted. */
  shownAt(at: number): Shown {
    const earlier = this.rows.exchanges.slice(0, at).flatMap((each, before): readonly Earlier[] => {
      const operation = operationFor(each)?.operation.id
      if (operation === undefined || each.status >= 300 || each.method === 'GET') return []
      const sent = sentJson(each)
      const named = /\/(\d+)\/?$/.exec(each.path)?.[1]
      const made = this.rows.made.find((row) => row.at === before)?.id
      return [{ operation, row: made ?? (named === undefined ? fieldOf(sent, 'template_id') : Number(named)), sent }]
    })
    const exchange = this.rows.at(at)
    const { query, body } = exchange
    const operation = operationFor(exchange)?.operation.id ?? ''
    return { operation, query, sent: sentJson(exchange), body, earlier }
  }

  /** The operations of the successful writes before an exchange. */
  operationsBefore(at: number): readonly Operation[] {
    const isWrite = (before: number) => this.rows.at(before).method !== 'GET'
    const found = this.#writesBefore(at).filter(isWrite)
    return [...new Set(found.flatMap((before) => operationFor(this.rows.at(before))?.operation ?? []))]
  }

  /** The successful writes before an exchange, and earlier pages of the same listing. */
  #writesBefore(at: number): readonly number[] {
    const asked = this.rows.at(at)
    const operation = operationFor(asked)?.operation
    return this.rows.exchanges.flatMap((each, before) => {
      const { method, path, status, query } = each
      if (before >= at || status >= 300) return []
      if (method === 'GET') {
        const isEarlierPage = asked.query.includes('after_token') && operationFor(each)?.operation === operation
        return isEarlierPage && !query.includes('after_token=x') ? [before] : []
      }
      return listedBy(method, path) !== undefined || /\/(search|bundles)\//.test(path) ? [] : [before]
    })
  }

  /** The key under which the simulator is asked. */
  #keyFor(exchange: Exchange, supposed: Supposed | undefined): string | undefined {
    const { status } = exchange
    const key = keyOf(exchange)
    // Writers of HAR files leave keys out: what succeeded was sent with one.
    if (!this.#hasKeys) return status === 401 || status === 403 ? undefined : EXAMPLE_KEY
    if (key === undefined) return undefined
    return this.#accepted.has(key) && supposed !== 'key-unknown' ? EXAMPLE_KEY : UNKNOWN_KEY
  }
  async #send({ simulator, ids, supposed }: Stage, exchange: Exchange, sandbox?: string): Promise<Response> {
    const { method, path, query, sent, sentType } = exchange
    const resource = resourceFor(exchange)
    const translated = ids.query(query, resource)
    const params = new URLSearchParams(translated)
    const key = this.#keyFor(exchange, supposed)
    if (params.has('api_key')) params.set('api_key', key ?? UNKNOWN_KEY)
    const asked = query === '' ? '' : `?${params.has('api_key') ? params.toString() : translated}`
    const hasBody = !hasNoBody(exchange) && method !== 'GET'
    const json = sentJson(exchange)
    const isInHeader = key !== undefined && (exchange.key !== undefined || !params.has('api_key'))
    const request = new Request(`http://localhost${ids.path(path, resource)}${asked}`, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        ...(isInHeader && { Authorization: `Bearer ${key}` }),
        ...(hasBody && { 'Content-Type': sentType ?? 'application/json' }),
      },
      ...(hasBody && { body: json === undefined ? sent : JSON.stringify(unmasked(ids.body(json, resource))) }),
    })
    return simulator.respond(request, sandbox)
  }
}

async function playedOf(
  answer: Response,
  { ids, made }: Stage,
  resource: string,
  inForce: RulesInForce,
): Promise<Played> {
  const { status, ok, headers } = answer
  const rules = (headers.get('X-Sim-Rules') ?? '').split(',').flatMap((id) => rulesById.get(id.trim()) ?? [])
  const refuses = (rule: Rule) =>
    inForce.of(rule).status === status && (isRefusal(rule) || inForce.of(rule).error !== undefined)
  const text = await answer.text()
  let body: { readonly value: unknown } | undefined
  return {
    status,
    text,
    // Most trials change nothing, and their answers are never read.
    get body() {
      body ??= { value: shallowJson(text) }
      return body.value
    },
    headers: [...headers.keys()],
    rules,
    refusedBy: ok ? undefined : rules.find(refuses),
    ids: ids.copy(),
    made,
    holds: (id) => ids.knows(resource, id),
  }
}

/** The sandbox in which trials are asked. */
const COPY = 'trial'

/** Of the limits that are known, the largest lets through as many at once. */
const MAX_LET_THROUGH = 7
const UNKNOWN_KEY = 'a-key-that-no-user-has'

/** What a bundle or a kept capture hides was a text that the service took. */
const unmasked = (sent: unknown): unknown => mapLeaves(sent, (leaf) => (leaf === MASK ? 'MASKED' : leaf))

const resourceFor = (exchange: Exchange): string => resourceOf(operationFor(exchange)?.operation.id ?? '')

const kindOfRows = (collection: Collection): string =>
  collection === 'endpoint_groups' ? 'endpoint-groups.' : collection === 'offers' ? 'asks' : `${collection}.`

function openWith(options: Parameters<typeof openSimulator>[0], fixture: object, users: readonly Row[] = []) {
  try {
    return openSimulator({ ...options, fixture })
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return openSimulator({ ...options, fixture: { users } })
  }
}
