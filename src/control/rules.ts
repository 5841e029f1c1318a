import { isChoice, type Rule } from '../kernel/rule.ts'
import {
  alternativesOf,
  type RuleChoice,
  type RuleInForce,
  type RulesInForce,
  usualName,
} from '../kernel/rules-in-force.ts'
import { rules } from '../marketplace/routes.ts'
import { call } from './call.ts'

/** A form of a rule: a refusal has status, code and perhaps an envelope of its own; a threshold, a default, the status of a success is a value. */
type ShownForm = Pick<RuleInForce, 'text' | 'source' | 'status' | 'envelope' | 'value'> & { readonly code?: string }

/** A rule as it holds in a sandbox. */
export interface ShownRule extends ShownForm {
  readonly id: string
  readonly basis: Rule['basis']
  /** The name of what holds, or what is different from the usual. */
  readonly in_force: RuleChoice
  /** What may be chosen by its name: the usual first. */
  readonly alternatives: readonly (ShownForm & { readonly name: string })[]
}

/** Every rule, as it holds under these. */
const shownRules = (inForce: RulesInForce): readonly ShownRule[] =>
  rules.map((rule) => {
    const form = inForce.of(rule)
    return {
      id: rule.id,
      basis: form.basis,
      ...shownForm(form),
      in_force: form.choice ?? usualName(rule),
      alternatives: alternativeForms(rule),
    }
  })

function alternativeForms(rule: Rule): ShownRule['alternatives'] {
  const named = Object.entries(alternativesOf(rule)).map(([name, { evidence, ...form }]) => ({
    name,
    ...shownForm({ basis: 'assumed', source: evidence, ...form }),
  }))
  const usual = usualName(rule)
  return isChoice(rule)
    ? named.toSorted((a, b) => Number(b.name === usual) - Number(a.name === usual))
    : [{ name: usual, ...shownForm(rule) }, ...named]
}

const shownForm = ({ text, source, status, error, envelope, value }: RuleInForce): ShownForm => ({
  text,
  source,
  ...(status !== undefined && { status }),
  ...(error !== undefined && { code: error }),
  ...(envelope !== undefined && { envelope }),
  ...(value !== undefined && { value }),
})

export const ruleCalls = {
  list: call('GET /rules', {
    summary: 'Every rule with its alternatives, and which of them is in force',
    act: ({ sandbox }) => shownRules(sandbox.world.rules),
    show: (list, { sandbox }) => ({ dialect: sandbox.world.rules.dialect, rules: list }),
  }),
}
