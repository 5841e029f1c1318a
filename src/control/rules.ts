import { z } from 'zod'
import { describeEvidence, strengths, supportOf, type Evidence, type Support } from '../kernel/evidence.ts'
import { isChoice, type Rule } from '../kernel/rule.ts'
import {
  alternativesOf,
  dialects,
  type RuleInForce,
  type RulesInForce,
  usualName,
  type RuleChoice,
} from '../kernel/rules-in-force.ts'
import { strictObject, type InputOf } from '../kernel/wire.ts'
import { curlFor } from '../kernel/curl-command.ts'
import { rules, operations, operationsUnder, rulesOf, rulesUnder } from '../marketplace/routes.ts'
import { evidenceSchema, ruleChange } from '../marketplace/rule-choices.ts'
import { call } from './call.ts'
import type { World } from '../sandbox/world.ts'
import { unknownName } from './error.ts'
import { rulesById } from '../marketplace/rule-id.ts'

/** A form of a rule: a refusal has status, code and perhaps an envelope of its own; a threshold, a default, the status of a success is a value. */
type ShownForm = Pick<RuleInForce, 'text' | 'source' | 'status' | 'envelope' | 'value'> & {
  readonly code?: string
  /** What speaks for it, and how well it is supported: of a form that is assumed. */
  readonly evidence?: readonly Evidence[]
  readonly support?: Support
}

/** A rule as it holds in a sandbox. */
export interface ShownRule extends ShownForm {
  readonly id: string
  readonly basis: Rule['basis']
  /** The name of what holds, or what is different from the usual. */
  readonly in_force: RuleChoice
  /** What may be chosen by its name: the usual first. */
  readonly alternatives: readonly (ShownForm & { readonly name: string })[]
}

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

const shownRule = form.extend({
  id: z.string(),
  basis: z.enum(['documented', 'assumed']),
  in_force: z.union([z.string(), ruleChange]),
  alternatives: z.array(form.extend({ name: z.string() })),
})

/** Every rule, as it holds under these. */
const shownRules = (inForce: RulesInForce): readonly ShownRule[] => rules.map((rule) => presentRule(rule, inForce))

