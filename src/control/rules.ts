import { isChoice, type Rule } from '../kernel/rule.ts'
import { alternativesOf, type RuleInForce, type RulesInForce, usualName } from '../kernel/rules-in-force.ts'
import { rules } from '../marketplace/routes.ts'
import { call } from './call.ts'
import type { ShownForm, ShownRule } from './shown-rule.ts'

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
  return isChoice(rule) ? named : [{ name: usualName(rule), ...shownForm(rule) }, ...named]
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
