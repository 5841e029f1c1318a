import { z } from 'zod'
import { strengths, supportOf } from '../kernel/evidence.ts'
import type { Rule } from '../kernel/rule.ts'
import { type InputOf, strictObject } from '../kernel/wire.ts'
import { operations, operationsUnder, rulesOf, rulesUnder } from '../marketplace/routes.ts'
import type { World } from '../sandbox/world.ts'
import { call } from './call.ts'
import { curlFor } from './curl.ts'
import { unknownName } from './error.ts'
import { presentRule, shownRule } from './rules.ts'
import type { ShownRule } from './shown-rule.ts'
import { ruleById } from './why.ts'

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
      const sent = (await touches?.(world.config, world.rules))?.get(ruleNamed(id).id)
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
  const rule = ruleById.get(id)
  if (rule === undefined) throw unknownName('rule', id, [...ruleById.keys()])
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
