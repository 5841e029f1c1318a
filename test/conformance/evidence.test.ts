import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Evidence, strengths, supportOf } from '../../src/kernel/evidence.ts'
import { isChoice, type Rule } from '../../src/kernel/rule.ts'
import { alternativesOf, declaredRules, observedRules, type RulesInForce } from '../../src/kernel/rules-in-force.ts'
import { rules } from '../../src/marketplace/routes.ts'
import { simulate } from '../support/simulate.ts'

const shown = z.object({
  rules: z.array(
    z.looseObject({
      id: z.string(),
      basis: z.enum(['documented', 'assumed']),
      evidence: z.array(z.object({ says: z.string().min(3), source: z.string().min(1) })).optional(),
      support: z.object({ strength: z.string() }).optional(),
    }),
  ),
})

test.each(['documented', 'observed'] as const)(
  'every assumption of the dialect %s tells what speaks for it',
  async (dialect) => {
    const { simulator } = simulate(undefined, { dialect })
    const { rules: told } = shown.parse(await (await simulator.fetch('/_sim/rules')).json())
    const without = told.filter(({ basis, evidence = [] }) => (basis === 'assumed') !== evidence.length > 0)
    expect(without.map(({ id }) => id)).toEqual([])
    expect(told.filter(({ basis, support }) => (basis === 'assumed') !== (support !== undefined))).toEqual([])
  },
)

test('an assumed answer names the strength of its weakest assumption, an injected one none', async () => {
  const { simulator } = simulate(
    { cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] },
    { rateLimit: { enabled: false } },
  )
  const list = async () => {
    const init = { headers: { authorization: 'Bearer renter-key' } }
    const { headers } = await simulator.fetch('/api/v0/users/cloud_integrations/', init)
    const named = headers.get('x-sim-rules')?.split(',') ?? []
    const assumed = rules.filter(({ id, basis }) => named.includes(id) && basis === 'assumed')
    const each = assumed.map(({ support }) => support?.strength)
    return { basis: headers.get('x-sim-basis'), told: headers.get('x-sim-evidence'), strengths: each }
  }
  expect(await list()).toEqual({ basis: 'assumed', told: 'published', strengths: ['seen-live', 'published'] })
  simulator.faults.add({ name: 'f', match: { operation: 'cloud-connections.list' }, effect: { malformed_json: true } })
  expect(await list()).toEqual({ basis: 'injected', told: null, strengths: [] })
})

test.each([
  { rows: 1, dialect: 'documented', strength: 'published' },
  { rows: 1, dialect: 'observed', strength: 'published' },
  { rows: 2, dialect: 'documented', strength: 'judgement' },
] as const)('$rows instances without a template rest on $strength in $dialect', async ({ rows, dialect, strength }) => {
  const ids = Array.from({ length: rows }, (_, index) => index + 1)
  const fixture = {
    users: [{ id: 1001, name: 'me', api_keys: [{ key: 'renter-key' }] }],
    offers: ids.map((id) => ({ id })),
    instances: ids.map((id) => ({ id, user_id: 1001, offer_id: id })),
  }
  const { simulator } = simulate(fixture, { dialect, rateLimit: { enabled: false } })
  const init = { headers: { authorization: 'Bearer renter-key' } }
  const { status, headers } = await simulator.fetch('/api/v0/instances/', init)
  expect({ status, told: headers.get('x-sim-evidence') }).toEqual({ status: 200, told: strength })
})

/** How many independent sources saw it, and how many whole answers are among them. */
const sources = (evidence: readonly Evidence[]) => {
  const of = (...kinds: readonly string[]) =>
    evidence.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0)
  return { seen: of('capture', 'note', 'code'), captured: of('capture') }
}

/** Whether enough sources saw a form for the documented dialect to follow it where the contract is silent. */
const isSettled = (evidence: readonly Evidence[]): boolean => {
  const { seen, captured } = sources(evidence)
  return seen >= 3 || captured >= 2
}

const rank = (evidence: readonly Evidence[]): number => strengths.indexOf(supportOf(evidence).strength)

/** The forms of a rule for which more speaks than for the one in force. */
function strongerForms(rule: Rule, inForce: RulesInForce): readonly (readonly [string, readonly Evidence[]])[] {
  const forms = Object.entries(alternativesOf(rule)).map(([name, { evidence }]) => [name, evidence] as const)
  const all = isChoice(rule) ? forms : [['usual', rule.evidence] as const, ...forms]
  const { evidence } = inForce.of(rule)
  const chosen = isChoice(rule) ? (rule.alternatives[inForce.chosen(rule)]?.evidence ?? evidence) : evidence
  return all.filter(([, each]) => rank(each) < rank(chosen))
}

const assumptions = rules.filter(({ basis }) => basis === 'assumed')

/** Where even the observed dialect does not follow what was seen, and why. */
const notObserved = assumptions.filter((rule) => strongerForms(rule, observedRules).length > 0)

test('in the observed dialect every assumption has the form for which most speaks, unless the rule says why not', () => {
  expect(notObserved.map(({ id, despite }) => [id, despite])).toEqual([
    ['rate-limit.per-account', 'it was seen of one account only, and others were let through more often'],
  ])
})

test('in the documented dialect too where three saw it or two answers show it, unless the rule says why not', () => {
  const found = assumptions.flatMap((rule) =>
    strongerForms(rule, declaredRules)
      .filter(([, evidence]) => isSettled(evidence))
      .map(() => ({ id: rule.id, despite: rule.despite })),
  )
  expect(found.filter(({ despite }) => despite === undefined)).toEqual([])
  expect(found.map(({ id }) => id)).toEqual([
    'authentication.key-unknown',
    'instances.create.vm-without-ssh-key',
    'instances.create.ask-id',
    'instances.create.credit-missing',
    'instances.list.unset',
    'instances.list.telemetry',
  ])
  const explained = assumptions.filter(({ despite }) => despite !== undefined).map(({ id }) => id)
  expect(explained.toSorted()).toEqual([...found, ...notObserved].map(({ id }) => id).toSorted())
})
