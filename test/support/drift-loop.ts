import { isDeepStrictEqual } from 'node:util'
import { createSimulator } from '../../src/index.ts'
import type { Exchange } from '../../src/drift/exchange.ts'
import { observedFile } from '../../src/drift/observed-file.ts'
import { differing } from '../../src/drift/report.ts'
import { DriftRun } from '../../src/drift/run.ts'
import { parse } from 'yaml'
import type { RuleChoices } from '../../src/marketplace/rule-choices.ts'

type Rules = NonNullable<NonNullable<Parameters<typeof createSimulator>[0]>['rules']>

interface Answered {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: unknown
}

/** What a request may take from the answers before it. */
interface Got {
  readonly offer?: number
  readonly instance?: number
  readonly hash_id?: string
  readonly key?: string
  readonly group?: number
}

type From<T extends string | object | null | undefined> = T | ((got: Got) => T)
export type Step = readonly [
  method: string,
  path: From<string>,
  body?: From<object | undefined>,
  key?: From<string | null>,
]

const valueOf = <T extends string | object | null | undefined>(part: T | ((got: Got) => T), got: Got): T =>
  typeof part === 'function' ? part(got) : part

/** Plays steps with a simulator of the observed dialect, as a capture and as bare answers. */
async function playSteps(steps: readonly Step[], rules: Rules, isLimited = false) {
  await using sim = createSimulator({ dialect: 'observed', clock: 'frozen', rules, rateLimit: { enabled: isLimited } })
  const exchanges: Exchange[] = []
  const answers: Answered[] = []
  let got: Got = {}
  for (const [method, from, bodyFrom, keyFrom = 'renter-key'] of steps) {
    const [target, body, key] = [valueOf(from, got), valueOf(bodyFrom, got), valueOf(keyFrom, got)]
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const response = await sim.fetch(`http://simulator.invalid${target}`, {
      method,
      redirect: 'manual',
      headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' },
      ...(sent !== undefined && { body: sent }),
    })
    const text = await response.text()
    const answered = {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !name.startsWith('x-sim')),
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
    }
    const [path = '', query = ''] = target.split('?')
    answers.push(answered)
    exchanges.push({
      method,
      path,
      query,
      sent,
      ...(key !== null && { key }),
      status: answered.status,
      body: structuredClone(answered.body),
      contentType: response.headers.get('Content-Type') ?? '',
      headers: answered.headers.map(([name]) => name),
      atMs: Date.parse('2026-01-01T00:00:00Z'),
    })
    const { offers, new_contract, template, key: made, result } = answered.body ?? {}
    got = Object.assign({}, got, {
      ...(offers?.[0] && { offer: offers[0].id }),
      ...(new_contract !== undefined && { instance: new_contract }),
      ...(template?.hash_id !== undefined && { hash_id: template.hash_id }),
      ...(typeof result === 'number' && { group: result }),
      ...(typeof made === 'string' && { key: made }),
    })
  }
  return { exchanges, answers }
}

/** Breaks a rule, captures it, and lets drift find it; then drift and a simulator are asked again under what drift wrote. */
export async function driftOf(steps: readonly Step[], broken: Rules, isLimited = false) {
  const settings = { dialect: 'observed', chosen: [] } as const
  const { exchanges, answers } = await playSteps(steps, broken, isLimited)
  const run = new DriftRun(settings)
  await run.take({ exchanges }, 'steps.har', [])
  const report = run.report()
  const rules: RuleChoices = parse(await observedFile(run, 'ours')).rules
  const again = await run.under({ ...settings, chosen: [{ choices: rules, by: 'ours' }] })
  const written = await playSteps(steps, rules, isLimited)
  const before = await playSteps(steps, {}, isLimited)
  return {
    report,
    rules,
    /** What differs at all between the broken rule and none. */
    isShown: !isDeepStrictEqual(before.answers, answers),
    named: differing(report).map(({ about }) => about),
    holds: differing(again).length === 0,
    replays: isDeepStrictEqual(written.answers, answers),
  }
}
