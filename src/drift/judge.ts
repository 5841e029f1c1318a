import { responsesOf } from '../contract/openapi.ts'
import { refusalsOf } from '../contract/refusal-schemas.ts'
import { rowsOf } from '../import/captured-answers.ts'
import { listedBy } from '../import/captured-answers.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { MASK } from '../kernel/secret.ts'
import { noInput, type Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RuleChoice, RulesInForce } from '../kernel/rules-in-force.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { operations, operationsUnder } from '../marketplace/routes.ts'
import type { RuleChoices } from '../marketplace/rule-choices.ts'
import { shallowJson } from '../testing/journal/redact.ts'
import type { Supposed } from './captured-rows.ts'
import { type Candidate, candidatesFor } from './candidates.ts'
import { type Difference, differencesOf, hasSameWords, placesApart, rowsIn } from './compare.ts'
import { type Answer, type Exchange, hasNoBody } from './exchange.ts'
import { resourceOf } from './ids.ts'
import { Fidelities } from './fidelity.ts'
import { fieldDifferences } from './judge-fields.ts'
import { operationFor } from './operations.ts'
import { type Earlier, isAboutRows, type Shown, statements } from './statements.ts'
import { type Place, placeText, Verdicts } from './verdicts.ts'
import { type Played, rulesWith, Session, type Settings } from './session.ts'

/** How an exchange is answered by the simulator under some choices. */
interface Outcome {
  readonly played: Played
  readonly differences: readonly Difference[]
  readonly open: readonly string[]
}

interface Judged {
  readonly session: Session
  readonly at: number
  readonly exchange: Exchange
  readonly operation: Operation | undefined
  readonly place: Place
  readonly isAsked: boolean
  /** Places of our answer where several seeds have other values. */
  readonly invented: Set<string>
}

interface LaidTo extends Candidate {
  /** The differences that there are no more under the choice. */
  readonly gone: readonly Difference[]
  /** Rules at which a choice would do as well. */
  readonly also: readonly Rule[]
}

interface Laid {
  readonly outcome: Outcome
  readonly laid: readonly LaidTo[]
}

/** Plays captures against the simulator, and lays what it answers otherwise to the rules by which it does. */
export class Judge {
  readonly #settings: Settings
  readonly #inForce: RulesInForce
  readonly #texts: boolean
  readonly #schemas = new Map<string, ReturnType<typeof responsesOf>>()
  /** What differences of one kind were laid to. */
  readonly #known = new Map<string, readonly LaidTo[]>()
  /** The choices that exchanges were laid to. */
  readonly #found: LaidTo[] = []
  readonly verdicts = new Verdicts()
  /** Exchanges of no operation. */
  others = 0
  readonly fidelity = new Fidelities()
  /** What a capture does not show enough of. */
  readonly open: string[] = []

  constructor(settings: Settings, texts = false) {
    this.#settings = settings
    this.#inForce = rulesWith(settings, {})
    this.#texts = texts
  }

