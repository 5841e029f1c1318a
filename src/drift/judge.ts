import { responsesOf } from '../contract/openapi.ts'
import { refusalsOf } from '../contract/refusal-schemas.ts'
import { listedBy, rowsOf } from '../import/captured-answers.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { MASK } from '../kernel/secret.ts'
import { noInput, type Operation } from '../kernel/operation.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RuleChoice, RulesInForce } from '../kernel/rules-in-force.ts'
import { catalogue } from '../marketplace/catalogue.ts'
import { operations, operationsUnder } from '../marketplace/routes.ts'
import type { RuleChoices } from '../marketplace/rule-choices.ts'
import type { Supposed } from './captured-rows.ts'
import { type Candidate, candidatesFor } from './candidates.ts'
import {
  type Difference,
  differencesOf,
  hasSameWords,
  headerDifferences,
  placesApart,
  statusDifference,
} from './compare.ts'
import { type Answer, type Exchange, hasNoBody } from './exchange.ts'
import { resourceOf } from './ids.ts'
import { Fidelities } from './fidelity.ts'
import { fieldDifferences } from './judge-fields.ts'
import { operationFor } from './operations.ts'
import type { DriftReport } from './report.ts'
import { isAboutRows, ruleAgainst, rulesShown } from './statements.ts'
import { type Place, placeText, Verdicts } from './verdicts.ts'
import { type Played, rulesWith, Session, type Settings } from './session.ts'

/** How an exchange is answered by the simulator under some choices. */
interface Outcome {
  readonly played: Played
  readonly differences: readonly Difference[]
}

interface Judged {
  readonly session: Session
  readonly at: number
  readonly exchange: Exchange
  readonly operation: Operation | undefined
  readonly place: Place
  /** Whether the capture has the request. */
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

/** Choices under which the simulator answers as captured, or nearer to it. */
interface Laid {
  readonly outcome: Outcome
  readonly laid: readonly LaidTo[]
  /** What is supposed of the state that the capture does not show. */
  readonly supposed?: Supposed | undefined
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
  readonly #verdicts = new Verdicts()
  readonly #fidelity = new Fidelities()
  /** Exchanges of no operation. */
  #others = 0
  /** What a capture does not show enough of. */
  readonly #open: string[] = []

