import { refusalsOf } from '../contract/refusal-schemas.ts'
import { listedBy, rowsOf } from '../import/captured-answers.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { noInput, type Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { operations, operationsUnder } from '../marketplace/routes.ts'
import { type Difference, hasSameWords } from './compare.ts'
import { type Answer, type Exchange, hasNoBody } from './exchange.ts'
import { Fidelities } from './fidelity.ts'
import { operationFor } from './operations.ts'
import type { DriftReport } from './report.ts'
import {
  choicesOf,
  distance,
  isAlike,
  type Judged,
  type Laid,
  type LaidTo,
  type Outcome,
  Search,
} from './search-choices.ts'
import { isAboutRows, ruleAgainst, rulesShown, type Shown } from './statements.ts'
import { placeText, Verdicts } from './verdicts.ts'
import { type Played, rulesWith, Session, type Settings } from './session.ts'

/** Plays captures against the simulator, and lays what it answers otherwise to the rules by which it does. */
export class Judge {
  readonly #settings: Settings
  readonly #inForce: RulesInForce
  readonly #search: Search
  /** The choices that exchanges were laid to. */
  readonly #found: LaidTo[] = []
  readonly #verdicts = new Verdicts()
  readonly #fidelity = new Fidelities()
  /** Exchanges of no operation. */
  #others = 0
  /** What a capture does not show enough of. */
  readonly #open: string[] = []

  constructor(settings: Settings, texts = false) {
    this.#settings = settings
    this.#inForce = rulesWith(settings, {})
    this.#search = new Search(settings, texts)
  }

