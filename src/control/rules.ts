import { z } from 'zod'
import { describeEvidence, strengths, supportOf } from '../kernel/evidence.ts'
import { isChoice, type Rule } from '../kernel/rule.ts'
import { alternativesOf, dialects, type RuleInForce, type RulesInForce, usualName } from '../kernel/rules-in-force.ts'
import { strictObject } from '../kernel/wire.ts'
import { rules } from '../marketplace/routes.ts'
import { evidenceSchema, ruleChange } from '../marketplace/rule-choices.ts'
import { call } from './call.ts'
import type { ShownForm, ShownRule } from './shown-rule.ts'

const form = strictObject({
  text: z.string(),
  source: z.string(),
  status: z.int().optional(),
  code: z.string().optional(),
  envelope: z.enum(['plain', 'flagged', 'detail']).optional(),
  value: ruleChange.shape.value,
  evidence: z.array(evidenceSchema.required()).optional().describe('What speaks for it, where it is assumed.'),
  support: strictObject({
    strength: z.enum(strengths),
    date: z.string().nullable(),
    is_old: z.boolean().describe('Whether the date is more than a year before this release.'),
  }).optional(),
})

export const shownRule = form.extend({
  id: z.string(),
  basis: z.enum(['documented', 'assumed']),
  in_force: z.union([z.string(), ruleChange]),
  alternatives: z.array(form.extend({ name: z.string() })),
})

/** Every rule, as it holds under these. */
const shownRules = (inForce: RulesInForce): readonly ShownRule[] => rules.map((rule) => presentRule(rule, inForce))

export function presentRule(rule: Rule, inForce: RulesInForce): ShownRule {
  const form = inForce.of(rule)
  return {
    id: rule.id,
    basis: form.basis,
    ...shownForm(form),
    in_force: form.choice ?? usualName(rule),
    alternatives: alternativeForms(rule),
  }
}

function alternativeForms(rule: Rule): ShownRule['alternatives'] {
  const named = Object.entries(alternativesOf(rule)).map(([name, form]) => ({
    name,
    ...shownForm({ source: describeEvidence(form.evidence), support: supportOf(form.evidence), ...form }),
  }))
  // A name that is a number comes first in an object.
  if (isChoice(rule)) return named.toSorted((a, b) => Number(b.name === rule.usual) - Number(a.name === rule.usual))
  return [{ name: usualName(rule), ...shownForm(rule) }, ...named]
}

const shownForm = ({
  text,
  source,
  evidence,
  support,
  status,
  error,
  envelope,
  value,
}: Omit<RuleInForce, 'basis'>): ShownForm => ({
  text,
  source,
  ...(status !== undefined && { status }),
  ...(error !== undefined && { code: error }),
  ...(envelope !== undefined && { envelope }),
  ...(value !== undefined && { value }),
  ...(support !== undefined && { evidence, support }),
})

export const ruleCalls = {
  list: call('GET /rules', {
    summary: 'Every rule with its alternatives, and the one in force',
    shows: strictObject({ dialect: z.enum(dialects), rules: z.array(shownRule) }),
    act: ({ sandbox }) => shownRules(sandbox.world.rules),
    show: (list, { sandbox }) => ({ dialect: sandbox.world.rules.dialect, rules: list }),
  }),
}
