import type { Operation } from '../kernel/operation.ts'
import { isChoice } from '../kernel/rule.ts'
import {
  alternativesOf,
  type Dialect,
  type RuleChoice,
  type RulesInForce,
  usualName,
} from '../kernel/rules-in-force.ts'
import { operations } from '../marketplace/routes.ts'
import { type ChosenRules, type RuleChoices, rulesInForce } from '../marketplace/rule-choices.ts'
import type { Capture } from './exchange.ts'
import { Judge } from './judge.ts'
import { Published } from './published.ts'
import type { Verdict } from './verdicts.ts'

/** What captures are held against, and who says what they show. */
export interface Held {
  readonly dialect: Dialect
  readonly chosen: readonly ChosenRules[]
  readonly source: string
}

export interface Corrections {
  /** With the evidence for each. */
  readonly choices: RuleChoices
  /** The verdicts once they hold: where one still differs, no rule can express it. */
  readonly left: readonly Verdict[]
}

type Names = Readonly<Record<string, RuleChoice>>

/** Finds choices at rules under which the simulator answers as captures show. @param telling exchanges that show something new */
export function correctionsFor(telling: Capture, { dialect, chosen, source }: Held): Corrections {
  const inForce = (choices: Names): RulesInForce => rulesInForce(dialect, [...chosen, { choices, by: source }])
  const judged = (choices: Names): readonly Verdict[] => {
    const judge = new Judge(new Published(inForce(choices)))
    judge.take(telling)
    return judge.verdicts()
  }
  const first = judged({})
  let choices = suggestedBy(first)
  let verdicts = judged(choices)
  const says = new Map(
    first.flatMap((each) => (each.rule === undefined ? [] : [[each.rule.id, sayingOf(each)] as const])),
  )
  // Operations that are only now known to be served show refusals too.
  choices = { ...suggestedBy(verdicts), ...choices }
  let tried = candidates(choices, verdicts)
  while (countOf(verdicts) > 0 && tried.length > 0) {
    const results = tried
      .map(({ rule, name }) => ({ rule, name, verdicts: judged({ ...choices, [rule.id]: name }) }))
      .filter((each) => countOf(each.verdicts) < countOf(verdicts))
      .toSorted(
        (a, b) =>
          countOf(a.verdicts) - countOf(b.verdicts) ||
          Number(b.name === b.rule.observed) - Number(a.name === a.rule.observed),
      )
    const [best] = results
    if (best === undefined) break
    says.set(best.rule.id, `Explains ${whatWent(verdicts, best.verdicts)}.`)
    choices = { ...choices, [best.rule.id]: best.name }
    verdicts = best.verdicts
    tried = results.filter(({ rule }) => rule !== best.rule)
  }
  verdicts = judged(choices)
  const latest = dateOf(Math.max(...verdicts.map(({ atMs }) => atMs ?? 0)))
  const evident = (choice: RuleChoice, saying: string, date: string | null): RuleChoice => ({
    ...(typeof choice === 'string' ? { choice } : choice),
    evidence: [{ kind: 'capture', source, date, says: saying }],
  })
  const held = verdicts.flatMap(({ rule, verdict, atMs, times }): [string, RuleChoice][] =>
    rule === undefined || verdict === 'differs' || choices[rule.id] !== undefined || rule.basis === 'documented'
      ? []
      : [
          [
            rule.id,
            evident(inForce(choices).of(rule).choice ?? usualName(rule), `It holds: ${times} seen.`, dateOf(atMs ?? 0)),
          ],
        ],
  )
  const changed = Object.entries(choices).map(([id, choice]): [string, RuleChoice] => {
    const atMs = verdicts.find(({ about }) => about === id)?.atMs
    return [id, evident(choice, says.get(id) ?? 'Seen so.', atMs === undefined ? latest : dateOf(atMs))]
  })
  return {
    choices: Object.fromEntries([...changed, ...held].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    left: verdicts.filter(({ verdict }) => verdict === 'differs'),
  }
}

const dateOf = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString().slice(0, 10) : null)

const countOf = (verdicts: readonly Verdict[]): number =>
  verdicts.reduce((sum, { differences }) => sum + differences.length, 0)

const suggestedBy = (verdicts: readonly Verdict[]): Names =>
  Object.fromEntries(
    verdicts.flatMap(({ about, suggested }) => (suggested === undefined ? [] : [[about, suggested] as const])),
  )

/** The alternatives at rules of the operations that differ, except where one was chosen already. */
function candidates(choices: Names, verdicts: readonly Verdict[]) {
  const differs = ({ id }: Operation): boolean =>
    verdicts.some(({ about, differences }) =>
      differences.some(({ where }) => where === id || about.startsWith(`${id} `)),
    )
  const rules = new Set(operations.filter(differs).flatMap((operation) => [...operation.rules]))
  return [...rules]
    .filter(({ id }) => choices[id] === undefined)
    .flatMap((rule) =>
      [...new Set([...(isChoice(rule) ? [] : [usualName(rule)]), ...Object.keys(alternativesOf(rule))])].map(
        (name) => ({ rule, name }),
      ),
    )
}

const sayingOf = ({ differences }: Verdict): string =>
  `Seen: ${differences.map(({ where, seen }) => `${where}: ${seen}`).join('; ') || 'it holds'}.`

/** The first fields in which verdicts agree now. */
function whatWent(before: readonly Verdict[], after: readonly Verdict[]): string {
  const left = new Set(after.flatMap(({ differences }) => differences.map(({ where }) => where)))
  const went = before
    .flatMap(({ differences }) => differences.map(({ where }) => where))
    .filter((each) => !left.has(each))
  const more = went.length - 4
  return `${went.slice(0, 4).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