  /** Judges the exchanges of one session. */
  async takeSession(exchanges: readonly Exchange[], file: string): Promise<void> {
    const session = new Session(exchanges, this.#settings)
    for (const [at, exchange] of exchanges.entries()) {
      const found = operationFor(exchange)
      const isOfRouting = /^\/api\/v\d/.test(exchange.path) && (exchange.status === 404 || exchange.status === 405)
      if (found === undefined && !isOfRouting) {
        this.others += 1
        continue
      }
      if (exchange.isAnswerLost === true) {
        this.open.push(`${placeText({ file, ...exchange })}: the capture has no body of the answer`)
        continue
      }
      await this.#judge({
        session,
        at,
        exchange,
        operation: found?.operation,
        place: { file, ...exchange },
        isAsked: true,
        invented: new Set(),
      })
    }
  }

  /** Judges an answer without its request, as that of the operation that it fits best. */
  async takeAnswer({ collection, body }: Answer, file: string): Promise<void> {
    const rows = rowsOf(body, collection)
    const isOne = isObject(body) && !Array.isArray(body) && Object.values(body).some((each) => each === rows[0])
    const id = String(rows[0]?.['id'])
    const asked = operations.filter(
      ({ method, path }) =>
        listedBy(method, path.replaceAll(/\{\w+\}/g, '1')) === collection && path.includes('{') === isOne,
    )
    const tried: { readonly judged: Judged; readonly outcome: Outcome }[] = []
    for (const operation of asked) {
      const path = operation.path.replaceAll(/\{\w+\}/g, id)
      for (const sent of operation.method === 'GET' ? [undefined] : ['{}', '{"q": {}}']) {
        const exchange = { method: operation.method, path, query: '', sent, status: 200, body }
        const session = new Session([exchange], this.#settings)
        const judged = {
          session,
          at: 0,
          exchange,
          operation,
          place: { file, ...exchange },
          isAsked: false,
          invented: new Set<string>(),
        }
        tried.push({ judged, outcome: await this.#outcome(judged, {}) })
      }
    }
    const [best] = tried.toSorted((a, b) => distance(a.outcome) - distance(b.outcome))
    if (best !== undefined) await this.#judge(best.judged)
  }

  /** The ids of the rules that refuse requests and that no answer shows. */
  notSeen(): readonly string[] {
    const rules = operationsUnder(this.#inForce).flatMap((each) => refusalsOf(each, this.#inForce).map(({ id }) => id))
    return [...new Set(rules)].filter((id) => !this.verdicts.has(id)).toSorted()
  }

  async #judge(judged: Judged): Promise<void> {
    const { session, at, exchange, operation } = judged
    const about = operation?.id ?? 'other paths'
    const base = await this.#outcome(judged, {})
    const isAlike = base.differences.length === 0
    const isInOtherWords = exchange.status >= 400 && !hasSameWords(base.played.body, exchange.body)
    const supposed = judged.isAsked && (!isAlike || isInOtherWords) ? session.supposedAt(at) : []
    for (const each of supposed) {
      const outcome = await this.#outcome(judged, {}, each)
      if (outcome.differences.length > 0 || (isAlike && !hasSameWords(outcome.played.body, exchange.body))) continue
      this.fidelity.count(about, exchange.body, outcome.differences)
      this.#holds(judged, outcome, false)
      return
    }
    if (isAlike) {
      this.fidelity.count(about, exchange.body, base.differences)
      this.#holds(judged, base, true)
      return
    }
    if (operation !== undefined && isBodyMissing(operation, exchange, base.played)) {
      this.#judgeByCode(judged, operation)
      return
    }
    // What other exchanges were laid to may be why this one differs, too.
    const known = await this.#outcome(judged, choicesOf(this.#found))
    const from = distance(known) < distance(base) ? { outcome: known, laid: this.#found } : { outcome: base, laid: [] }
    const laid = [await this.#lay(judged, from)]
    for (const each of supposed) {
      if (base.played.status === exchange.status && each !== 'too-soon') continue
      const under = await this.#lay(judged, { outcome: await this.#outcome(judged, {}, each), laid: [] }, each)
      if (under.outcome.differences.length === 0) laid.push(under)
    }
    const [best = from, ...more] = laid.toSorted(
      (a, b) => distance(a.outcome) - distance(b.outcome) || Number(isNamed(b)) - Number(isNamed(a)),
    )
    const otherwise = more.flatMap((each) =>
      each.outcome.differences.length > 0 ? [] : each.laid.map(({ rule }) => rule),
    )
    if (best.outcome.differences.some(({ kind }) => kind === 'status') && this.#isOpen(judged, base)) {
      return
    }
    this.fidelity.count(about, exchange.body, base.differences)
    this.#differs(judged, best, otherwise)
  }

  /** A request that cannot be played, as its body was not captured: of a refusal the code is judged. */
  #judgeByCode({ exchange, place }: Judged, operation: Operation): void {
    this.open.push(`${placeText(place)}: the capture has no body of the request`)
    if (exchange.status < 400) return
    const code = fieldOf(exchange.body, 'error')
    const same = refusalsOf(operation, this.#inForce).filter((rule) => this.#inForce.of(rule).error === code)
    const exact = same.filter((rule) => this.#inForce.of(rule).status === exchange.status)
    const [rule, ...more] = exact
    if (rule !== undefined)
      this.verdicts.note({ about: more.length === 0 ? rule : `${operation.id} refusal ${exchange.status}`, place })
    else {
      const statuses = [...new Set(same.map((each) => this.#inForce.of(each).status))].join(' or ')
      const expected = same.length === 0 ? 'no such refusal' : `${statuses} ${String(code)}`
      this.#note(`${operation.id} refusal ${exchange.status}`, place, [
        { kind: 'status', where: operation.id, expected, seen: outcomeText(exchange.status, exchange.body) },
      ])
    }
  }

  /** Whether a capture shows too little of what a request is about for the answers to be compared. */
  #isOpen(judged: Judged, { played }: Outcome): boolean {
    const { operation, exchange, place } = judged
    const { status, body } = exchange
    const isTheirs = (rule: Rule) => {
      const form = this.#inForce.of(rule)
      return form.status === status && (form.error === fieldOf(body, 'error') || status === 429)
    }
    const theirs =
      operation === undefined || status < 400 ? undefined : refusalsOf(operation, this.#inForce).find(isTheirs)
    const isForRows = status < 300 && played.refusedBy !== undefined && isAboutRows(played.refusedBy)
    if (theirs === undefined && !isForRows) return false
    const what =
      theirs === undefined ? `succeeds: ${played.refusedBy?.id} would refuse it` : `is refused as ${theirs.id} says`
    this.open.push(`${placeText(place)} ${what}, and the capture does not show what it is about`)
    if (isForRows && operation !== undefined)
      this.#note(`${operation.id} fields`, place, this.#schemaDifferences(operation, exchange, {}, ['']))
    return true
  }

  #holds(judged: Judged, { played }: Outcome, isProved: boolean): void {
    const { operation, exchange, place } = judged
    const rules = new Set<Rule>()
    if (played.refusedBy !== undefined) rules.add(played.refusedBy)
    if (operation !== undefined) {
      const { availability, lacksSlash } = operationFor(exchange) ?? {}
      if (availability !== undefined) rules.add(availability)
      if (lacksSlash === true) rules.add(catalogue['routing.trailing-slash'])
      if (exchange.status < 300) {
        if (judged.isAsked) {
          if (operation.success !== undefined) rules.add(operation.success)
          else this.verdicts.note({ about: `${operation.id} status`, place })
          if (exchange.contentType !== undefined) this.verdicts.note({ about: `${operation.id} content type`, place })
          if (judged.session.rows.listed[judged.at] !== undefined)
            this.verdicts.note({ about: `${operation.id} values`, place })
        }
        const shown = shownBy(judged, operation)
        for (const each of statements) if (each.of.includes(operation.id) && each.isShown(shown)) rules.add(each.rule)
      }
      if (exchange.status < 300 || exchange.status >= 400)
        this.verdicts.note({ about: `${operation.id} fields`, place })
    }
    for (const rule of rules) this.verdicts.note({ about: rule, place, isProved })
  }

  #differs(judged: Judged, { outcome, laid }: Laid, otherwise: readonly Rule[]): void {
    const { operation, place } = judged
    for (const each of laid) {
      const { rule, choice, gone, also } = each
      if (this.#found.includes(each)) continue
      if (!this.#found.some((known) => known.rule === rule)) this.#found.push(each)
      const others = [...also, ...otherwise].filter((each) => each !== rule)
      this.verdicts.note({ about: rule, place, differences: gone, suggested: choice, others })
    }
    // Of what operation an answer alone is was a guess.
    if (!judged.isAsked && laid.some(({ rule }) => rule === operation?.availability)) return
    const id = operation?.id ?? 'other paths'
    const left = outcome.differences
    const of = (kinds: readonly Difference['kind'][]) => left.filter(({ kind }) => kinds.includes(kind))
    if (of(['status']).length > 0) {
      const by = outcome.played.refusedBy
      const about =
        by ??
        (judged.exchange.status < 300
          ? (operation?.success ?? `${id} status`)
          : `${id} refusal ${judged.exchange.status}`)
      this.#note(about, place, of(['status']))
      return
    }
    const success = judged.exchange.status < 300
    if (!judged.isAsked) this.#note(`${id} fields`, place, [])
    else if (success && operation?.success !== undefined && laid.every(({ rule }) => rule !== operation.success))
      this.verdicts.note({ about: operation.success, place })
    else if (success && operation?.success === undefined) this.verdicts.note({ about: `${id} status`, place })
    else if (
      !success &&
      outcome.played.refusedBy !== undefined &&
      laid.every(({ rule }) => rule !== outcome.played.refusedBy)
    )
      this.verdicts.note({ about: outcome.played.refusedBy, place })
    this.#note(`${id} fields`, place, of(['field', 'left out']))
    const texts = of(['text', 'header'])
    if (texts.length > 0) this.#note(outcome.played.refusedBy ?? `${id} texts`, place, texts)
    if (operation === undefined || !success) return
    const shown = shownBy(judged, operation)
    const stated = statements.filter((each) => each.of.includes(operation.id))
    const byRule = new Map<Rule, Difference[]>()
    const rest: Difference[] = []
    for (const each of of(['value', 'order', 'missing row', 'further row'])) {
      const rule = stated.find((statement) => statement.covers(each, shown))?.rule
      if (rule === undefined) rest.push(each)
      else byRule.set(rule, [...(byRule.get(rule) ?? []), each])
    }
    for (const [rule, differences] of byRule) this.#note(rule, place, differences)
    if (rest.length > 0 || judged.session.rows.listed[judged.at] !== undefined)
      this.#note(`${operation.id} values`, place, rest)
    const laidTo = new Set([...byRule.keys(), ...laid.map(({ rule }) => rule)])
    for (const { rule, isShown } of stated)
      if (isShown(shown) && !laidTo.has(rule)) {
        laidTo.add(rule)
        this.verdicts.note({ about: rule, place, isProved: true })
      }
  }

  #note(about: string | Rule, place: Place, differences: readonly Difference[]): void {
    this.verdicts.note({ about, place, differences })
  }

  /** Tries choices until the simulator answers as captured, or none brings it nearer. */
  async #lay(judged: Judged, from: Laid, supposed?: Supposed): Promise<Laid> {
    const { operation, exchange, session, at } = judged
    if (from.outcome.differences.length === 0) return from
    const differences = from.outcome.differences.map(({ kind, where, expected }) => [kind, where, expected])
    const signature = JSON.stringify([operation?.id, judged.isAsked, supposed, differences])
    const known = this.#known.get(signature)
    if (known !== undefined) {
      const laid = [...from.laid, ...known]
      const outcome = await this.#outcome(judged, choicesOf(laid), supposed)
      if (known.length === 0 || distance(outcome) < distance(from.outcome)) return { outcome, laid }
    }
    let { outcome } = from
    const laid: LaidTo[] = [...from.laid]
    const writes = session.operationsBefore(at)
    // What earlier requests did may be why, too.
    for (const earlier of [[], [], [], writes]) {
      const before = outcome
      if (before.differences.length === 0) break
      const inForce = rulesWith(this.#settings, choicesOf(laid))
      const tried: (Candidate & { readonly distance: number })[] = []
      for (const each of candidatesFor(operation, before.played, exchange, inForce, earlier)) {
        if (laid.some(({ rule }) => rule === each.rule)) continue
        const choices = choicesOf([...laid, each])
        // A choice at the exchange is asked of a copy of the world; one at earlier requests is played from the start.
        const from = earlier.length > 0 ? choices : choicesOf(laid)
        const next = await this.#outcome(judged, choices, supposed, { before, from })
        if (distance(next) < distance(before)) tried.push({ ...each, distance: distance(next) })
      }
      for (const { rule, choice, distance: reached } of tried.toSorted((a, b) => a.distance - b.distance)) {
        if (laid.some((each) => each.rule === rule) || outcome.differences.length === 0) continue
        const next = await this.#outcome(judged, choicesOf([...laid, { rule, choice }]), supposed)
        if (distance(next) >= distance(outcome)) continue
        const left = new Set(next.differences.map(describe))
        const gone = outcome.differences.filter((each) => !left.has(describe(each)))
        // An answer alone is often shortened, so a field that it leaves out speaks for no choice.
        if (!judged.isAsked && gone.every(({ kind }) => kind === 'left out')) continue
        const also = tried.flatMap((each) =>
          reached === 0 && each.distance === 0 && each.rule !== rule ? [each.rule] : [],
        )
        laid.push({ rule, choice, gone, also: [...new Set(also)] })
        outcome = next
      }
    }
    this.#known.set(signature, laid.slice(from.laid.length))
    return { outcome, laid }
  }

  /** What the simulator answers under choices, and where that differs from what was captured. */
  async #outcome(
    judged: Judged,
    choices: RuleChoices,
    supposed?: Supposed,
    { before, from = choices }: { readonly before?: Outcome; readonly from?: RuleChoices } = {},
  ): Promise<Outcome> {
    const { session, at, exchange, operation, isAsked } = judged
    const stage = await session.stageAt(at, { choices: from, supposed })
    const played = await stage.ask(choices)
    if (before !== undefined && isSame(played, before.played)) return before
    const status = statusDifference(operation, played, exchange)
    if (status !== undefined) return { played, differences: [status], open: [] }
    const isListed = session.rows.listed[at] !== undefined
    const isKnown = exchange.status >= 400 || exchange.method !== 'GET' || isListed
    if (operation?.answersText === true || exchange.status === 301 || exchange.status === 302)
      return { played, differences: [], open: [] }
    const comparison = {
      ids: played.ids.copy(),
      resource: resourceOf(operation?.id ?? ''),
      made: played.made,
      holds: played.holds,
      isKnown,
      // What a secret was stands in no words.
      texts: this.#texts && exchange.sent?.includes(MASK) !== true,
      isAsked,
    }
    const compared = differencesOf(played, exchange, comparison)
    const headers = headerDifferences(played, exchange)
    if (compared.differences.length === 0) {
      const fields = operation === undefined ? [] : this.#schemaDifferences(operation, exchange, choices, compared.open)
      return { played, differences: [...fields, ...headers], open: compared.open }
    }
    // What another seed makes otherwise does not follow from the capture.
    const seeds = judged.invented.size === 0 ? SEEDS : SEEDS.slice(0, 1)
    const invented = new Set(judged.invented)
    for (const seed of seeds) {
      const other = await (await session.stageAt(at, { choices: from, supposed, seed })).ask(choices)
      for (const place of placesApart(played.body, other.body)) invented.add(place)
    }
    if (seeds === SEEDS) for (const place of invented) judged.invented.add(place)
    const { differences, open } = differencesOf(played, exchange, { ...comparison, ids: played.ids, invented })
    const fields = operation === undefined ? [] : this.#schemaDifferences(operation, exchange, choices, open)
    return { played, differences: [...differences, ...fields, ...headers], open }
  }

  /** Where the schema of an answer does not fit it, at some places. */
  #schemaDifferences(
    operation: Operation,
    { status, body }: Exchange,
    choices: RuleChoices,
    at: readonly string[],
  ): readonly Difference[] {
    if (at.length === 0) return []
    const key = JSON.stringify([operation.id, choices])
    const schemas = this.#schemas.get(key) ?? responsesOf(operation, rulesWith(this.#settings, choices))
    this.#schemas.set(key, schemas)
    if (body === undefined) return [{ kind: 'field', where: 'body', expected: 'JSON', seen: 'none that is JSON' }]
    return fieldDifferences(body, schemas.of(status), schemas.components)
      .filter(({ where }) => at.some((each) => where.startsWith(each)))
      .map((each) => ({ kind: each.seen === 'no such field' ? 'left out' : 'field', ...each }))
  }
}

/** Whether a choice changes nothing of an answer. */
const isSame = (one: Played, other: Played): boolean =>
  one.status === other.status &&
  one.headers.join() === other.headers.join() &&
  JSON.stringify(one.body) === JSON.stringify(other.body)

/** Where few values can be drawn, two seeds often draw the same. */
const SEEDS: readonly string[] = ['another', 'a third', 'a fourth']

/** Whether each choice is an alternative by its name. */
const isNamed = ({ laid }: Laid): boolean => laid.every(({ choice }) => typeof choice === 'string')

const choicesOf = (laid: readonly Candidate[]): RuleChoices =>
  Object.fromEntries(laid.map(({ rule, choice }): [string, RuleChoice] => [rule.id, choice]))

const describe = ({ kind, where, expected, seen }: Difference): string => `${kind} ${where} ${expected} ${seen}`

/** Writers of HAR files leave bodies out, those of DELETE above all. */
const isBodyMissing = ({ body, method }: Operation, exchange: Exchange, { refusedBy }: Played): boolean =>
  body !== noInput && method !== 'GET' && hasNoBody(exchange) && /^request\.|missing|invalid/.test(refusedBy?.id ?? '')

/** How far an answer is from the captured one: another status is farther than any field. */
const distance = ({ differences }: Outcome): number =>
  differences.reduce((sum, { kind, where }) => sum + (kind !== 'status' ? 1 : where === 'code' ? 1000 : 1_000_000), 0)

const CODE = /^[A-Za-z][A-Za-z0-9_]{1,60}$/

const outcomeText = (status: number, body: unknown): string => {
  const code = fieldOf(body, 'error')
  if (status < 400) return `status ${status}`
  return `${status} ${typeof code === 'string' && CODE.test(code) ? code : 'without a code'}`
}

function statusDifference(operation: Operation | undefined, ours: Played, seen: Exchange): Difference | undefined {
  const [code, theirs] = [fieldOf(ours.body, 'error'), fieldOf(seen.body, 'error')]
  const isOtherCode = seen.status >= 400 && code !== theirs && typeof theirs === 'string'
  if (ours.status === seen.status && !isOtherCode) return undefined
  return {
    kind: 'status',
    where: ours.status === seen.status ? 'code' : (operation?.id ?? 'status'),
    expected: outcomeText(ours.status, ours.body),
    seen: outcomeText(seen.status, seen.body),
  }
}

/** Headers that a client goes by. */
const TELLING = ['retry-after', 'www-authenticate', 'allow', 'location', 'x-ratelimit-reset']

/** Only what a capture has beside the type of the body tells that it has headers at all. */
function headerDifferences(ours: Played, { headers = [], status }: Exchange): readonly Difference[] {
  if (status < 300 || headers.every((name) => name.startsWith('content-'))) return []
  return TELLING.filter((name) => headers.includes(name) !== ours.headers.includes(name)).map((name) => {
    const [expected, seen] = headers.includes(name)
      ? ['no such header', 'the header']
      : ['the header', 'no such header']
    return { kind: 'header', where: name, expected, seen }
  })
}

/** An answer as rules speak of it. */
function shownBy({ session, at, exchange }: Judged, { id: operation }: Operation): Shown {
  const earlier = session.rows.exchanges.slice(0, at).flatMap((each): readonly Earlier[] => {
    const found = operationFor(each)
    if (found === undefined || each.status >= 300 || each.method === 'GET') return []
    const sent = each.sent === undefined ? undefined : shallowJson(each.sent)
    const named = /\/(\d+)\/?$/.exec(each.path)?.[1]
    return [
      {
        operation: found.operation.id,
        id: named === undefined ? fieldOf(sent, 'template_id') : Number(named),
        sent,
        made:
          fieldOf(each.body, 'new_contract') ??
          fieldOf(each.body, 'result') ??
          fieldOf(fieldOf(each.body, 'template'), 'id'),
      },
    ]
  })
  return {
    operation,
    query: new URLSearchParams(exchange.query),
    sent: exchange.sent === undefined ? undefined : shallowJson(exchange.sent),
    body: exchange.body,
    rows: rowsIn(exchange.body),
    earlier,
  }
}