function presentRule(rule: Rule, inForce: RulesInForce): ShownRule {
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

const mappedRule = strictObject({
  id: z.string(),
  text: z.string(),
  basis: z.enum(['documented', 'assumed']),
  strength: z.enum(strengths).nullable(),
  hits: z.int(),
})
export type MappedRule = InputOf<typeof mappedRule>

const mappedOperation = strictObject({
  id: z.string().nullable().describe('Null for the rules that several operations share.'),
  method: z.string().nullable(),
  path: z.string().nullable(),
  calls: z.int(),
  injected: z.int().describe('Responses that faults made for it, which cover nothing.'),
  rules: z.array(mappedRule),
})

const counted = strictObject({ touched: z.int(), total: z.int() })
const shownMap = strictObject({
  operations: z.array(mappedOperation),
  documented: counted,
  assumed: counted,
  injected: z.int().describe('Responses that faults made.'),
  unmatched: z.int().describe('Requests that no operation took.'),
})
export type RuleMap = InputOf<typeof shownMap>

const ruleDetails = strictObject({
  rule: shownRule,
  hits: z.int(),
  operations: z.array(z.string()).describe('Where it applies.'),
  of_all_operations: z.boolean(),
  rests_on: z.array(z.string()),
  requests: z
    .array(strictObject({ id: z.int(), method: z.string(), path: z.string(), status: z.int() }))
    .describe('The latest requests that it shaped, newest first.'),
})
export type RuleDetails = Omit<InputOf<typeof ruleDetails>, 'rule'> & { readonly rule: ShownRule }

const ruleCover = strictObject({
  curl: z.string().describe('Commands that send them; empty where no request alone uses it.'),
  cover: z
    .array(
      strictObject({
        method: z.string(),
        target: z.string().describe('Path and query.'),
        key: z.string(),
        type: z.string().optional(),
        body: z.string().optional(),
      }),
    )
    .nullable()
    .describe('Requests that use it over the default fixture; null where no request alone does.'),
})
export type RuleCover = InputOf<typeof ruleCover>

const MAX_REQUESTS = 20

export const ruleMapCalls = {
  map: call('GET /coverage/map', {
    summary: 'Every operation with its rules and their hits, and then the shared rules',
    shows: shownMap,
    act: ({ sandbox: { world } }) => mapOf(world),
  }),
  rule: call('GET /rules/:id', {
    summary: 'One rule with its evidence and the requests that it shaped',
    shows: ruleDetails,
    act: ({ sandbox: { world }, params: { id } }): RuleDetails => {
      const rule = ruleNamed(id)
      const { rules: inForce, coverage, journal } = world
      const report = coverage.report(inForce)
      const applying = operations.filter((operation) => operation.rules.has(rule))
      return {
        rule: presentRule(rule, inForce),
        hits: [...report.documented.rules, ...report.assumed.rules].find((each) => each.id === id)?.hits ?? 0,
        operations: applying.map((operation) => operation.id),
        of_all_operations: applying.length === operations.length,
        rests_on: (rule.restsOn ?? []).map((each) => each.id),
        requests: journal
          .entries()
          .filter(({ rules }) => rules.includes(id))
          .slice(-MAX_REQUESTS)
          .toReversed()
          .map(({ id: request, method, path, status }) => ({ id: request, method, path, status })),
      }
    },
  }),
  cover: call('GET /rules/:id/cover', {
    summary: 'Requests that use a rule over the default fixture',
    shows: ruleCover,
    act: async ({ sandbox: { world }, touches, base = '', params: { id } }): Promise<RuleCover> => {
      const sent = (await touches(world.config, world.rules))?.get(ruleNamed(id).id)
      return {
        curl: (sent ?? []).map((request) => curlFor(request, base)).join('\n\n'),
        cover:
          sent?.map(({ method, target, key, type, body }) => ({
            method,
            target,
            key,
            ...(type !== undefined && { type }),
            ...(body !== undefined && { body }),
          })) ?? null,
      }
    },
  }),
}

function ruleNamed(id: string): Rule {
  const rule = rulesById.get(id)
  if (rule === undefined) throw unknownName('rule', id, [...rulesById.keys()])
  return rule
}

/** A hit of a shared rule does not tell which operation was called. */
function mapOf({ rules: inForce, coverage }: World): RuleMap {
  const report = coverage.report(inForce)
  const hitsOf = new Map([...report.documented.rules, ...report.assumed.rules].map(({ id, hits }) => [id, hits]))
  const counts = new Map(report.operations.map((each) => [each.id, each]))
  const served = operationsUnder(inForce)
  const shaping = rulesUnder(inForce)
  const own = new Set(shaping.filter((rule) => served.filter((operation) => operation.rules.has(rule)).length === 1))
  const shown = (rule: Rule): MappedRule => {
    const { basis, text, evidence } = inForce.of(rule)
    const strength = basis === 'assumed' ? supportOf(evidence).strength : null
    return { id: rule.id, text, basis, strength, hits: hitsOf.get(rule.id) ?? 0 }
  }
  return {
    operations: [
      ...served.map((operation) => ({
        id: operation.id,
        method: operation.method,
        path: operation.path,
        calls: counts.get(operation.id)?.hits ?? 0,
        injected: counts.get(operation.id)?.injected ?? 0,
        rules: rulesOf(operation, inForce)
          .filter((rule) => own.has(rule))
          .map(shown),
      })),
      {
        id: null,
        method: null,
        path: null,
        calls: 0,
        injected: 0,
        rules: shaping.filter((rule) => !own.has(rule)).map(shown),
      },
    ],
    documented: { touched: report.documented.touched, total: report.documented.total },
    assumed: { touched: report.assumed.touched, total: report.assumed.total },
    injected: report.injected.answers,
    unmatched: report.unmatched.requests,
  }
}