  /** Judges the exchanges of one session. */
  async takeSession(exchanges: readonly Exchange[], file: string): Promise<void> {
    const session = new Session(exchanges, this.#settings)
    for (const [at, exchange] of exchanges.entries()) {
      const judged = judgedAt(session, at, file, true)
      const isOfRouting = /^\/api\/v\d/.test(exchange.path) && (exchange.status === 404 || exchange.status === 405)
      if (judged.operation === undefined && !isOfRouting) this.#others += 1
      else if (exchange.isAnswerLost === true) this.#leaveOpen(judged, 'the capture has no body of the answer')
      else await this.#judge(judged)
    }
  }

  /** Judges an answer without its request, as that of the operation that it fits best. */
  async takeAnswer(answer: Answer, file: string): Promise<void> {
    const tried = requestsOf(answer).map((exchange) =>
      judgedAt(new Session([exchange], this.#settings), 0, file, false),
    )
    const outcomes = await Promise.all(tried.map((judged) => this.#search.outcome(judged, {})))
    const distances = outcomes.map(distance)
    const best = tried[distances.indexOf(Math.min(...distances))]
    if (best !== undefined) await this.#judge(best)
  }

  /** @param notRead why files and entries were not judged */
  report(notRead: readonly string[]): DriftReport {
    const refusals = operationsUnder(this.#inForce).flatMap((each) => refusalsOf(each, this.#inForce))
    return {
      verdicts: this.#verdicts.list(),
      notSeen: [...new Set(refusals.map(({ id }) => id))].filter((id) => !this.#verdicts.has(id)).toSorted(),
      open: this.#open,
      others: this.#others,
      notRead,
      fidelity: Object.fromEntries(this.#fidelity.byOperation),
    }
  }

  async #judge(judged: Judged): Promise<void> {
    const { session, at, exchange, operation, isAsked } = judged
    const base: Laid = { outcome: await this.#search.outcome(judged, {}), laid: [] }
    const starts = [base]
    if (!isSame(base.outcome, exchange) && isAsked)
      for (const supposed of session.supposedAt(at))
        starts.push({ outcome: await this.#search.outcome(judged, {}, supposed), laid: [], supposed })
    const same =
      starts.find(({ outcome }) => isSame(outcome, exchange)) ?? starts.find(({ outcome }) => isAlike(outcome))
    if (same !== undefined) {
      this.#count(judged, same)
      this.#note(judged, same)
      return
    }
    if (operation !== undefined && isBodyMissing(operation, exchange, base.outcome.played)) {
      this.#leaveOpen(judged, 'the capture has no body of the request')
      return
    }
    // What other exchanges were laid to may be why this one differs, too.
    const known = { outcome: await this.#search.outcome(judged, choicesOf(this.#found)), laid: this.#found }
    const nearer = distance(known.outcome) < distance(base.outcome) ? known : base
    const found = [await this.#search.explain(judged, nearer)]
    for (const start of starts.slice(1)) {
      if (base.outcome.played.status === exchange.status && start.supposed !== 'too-soon') continue
      const laid = await this.#search.explain(judged, start)
      if (isAlike(laid.outcome)) found.push(laid)
    }
    const [best = nearer, ...more] = found.toSorted(
      (a, b) => distance(a.outcome) - distance(b.outcome) || Number(isNamed(b)) - Number(isNamed(a)),
    )
    const unseen = this.#ruleOfUnseenRows(judged, base.outcome)
    if (unseen !== undefined && best.outcome.differences.some(({ kind }) => kind === 'status')) {
      this.#leaveOpen(judged, `the capture does not show what it is about, so ${unseen.id} cannot be compared`)
      if (operation !== undefined && exchange.status < 300)
        this.#verdicts.note({
          about: `${operation.id} fields`,
          place: judged.place,
          differences: this.#search.schemaDifferences(operation, exchange, {}, ['']),
        })
      return
    }
    this.#count(judged, base)
    const otherwise = more.flatMap(({ outcome, laid }) => (isAlike(outcome) ? laid.map(({ rule }) => rule) : []))
    this.#note(judged, best, otherwise)
  }

  #leaveOpen({ place }: Judged, why: string): void {
    this.#open.push(`${placeText(place)}: ${why}`)
  }

  #count({ operation, exchange }: Judged, { outcome }: Laid): void {
    this.#fidelity.count(operation?.id ?? OTHER_PATHS, exchange.body, outcome.differences)
  }

  /** The rule by which one side refuses, perhaps for rows that the capture does not show. */
  #ruleOfUnseenRows({ operation, exchange: { status, body } }: Judged, { played }: Outcome): Rule | undefined {
    const { refusedBy } = played
    if (status < 300) return refusedBy !== undefined && isAboutRows(refusedBy) ? refusedBy : undefined
    const isTheirs = (rule: Rule) => {
      const form = this.#inForce.of(rule)
      return form.status === status && (form.error === fieldOf(body, 'error') || status === 429)
    }
    return operation === undefined || status < 400 ? undefined : refusalsOf(operation, this.#inForce).find(isTheirs)
  }

  /** Notes what an exchange shows: for each rule, and each part of an answer, the differences that are left under some choices. */
  #note(judged: Judged, { outcome, laid, supposed }: Laid, otherwise: readonly Rule[] = []): void {
    const { operation, place, isAsked } = judged
    for (const each of laid) {
      const { rule, choice, gone, also } = each
      if (this.#found.includes(each)) continue
      if (!this.#found.some((known) => known.rule === rule)) this.#found.push(each)
      const others = [...also, ...otherwise].filter((each) => each !== rule)
      this.#verdicts.note({ about: rule, place, differences: gone, suggested: choice, others })
    }
    // Of what operation an answer alone is was a guess.
    if (!isAsked && laid.some(({ rule }) => rule === operation?.availability)) return
    const shown = judged.session.shownAt(judged.at)
    const noted = new Map<string | Rule, Difference[]>()
    const isOther = outcome.differences.some(({ kind }) => kind === 'status')
    for (const each of isOther ? [] : shownIn(judged, outcome, shown)) noted.set(each, [])
    for (const { rule } of laid) noted.delete(rule)
    for (const each of outcome.differences) {
      const about = aboutOf(each, judged, outcome, shown)
      noted.set(about, [...(noted.get(about) ?? []), each])
    }
    for (const [about, differences] of noted)
      this.#verdicts.note({ about, place, differences, isProved: supposed === undefined })
  }
}

/** What verdicts call requests of no operation. */
const OTHER_PATHS = 'other paths'

function judgedAt(session: Session, at: number, file: string, isAsked: boolean): Judged {
  const exchange = session.rows.at(at)
  const operation = operationFor(exchange)?.operation
  return { session, at, exchange, operation, place: { file, ...exchange }, isAsked, invented: new Set() }
}

/** The requests that an answer alone may answer. */
function requestsOf({ collection, body }: Answer): readonly Exchange[] {
  const rows = rowsOf(body, collection)
  const isOne = isObject(body) && !Array.isArray(body) && Object.values(body).some((each) => each === rows[0])
  return operations.flatMap(({ method, path: template }) => {
    const path = template.replaceAll(/\{\w+\}/g, String(rows[0]?.['id']))
    if (listedBy(method, template.replaceAll(/\{\w+\}/g, '1')) !== collection || template.includes('{') !== isOne)
      return []
    const bodies = method === 'GET' ? [undefined] : ['{}', '{"q": {}}']
    return bodies.map((sent) => ({ method, path, query: '', sent, status: 200, body }))
  })
}

/** Whether an answer is alike, to the words of a refusal: they may tell for want of which row it is. */
const isSame = (outcome: Outcome, { status, body }: Exchange): boolean =>
  isAlike(outcome) && (status < 400 || hasSameWords(outcome.played.body, body))

/** Whether each choice is an alternative by its name. */
const isNamed = ({ laid }: Laid): boolean => laid.every(({ choice }) => typeof choice === 'string')

/** Writers of HAR files leave bodies out, those of DELETE above all. */
const isBodyMissing = ({ body, method }: Operation, exchange: Exchange, { refusedBy }: Played): boolean =>
  body !== noInput && method !== 'GET' && hasNoBody(exchange) && /^request\.|missing|invalid/.test(refusedBy?.id ?? '')

/** The rules that an answer shows, and the parts of it that no rule states. */
function shownIn(judged: Judged, { played }: Outcome, shown: Shown): readonly (string | Rule)[] {
  const { operation, exchange, session, at, isAsked } = judged
  const { status } = exchange
  const refused = played.refusedBy ?? []
  if (operation === undefined) return [refused].flat()
  const { availability = [], lacksSlash } = operationFor(exchange) ?? {}
  const isSuccess = status < 300
  return [
    refused,
    availability,
    lacksSlash === true ? catalogue['routing.trailing-slash'] : [],
    isSuccess && isAsked ? (operation.success ?? `${operation.id} status`) : [],
    isSuccess || status >= 400 ? `${operation.id} fields` : [],
    isSuccess && isAsked && session.rows.listed[at] !== undefined ? `${operation.id} values` : [],
    isSuccess ? rulesShown(shown) : [],
  ].flat()
}

/** The rule that a difference is against, or the part of the answer where no rule states it. */
function aboutOf(
  difference: Difference,
  { operation, exchange }: Judged,
  { played }: Outcome,
  shown: Shown,
): string | Rule {
  const id = operation?.id ?? OTHER_PATHS
  const isSuccess = exchange.status < 300
  switch (difference.kind) {
    case 'status':
      return (
        played.refusedBy ?? (isSuccess ? (operation?.success ?? `${id} status`) : `${id} refusal ${exchange.status}`)
      )
    case 'text':
    case 'header':
      return played.refusedBy ?? `${id} texts`
    case 'field':
    case 'left out':
      return `${id} fields`
    default:
      return (isSuccess ? ruleAgainst(difference, shown) : undefined) ?? `${id} values`
  }
}
