import { z } from 'zod'
import { isChoice, type Rule } from '../kernel/rule.ts'
import { alternativesOf, dialects, type RuleInForce, type RulesInForce, usualName } from '../kernel/rules-in-force.ts'
import { strictObject } from '../kernel/wire.ts'
import { rules } from '../marketplace/routes.ts'
import { ruleChange } from '../marketplace/rule-choices.ts'
import { call } from './call.ts'
import type { ShownForm, ShownRule } from './shown-rule.ts'

const form = strictObject({
  text: z.string(),
  source: z.string(),
  status: z.int().optional(),
  code: z.string().optional(),
  envelope: z.enum(['plain', 'flagged', 'detail']).optional(),
  value: ruleChange.shape.value,
})

const shownRule = form.extend({
  id: z.string(),
  basis: z.enum(['documented', 'assumed']),
  in_force: z.union([z.string(), ruleChange]),
  alternatives: z.array(form.extend({ name: z.string() })),
})

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
    shows: strictObject({ dialect: z.enum(dialects), rules: z.array(shownRule) }),
    act: ({ sandbox }) => shownRules(sandbox.world.rules),
    show: (list, { sandbox }) => ({ dialect: sandbox.world.rules.dialect, rules: list }),
  }),
}
