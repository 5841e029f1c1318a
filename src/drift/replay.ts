import { type CapturedAnswer, listedBy, rowsOf, UnclearAnswerError } from '../import/captured-answers.ts'
import { EXAMPLE_KEY, importAnswers } from '../import/import-answers.ts'
import { SecretCleaner } from '../import/secrets.ts'
import { fieldOf } from '../kernel/object.ts'
import { isRefusal, type Rule } from '../kernel/rule.ts'
import type { Collection } from '../marketplace/collections.ts'
import { mergedChoices, rulesInForce } from '../marketplace/rule-choices.ts'
import { rulesById } from '../marketplace/rule-id.ts'
import { openEngine } from '../server/open-engine.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import { valueDifferences } from './compare-values.ts'
import type { Held } from './corrections.ts'
import type { Capture, Exchange } from './exchange.ts'
import type { Difference } from './verdicts.ts'

interface Ours {
  readonly status: number
  readonly body: unknown
  readonly refusedBy: Rule | undefined
}

/** Requests, and rows of the lists among them, of one run: worlds are made for them. */
const MAX_PLAYED = 200
const MAX_ROWS_PLAYED = 5000

type Settings = Pick<Held, 'dialect' | 'chosen'>

/** Plays captured requests against worlds that captured answers show. */
export class Replay {
  readonly #settings: Settings
  readonly #accepted = new Set<string | undefined>()
  /** The latest answer with rows of each collection. */
  readonly #listed = new Map<Collection, CapturedAnswer>()
  #world: ((request: Request) => Promise<Response>) | undefined
  #played = 0
  #rows = 0

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The exchanges, those that were refused with the rule by which the simulator refuses them too, lists with what is otherwise in them. */
  async play({ exchanges, continues }: Capture): Promise<readonly Exchange[]> {
    if (continues !== true) this.#forget()
    for (const { caller, status } of exchanges) if (status < 300) this.#accepted.add(caller)
    const played: Exchange[] = []
    for (const exchange of exchanges) played.push(await this.#exchange(exchange))
    return played
  }

  #forget(): void {
    this.#accepted.clear()
    this.#listed.clear()
    this.#world = undefined
  }

  async #exchange(exchange: Exchange): Promise<Exchange> {
    const { status, body, refusedBy } = exchange
    const listed = status === 200 ? listedIn(exchange) : undefined
    if (listed !== undefined) {
      this.#listed.set(listed.collection, listed)
      this.#world = undefined
    }
    const isRefused = status >= 400 && status !== 429 && refusedBy === undefined
    if ((!isRefused && listed === undefined) || this.#played === MAX_PLAYED) return exchange
    this.#rows += listed?.rows.length ?? 0
    if (this.#rows > MAX_ROWS_PLAYED) return exchange
    this.#played += 1
    if (listed !== undefined) return { ...exchange, unlike: await this.#compared(exchange, listed) }
    this.#world ??= this.#worldOf([...this.#listed.values()], exchange.atMs)
    const ours = await this.#answer(this.#world, exchange)
    const isSame = fieldOf(ours.body, 'error') === fieldOf(body, 'error') && plain(ours.body) === plain(body)
    return isSame ? { ...exchange, refusedBy: ours.refusedBy } : exchange
  }

  async #compared(exchange: Exchange, listed: CapturedAnswer): Promise<readonly Difference[] | undefined> {
    const world = this.#worldOf([listed], exchange.atMs)
    const ours = await this.#answer(world, exchange)
    return ours.status === 200 ? valueDifferences(ours.body, exchange.body) : undefined
  }

  #worldOf(answers: readonly CapturedAnswer[], atMs: number | undefined) {
    const { dialect, chosen } = this.#settings
    const settings = { dialect, rules: mergedChoices(chosen), rateLimit: { enabled: false } }
    try {
      const { document, atMs: shownAtMs } = importAnswers(answers, new SecretCleaner([]))
      const nowMs = instantOf(answers, shownAtMs ?? atMs)
      const clock = nowMs !== undefined && { clock: { mode: 'frozen', atMs: nowMs } as const }
      return openEngine({ ...settings, fixture: document, ...clock }).respond
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      return openEngine({ ...settings, fixture: 'empty' }).respond
    }
  }

  async #answer(world: (request: Request) => Promise<Response>, exchange: Exchange): Promise<Ours> {
    const { method, path, query = '', sent, caller } = exchange
    // A capture without keys was made with one: writers of HAR files leave them out.
    const key = this.#accepted.has(caller) ? EXAMPLE_KEY : caller === undefined ? undefined : 'a-key-of-nobody'
    const hasBody = sent !== undefined && sent !== '' && method !== 'GET'
    const response = await world(
      new Request(`http://localhost${path}${query === '' ? '' : `?${query}`}`, {
        method,
        headers: {
          Accept: 'application/json',
          ...(key !== undefined && { Authorization: `Bearer ${key}` }),
          ...(hasBody && { 'Content-Type': 'application/json' }),
        },
        ...(hasBody && { body: sent }),
      }),
    )
    return {
      status: response.status,
      body: shallowJson(await response.clone().text()),
      refusedBy: refusingRule(response, this.#settings),
    }
  }
}

/** The instant at which rows are as they are shown: the service may have another clock than the capture. */
function instantOf(answers: readonly CapturedAnswer[], atMs: number | undefined): number | undefined {
  const rows = answers.flatMap(({ rows }) => rows)
  const [left] = rows.flatMap(({ end_date, duration }) =>
    typeof end_date === 'number' && typeof duration === 'number' ? [end_date - duration] : [],
  )
  const ends = rows.map(({ end_date }) => end_date).filter((end) => typeof end === 'number')
  // What has ended is not listed.
  const nowMs = Math.min(left === undefined ? (atMs ?? Infinity) : left * 1000, ...ends.map((end) => (end - 1) * 1000))
  return Number.isFinite(nowMs) ? nowMs : undefined
}

/** The rule by which the simulator refused. */
export function refusingRule(ours: Response, { dialect, chosen }: Settings): Rule | undefined {
  if (ours.ok) return undefined
  const rules = rulesInForce(dialect, chosen)
  const ids = (ours.headers.get('X-Sim-Rules') ?? '').split(',')
  const named = ids.flatMap((id) => rulesById.get(id.trim()) ?? [])
  return named.find((rule) => isRefusal(rule) && rules.of(rule).status === ours.status)
}

/** The text of a refusal, whatever numbers and names it repeats. */
const plain = (body: unknown): string =>
  String(fieldOf(body, 'msg') ?? fieldOf(body, 'detail')).replaceAll(/[0-9a-f]{32}|\d+(\.\d+)?|"[^"]*"/g, '#')

function listedIn({ method, path, body, atMs }: Exchange): CapturedAnswer | undefined {
  const collection = listedBy(method, path)
  try {
    return collection && { collection, rows: rowsOf(body, collection), ...(atMs !== undefined && { atMs }) }
  } catch (error) {
    if (error instanceof UnclearAnswerError) return undefined
    throw error
  }
}