  constructor(settings: Settings, texts = false) {
    this.#settings = settings
    this.#inForce = rulesWith(settings, {})
    this.#texts = texts
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
    const outcomes = await Promise.all(tried.map((judged) => this.#outcome(judged, {})))
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
    const base: Laid = { outcome: await this.#outcome(judged, {}), laid: [] }
    const starts = [base]
    if (!isSame(base.outcome, exchange) && isAsked)
      for (const supposed of session.supposedAt(at))
        starts.push({ outcome: await this.#outcome(judged, {}, supposed), laid: [], supposed })
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
    const known = { outcome: await this.#outcome(judged, choicesOf(this.#found)), laid: this.#found }
    const nearer = distance(known.outcome) < distance(base.outcome) ? known : base
    const found = [await this.#lay(judged, nearer)]
    for (const start of starts.slice(1)) {
      if (base.outcome.played.status === exchange.status && start.supposed !== 'too-soon') continue
      const laid = await this.#lay(judged, start)
      if (isAlike(laid.outcome)) found.push(laid)
    }
    const [best = nearer, ...more] = found.toSorted(
      (a, b) => distance(a.outcome) - distance(b.outcome) || Number(isNamed(b)) - Number(isNamed(a)),
    )
    if (best.outcome.differences.some(({ kind }) => kind === 'status') && this.#isOpen(judged, base.outcome)) {
      this.#leaveOpen(judged, 'the capture does not show what it is about')
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

  /** Whether the rows that a capture does not show may be why one side refuses and the other does not. */
  #isOpen({ operation, exchange: { status, body } }: Judged, { played }: Outcome): boolean {
    if (status < 300) return played.refusedBy !== undefined && isAboutRows(played.refusedBy)
    const isTheirs = (rule: Rule) => {
      const form = this.#inForce.of(rule)
      return form.status === status && (form.error === fieldOf(body, 'error') || status === 429)
    }
    return operation !== undefined && status >= 400 && refusalsOf(operation, this.#inForce).some(isTheirs)
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
    const noted = new Map<string | Rule, Difference[]>()
    const isOther = outcome.differences.some(({ kind }) => kind === 'status')
    for (const each of isOther ? [] : shownIn(judged, outcome)) noted.set(each, [])
    for (const { rule } of laid) noted.delete(rule)
    for (const each of outcome.differences) {
      const about = aboutOf(each, judged, outcome)
      noted.set(about, [...(noted.get(about) ?? []), each])
    }
    for (const [about, differences] of noted)
      this.#verdicts.note({ about, place, differences, isProved: supposed === undefined })
  }

  /** Tries choices until the simulator answers as captured, or none brings it nearer. */
  async #lay(judged: Judged, from: Laid): Promise<Laid> {
    const { operation, exchange, session, at } = judged
    const { supposed } = from
    if (isAlike(from.outcome)) return from
    const differences = from.outcome.differences.map(({ kind, where, expected }) => [kind, where, expected])
    const signature = JSON.stringify([operation?.id, judged.isAsked, supposed, differences])
    const known = this.#known.get(signature)
    if (known !== undefined) {
      const laid = [...from.laid, ...known]
      const outcome = await this.#outcome(judged, choicesOf(laid), supposed)
      if (known.length === 0 || distance(outcome) < distance(from.outcome)) return { outcome, laid, supposed }
    }
    let { outcome } = from
    const laid: LaidTo[] = [...from.laid]
    const writes = session.operationsBefore(at)
    // What earlier requests did may be why, too.
    for (const earlier of [[], [], [], writes]) {
      const before = outcome
      if (isAlike(before)) break
      const inForce = rulesWith(this.#settings, choicesOf(laid))
      const tried: (Candidate & { readonly distance: number })[] = []
      for (const each of candidatesFor(operation, before.played, exchange, inForce, earlier)) {
        if (laid.some(({ rule }) => rule === each.rule)) continue
        const choices = choicesOf([...laid, each])
        // A choice at the exchange is asked of a copy of the world; one at earlier requests is played from the start.
        const from = earlier.length > 0 ? choices : choicesOf(laid)
        const reached = distance(await this.#outcome(judged, choices, supposed, from, before))
        if (reached < distance(before)) tried.push({ ...each, distance: reached })
      }
      for (const { rule, choice, distance: reached } of tried.toSorted((a, b) => a.distance - b.distance)) {
        if (laid.some((each) => each.rule === rule) || isAlike(outcome)) continue
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
    return { outcome, laid, supposed }
  }

  /**
   * What the simulator answers under choices, and where that differs from what was captured.
   * @param from the choices from the start of the session
   * @param before returned where the simulator answers as it does there
   */
  async #outcome(
    judged: Judged,
    choices: RuleChoices,
    supposed?: Supposed,
    from = choices,
    before?: Outcome,
  ): Promise<Outcome> {
    const { session, at, exchange, operation, isAsked, invented: known } = judged
    const ask = (seed?: string) => session.ask(at, choices, { choices: from, supposed, seed })
    const played = await ask()
    if (before !== undefined && isSameAnswer(played, before.played)) return before
    const status = statusDifference(played, exchange, operation?.id ?? 'status')
    if (status !== undefined) return { played, differences: [status] }
    if (operation?.answersText === true || exchange.status === 301 || exchange.status === 302)
      return { played, differences: [] }
    const compare = (invented?: ReadonlySet<string>) =>
      differencesOf(played, exchange, {
        ids: played.ids.copy(),
        resource: resourceOf(operation?.id ?? ''),
        made: played.made,
        holds: played.holds,
        isKnown: exchange.status >= 400 || exchange.method !== 'GET' || session.rows.listed[at] !== undefined,
        // What a secret was stands in no words.
        texts: this.#texts && exchange.sent?.includes(MASK) !== true,
        isAsked,
        ...(invented !== undefined && { invented }),
      })
    let { differences, open } = compare()
    if (differences.length > 0) {
      // What another seed makes otherwise does not follow from the capture.
      const isFirst = known.size === 0
      const invented = new Set(known)
      for (const seed of isFirst ? SEEDS : SEEDS.slice(0, 1))
        for (const place of placesApart(played.body, (await ask(seed)).body)) invented.add(place)
      if (isFirst) for (const place of invented) known.add(place)
      ;({ differences, open } = compare(invented))
    }
    const fields = operation === undefined ? [] : this.#schemaDifferences(operation, exchange, choices, open)
    const headers = headerDifferences(played.headers, exchange.headers ?? [], exchange.status)
    return { played, differences: [...differences, ...fields, ...headers] }
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

const isAlike = ({ differences }: Outcome): boolean => differences.length === 0

/** Whether an answer is alike, to the words of a refusal: they may tell for want of which row it is. */
const isSame = (outcome: Outcome, { status, body }: Exchange): boolean =>
  isAlike(outcome) && (status < 400 || hasSameWords(outcome.played.body, body))

/** Whether a choice changes nothing of an answer. */
const isSameAnswer = (one: Played, other: Played): boolean =>
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

/** The rules that an answer shows, and the parts of it that no rule states. */
function shownIn(judged: Judged, { played }: Outcome): readonly (string | Rule)[] {
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
    isSuccess ? rulesShown(session.shownAt(at)) : [],
  ].flat()
}

/** The rule that a difference is against, or the part of the answer where no rule states it. */
function aboutOf(
  difference: Difference,
  { operation, exchange, session, at }: Judged,
  { played }: Outcome,
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
      return (isSuccess ? ruleAgainst(difference, session.shownAt(at)) : undefined) ?? `${id} values`
  }
}
