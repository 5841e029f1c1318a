import { z } from 'zod'
import { didYouMean } from '../kernel/nearest.ts'
import { hasValue, isRefusal, type Rule, type RuleValue } from '../kernel/rule.ts'
import {
  alternativesOf,
  type Chosen,
  declaredRules,
  type Dialect,
  namesOf,
  observedRules,
  readChoice,
  type RuleChoice,
  RulesInForce,
} from '../kernel/rules-in-force.ts'
import { strictObject } from '../kernel/wire.ts'
import { operations } from './routes.ts'
import { rulesById, describeUnknownRule } from './rule-id.ts'

/** What speaks for a form of a rule. */
export const evidenceSchema = strictObject({
  kind: z
    .enum(['capture', 'note', 'code', 'docs', 'judgement'])
    .describe('An answer of the service, a remark, a client that relies on it, its documents, or an opinion.'),
  source: z.string().describe('Where it was seen.'),
  date: z.string().nullable().optional().describe('`2026-09-05`, `2026-09` or `2026`.'),
  count: z.int().min(1).optional().describe('How many independent sources it stands for.'),
  says: z.string().describe('What was seen.'),
})

const single = z.union([z.number(), z.string()])

/** YAML reads some names as a number, or as null. */
const name = z.union([z.string(), z.number(), z.null()])

/** What may be different of a rule. */
export const ruleChange = strictObject({
  status: z.int().min(200).max(599).optional().describe('The status of the refusal, 400 to 599.'),
  code: z.string().min(1).optional().describe('The error code of the refusal.'),
  envelope: z.enum(['plain', 'flagged', 'detail']).optional().describe('The shape of the body of the refusal.'),
  text: z.string().optional().describe('The msg of the refusal.'),
  value: z
    .union([single, z.record(z.string(), single)])
    .optional()
    .describe('A threshold, a default, the status of a success.'),
  choice: name.optional().describe('The name of an alternative, instead of all that is different.'),
  evidence: z.array(evidenceSchema).readonly().optional().describe('Why it was chosen.'),
})

/** What is chosen at rules, by their ids: the name of an alternative, or what is to be different. */
export const ruleChoices = z
  .record(z.string(), z.union([...name.options, ruleChange]))
  .superRefine((choices, context) => {
    for (const [id, choice] of Object.entries(choices)) {
      const rule = rulesById.get(id)
      const message = rule === undefined ? describeUnknownRule(id) : choiceProblem(rule, readChoice(rule, choice))
      if (message !== undefined) context.addIssue({ code: 'custom', path: [id], message })
    }
  })
export type RuleChoices = Readonly<z.output<typeof ruleChoices>>

/** Why a choice cannot be made at a rule; undefined where it can. */
function choiceProblem(rule: Rule, choice: RuleChoice): string | undefined {
  const names = namesOf(rule)
  if (typeof choice === 'string')
    return names.includes(choice)
      ? undefined
      : `${rule.id} has no alternative "${choice}"${didYouMean(choice, names)}; it has ${describeChoices(rule, names)}`
  const { value, choice: name, evidence: _, ...ofRefusal } = choice
  if (name !== undefined) {
    const isAlone = [value, ...Object.values(ofRefusal)].every((each) => each === undefined)
    return isAlone ? choiceProblem(rule, name) : 'choice: stands alone, or with evidence'
  }
  const refused = Object.entries(ofRefusal).find(([, each]) => each !== undefined)
  if (refused !== undefined && !isRefusal(rule))
    return `${rule.id} ${refusesIfChosen(rule) ? 'is chosen by name' : 'refuses nothing'}, so it has no ${refused[0]}; it takes ${describeChoices(rule, names)}`
  if (value === undefined)
    return refused === undefined
      ? `chooses nothing; ${rule.id} takes ${describeChoices(rule, names)}`
      : statusProblem(choice)
  if (!hasValue(rule)) return `${rule.id} has no value; it takes ${describeChoices(rule, names)}`
  return (
    statusProblem(choice) ?? valueProblem(value, rule.value) ?? successProblem(value, rule) ?? textProblem(value, rule)
  )
}

const successes: ReadonlySet<Rule> = new Set(
  operations.flatMap(({ success }) => (success === undefined ? [] : [success])),
)

/** Why a value is no status of a success: 204 and 205 have no body, and the contract shows one. */
function successProblem(value: RuleValue, rule: Rule): string | undefined {
  if (!successes.has(rule)) return undefined
  const isSuccess = Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 299
  return isSuccess && value !== 204 && value !== 205
    ? undefined
    : `value: ${JSON.stringify(value)} is not a status of a success with a body: 200 to 299, except 204 and 205`
}

const refusesIfChosen = (rule: Rule): boolean =>
  Object.values(alternativesOf(rule)).some(({ status }) => status !== undefined)

const statusProblem = ({ status }: Exclude<RuleChoice, string>): string | undefined =>
  status !== undefined && status < 400 ? `status: ${status} is not a status of a refusal, 400 to 599` : undefined

const describeChoices = (rule: Rule, names: readonly string[]): string =>
  [
    names.join(', '),
    ...(isRefusal(rule) ? ['{status, code, envelope, text}'] : []),
    ...(hasValue(rule) ? [`{value: ${JSON.stringify(rule.value)}}`] : []),
  ].join(', or ')

function valueProblem(value: RuleValue, usual: RuleValue): string | undefined {
  if (typeof usual !== 'object' || typeof value !== 'object') {
    if (typeof value !== typeof usual) return `value: is no ${typeof usual}, as ${JSON.stringify(usual)} is`
    return typeof value === 'number' && value < 0 ? `value: ${value} is below 0` : undefined
  }
  for (const [name, each] of Object.entries(value)) {
    const known = Object.hasOwn(usual, name) ? usual[name] : undefined
    if (known === undefined) return `value: has no "${name}"; it has ${Object.keys(usual).join(', ')}`
    const problem = valueProblem(each, known)
    if (problem !== undefined) return problem.replace('value:', `value.${name}:`)
  }
  return undefined
}

/** Why a part of a value is none of the texts that it may be. */
function textProblem(value: RuleValue, { among = {} }: Rule): string | undefined {
  if (typeof value !== 'object') return undefined
  for (const [name, texts] of Object.entries(among)) {
    const text = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof text === 'string' && !texts.includes(text))
      return `value.${name}: is none of ${texts.join(', ')}${didYouMean(text, texts)}`
  }
  return undefined
}

/** Choices, and who made them: `scenario flaky-listing`. */
export interface ChosenRules {
  readonly choices: RuleChoices
  readonly by: string
}

/** The rules under a dialect and choices, of which the last wins. */
export function rulesInForce(dialect: Dialect, chosen: readonly ChosenRules[]): RulesInForce {
  if (chosen.every(({ choices }) => Object.keys(choices).length === 0))
    return dialect === 'observed' ? observedRules : declaredRules
  return new RulesInForce(dialect, new Map(chosen.flatMap(chosenAt)))
}

const chosenAt = ({ choices, by }: ChosenRules): readonly (readonly [Rule, Chosen])[] =>
  Object.entries(choices).flatMap(([id, choice]) => {
    const rule = rulesById.get(id)
    return rule === undefined ? [] : [[rule, { choice: readChoice(rule, choice), by }]]
  })

/** All choices as one record, of which the last wins. */
export const mergedChoices = (chosen: readonly ChosenRules[]): RuleChoices =>
  Object.fromEntries(chosen.flatMap(({ choices }) => Object.entries(choices)))
