import { responsesOf } from '../contract/openapi.ts'
import type { Operation } from '../kernel/operation.ts'
import { MASK } from '../kernel/secret.ts'
import type { Rule } from '../kernel/rule.ts'
import type { RuleChoice } from '../kernel/rules-in-force.ts'
import type { RuleChoices } from '../marketplace/rule-choices.ts'
import type { Supposed } from './captured-rows.ts'
import { type Candidate, candidatesFor } from './candidates.ts'
import {
  type Difference,
  differencesOf,
  differenceText,
  headerDifferences,
  placesApart,
  statusDifference,
} from './compare.ts'
import type { Exchange } from './exchange.ts'
import { resourceOf } from './ids.ts'
import { fieldDifferences } from './judge-fields.ts'
import { type Played, rulesWith, type Session, type Settings } from './session.ts'
import type { Place } from './verdicts.ts'

/** How an exchange is answered by the simulator under some choices. */
export interface Outcome {
  readonly played: Played
  readonly differences: readonly Difference[]
}

export interface Judged {
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

export interface LaidTo extends Candidate {
  /** The differences that there are no more under the choice. */
  readonly gone: readonly Difference[]
  /** Rules at which a choice would do as well. */
  readonly also: readonly Rule[]
}

/** Choices under which the simulator answers as captured, or nearer to it. */
export interface Laid {
  readonly outcome: Outcome
  readonly laid: readonly LaidTo[]
  /** An assumption about the state that the capture does not show. */
  readonly supposed?: Supposed | undefined
}

/** Searches the choices at rules under which the simulator answers an exchange as it was captured. */
export class Search {
  readonly #settings: Settings
  readonly #texts: boolean
  readonly #schemas = new Map<string, ReturnType<typeof responsesOf>>()
  /** What differences of one kind were laid to. */
  readonly #known = new Map<string, readonly LaidTo[]>()

  /** @param texts whether the words of refusals are compared */
  constructor(settings: Settings, texts: boolean) {
    this.#settings = settings
    this.#texts = texts
  }

  /** Tries choices until the simulator answers as captured, or none brings it nearer. */
  async explain(judged: Judged, from: Laid): Promise<Laid> {
    const { operation, exchange, session, at } = judged
    const { supposed } = from
    if (isAlike(from.outcome)) return from
    const differences = from.outcome.differences.map(({ kind, where, expected }) => [kind, where, expected])
    const signature = JSON.stringify([operation?.id, judged.isAsked, supposed, differences])
    const known = this.#known.get(signature)
    if (known !== undefined) {
      const laid = [...from.laid, ...known]
      const outcome = await this.outcome(judged, choicesOf(laid), supposed)
      if (known.length === 0 || distance(outcome) < distance(from.outcome)) return { outcome, laid, supposed }
    }
    let { outcome } = from
    const laid: LaidTo[] = [...from.laid]
    const writes = session.operationsBefore(at)
    // What earlier requests did may be why, too.
    let isNearer = true
    for (const earlier of [[], [], [], writes]) {
      const before = outcome
      if (isAlike(before)) break
      if (!isNearer && earlier.length === 0) continue
      const inForce = rulesWith(this.#settings, choicesOf(laid))
      const tried: (Candidate & { readonly distance: number })[] = []
      for (const each of candidatesFor(operation, before.played, exchange, inForce, earlier)) {
        if (laid.some(({ rule }) => rule === each.rule)) continue
        const choices = choicesOf([...laid, each])
        // A choice at the exchange is asked of a copy of the world; one at earlier requests is played from the start.
        const from = earlier.length > 0 ? choices : choicesOf(laid)
        const reached = distance(await this.outcome(judged, choices, supposed, from, before))
        if (reached < distance(before)) tried.push({ ...each, distance: reached })
      }
      for (const { rule, choice, distance: reached } of tried.toSorted((a, b) => a.distance - b.distance)) {
        if (laid.some((each) => each.rule === rule) || isAlike(outcome)) continue
        const next = await this.outcome(judged, choicesOf([...laid, { rule, choice }]), supposed)
        if (distance(next) >= distance(outcome)) continue
        const left = new Set(next.differences.map(differenceText))
        const gone = outcome.differences.filter((each) => !left.has(differenceText(each)))
        // An answer alone is often shortened, so a field that it leaves out speaks for no choice.
        if (!judged.isAsked && gone.every(({ kind }) => kind === 'left out')) continue
        const also = tried.flatMap((each) =>
          reached === 0 && each.distance === 0 && each.rule !== rule ? [each.rule] : [],
        )
        laid.push({ rule, choice, gone, also: [...new Set(also)] })
        outcome = next
      }
      isNearer = outcome !== before
    }
    this.#known.set(signature, laid.slice(from.laid.length))
    return { outcome, laid, supposed }
  }

  /**
   * What the simulator answers under choices, and where that differs from what was captured.
   * @param from the choices from the start of the session
   * @param before returned where the simulator answers as it does there
   */
  async outcome(
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
    const compare = (invented: ReadonlySet<string>) =>
      differencesOf(played, exchange, {
        ids: played.ids.copy(),
        resource: resourceOf(operation?.id ?? ''),
        made: played.made,
        holds: played.holds,
        isKnown: exchange.status >= 400 || exchange.method !== 'GET' || session.rows.listed[at] !== undefined,
        // What a secret was stands in no words.
        texts: this.#texts && exchange.sent?.includes(MASK) !== true,
        isAsked,
        invented,
      })
    const isFirst = known.size === 0
    let { differences, open } = compare(known)
    if (differences.length > 0) {
      // What another seed makes otherwise does not follow from the capture.
      const invented = new Set(known)
      for (const seed of isFirst ? SEEDS : SEEDS.slice(0, 1))
        for (const place of placesApart(played.body, (await ask(seed)).body)) invented.add(place)
      if (invented.size > known.size) ({ differences, open } = compare(invented))
      if (isFirst) for (const place of invented) known.add(place)
    }
    const fields = operation === undefined ? [] : this.schemaDifferences(operation, exchange, choices, open)
    const headers = headerDifferences(played.headers, exchange.headers ?? [], exchange.status)
    return { played, differences: [...differences, ...fields, ...headers] }
  }

  /** Where the schema of an answer does not fit it, at some places. */
  schemaDifferences(
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
    const differences = fieldDifferences(body, schemas.of(status), schemas.components)
      .filter(({ where }) => at.some((each) => where.startsWith(each)))
      .map((each): Difference => ({ kind: each.seen === 'no such field' ? 'left out' : 'field', ...each }))
    // Each once, however many items of a list show it.
    return [...new Map(differences.map((each) => [differenceText(each), each])).values()]
  }
}

export const isAlike = ({ differences }: Outcome): boolean => differences.length === 0

/** Whether a choice changes nothing of an answer. */
const isSameAnswer = (one: Played, other: Played): boolean =>
  one.status === other.status && one.text === other.text && one.headers.join() === other.headers.join()

/** Where few values can be drawn, two seeds often draw the same. */
const SEEDS: readonly string[] = ['another', 'a third', 'a fourth']

export const choicesOf = (laid: readonly Candidate[]): RuleChoices =>
  Object.fromEntries(laid.map(({ rule, choice }): [string, RuleChoice] => [rule.id, choice]))

/** How far an answer is from the captured one: another status is farther than any field. */
export const distance = ({ differences }: Outcome): number =>
  differences.reduce((sum, { kind, where }) => sum + (kind !== 'status' ? 1 : where === 'code' ? 1000 : 1_000_000), 0)
