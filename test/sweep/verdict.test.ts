import { describe, expect, test } from 'vitest'
import { judge, type Run } from '../../src/sweep/judge.ts'
import { isGood, type Verdict } from '../../src/sweep/verdicts.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { call, ran, trialFault, trialOf, usualCalls } from './facts.ts'

const judged = (family: Trial['family'], run: Partial<Run>, usual = usualCalls): Verdict =>
  judge({ trial: trialOf(family), run: ran(run), usualCalls: usual }).verdict

const met = call({ status: 503, happened: false, fault: trialFault })
const lost = call({ status: 0, happened: true, fault: trialFault })
const again = call({ realEndedMs: 3000 })

describe('a run in which the suite passes', () => {
  test('has recovered where the operation worked in the end', () => {
    expect(judged('transient', { calls: [met, again] })).toBe('recovered')
  })
  test('is unnoticed where the operation worked less often than without any fault', () => {
    expect(judged('transient', { calls: [met] })).toBe('unnoticed')
    expect(judged('refusals', { calls: [met] })).toBe('unnoticed')
  })
  test('is unnoticed where a response was spoiled and not asked for again', () => {
    expect(judged('transient', { calls: [call({ fault: trialFault, happened: true })] })).toBe('unnoticed')
  })
  test('has recovered from a lost reply where the operation took place once', () => {
    expect(judged('lost-reply', { calls: [lost] })).toBe('recovered')
  })
  test('has recovered from a refusal where something else worked as often', () => {
    expect(judged('refusals', { calls: [met, again] })).toBe('recovered')
  })
  test('is unnoticed where the contract was broken', () => {
    expect(judged('wrong', { calls: [call({ fault: trialFault })] })).toBe('unnoticed')
    expect(judged('answers', { calls: [call({ fault: trialFault })] })).toBe('recovered')
  })
})

describe('a run in which the suite fails', () => {
  test.each(['transient', 'refusals', 'lost-reply', 'answers', 'wrong'] as const)('is noticed: %s', (family) => {
    expect(judged(family, { exitCode: 1, calls: [met] })).toBe('noticed')
  })
  test('was hung past its time limit where its call met the trial, and never met it otherwise', () => {
    expect(judged('transient', { exitCode: null, timedOut: true, calls: [met] })).toBe('hung')
    expect(judged('transient', { exitCode: null, timedOut: true, calls: [] })).toBe('never-met')
  })
  test.each([
    { exitCode: null, signal: 'SIGSEGV' },
    { exitCode: 134 },
    { exitCode: 1, output: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory' },
  ])('has crashed: %o', (ending) => {
    expect(judged('answers', { ...ending, calls: [met] })).toBe('crashed')
  })
})

describe('what was created twice', () => {
  const changes = [{ collection: 'instances', id: 32, before: null, after: { id: 32 } }]
  const creation = call({ operation: 'instances.create', method: 'PUT', changes })
  const twice = [{ ...creation, status: 0, fault: trialFault }, creation]

  test('is did-it-twice, though the suite fails', () => {
    expect(judged('lost-reply', { exitCode: 1, calls: twice }, [creation])).toBe('did-it-twice')
    expect(judged('lost-reply', { calls: twice }, [creation])).toBe('did-it-twice')
  })
  test('is not, where nothing had happened before', () => {
    const [first] = twice
    const calls = [{ ...first, ...creation, happened: false, fault: trialFault }, creation]
    const trial = trialOf('transient', 'instances.create')
    expect(judge({ trial, run: ran({ calls }), usualCalls: [creation] }).verdict).toBe('recovered')
  })
  test('is not, where the suite creates as many without any fault', () => {
    expect(judged('lost-reply', { calls: twice }, [creation, creation])).not.toBe('did-it-twice')
  })
})

describe('a trial that met no call', () => {
  test('says nothing, be it that it was due and found nothing to change', () => {
    expect(judged('transient', { calls: usualCalls })).toBe('never-met')
    expect(judged('wrong', { calls: usualCalls, wasMet: true })).toBe('never-met')
    expect(judged('answers', { calls: usualCalls, wasMet: true, exitCode: 1 })).toBe('never-met')
  })
  test('and was due in a process that was cut off before the exchange was over is judged by that', () => {
    expect(judged('transient', { calls: [], wasMet: true, exitCode: null, timedOut: true })).toBe('hung')
    expect(judged('answers', { calls: [], wasMet: true, exitCode: 134 })).toBe('crashed')
  })
})

describe('good verdicts', () => {
  test.each([
    ['transient', ['recovered']],
    ['refusals', ['recovered', 'noticed']],
    ['lost-reply', ['recovered']],
    ['answers', ['recovered']],
    ['wrong', ['recovered', 'noticed']],
  ] as const)('of %s are %j', (family, expected) => {
    const all = ['recovered', 'noticed', 'unnoticed', 'hung', 'crashed', 'did-it-twice', 'hammered'] as const
    expect(all.filter((verdict) => isGood(trialOf(family), verdict))).toEqual(expected)
  })
  test('of an answer in place of the operation are also those of a client that fails', () => {
    expect(isGood({ ...trialOf('answers'), effect: { status: 200 } }, 'noticed')).toBe(true)
  })
  test('of a creation with a lost reply are also those of a client that fails', () => {
    expect(isGood(trialOf('lost-reply', 'instances.create'), 'noticed')).toBe(true)
  })
})

const poll = (status: string, fields = {}) =>
  call({ responseBody: `{"instances":{"id":32,"actual_status":"${status}"}}`, ...fields })
const polls = ['loading', 'loading', 'loading', 'running'].map((status) => poll(status))
const at = (number: number) => ({
  ...trialOf('answers'),
  id: `instances.list/answers/last/status.frozen`,
  call: number,
})
const polled = (number: number, more: number) => [
  ...polls.slice(0, number - 1),
  poll('frozen', { fault: trialFault }),
  ...polls.slice(number - 1, number - 1 + more),
]
const held = (realEndedMs: number, realMs: number) =>
  call({ status: 0, happened: false, realEndedMs, realMs, fault: { ...trialFault, effect: 'hang', outcome: 'lost' } })

const verdictAt = (number: number, more: number) =>
  judge({ trial: at(number), run: ran({ calls: polled(number, more) }), usualCalls: polls }).verdict

describe('a client that polls', () => {
  test('and waits longer than it polls has recovered', () => {
    expect(judged('transient', { calls: [met, poll('running')] }, polls)).toBe('recovered')
  })
  test('has not, where it did something else before, or its answers are always the same', () => {
    const rent = call({ operation: 'instances.create', method: 'PUT', path: '/api/v0/asks/1/' })
    expect(judged('transient', { calls: [met, rent, poll('running')] }, [...polls, rent])).toBe('unnoticed')
    expect(judged('transient', { calls: [met, call()] }, [call(), call(), call()])).toBe('unnoticed')
  })
  test('and takes an unknown status for running at its last poll is unnoticed', () => {
    expect(verdictAt(4, 0)).toBe('unnoticed')
    expect(verdictAt(4, 1)).toBe('recovered')
    expect(verdictAt(1, 3)).toBe('undecided')
  })
})

describe('a run that was not over within its limit', () => {
  const late = { exitCode: null, timedOut: true, stoppedMs: 20_000, seconds: 20 }

  test('has not hung, where the client closed each request that was held', () => {
    const calls = [held(1500, 1500), held(5000, 1500), held(11_500, 1500), held(20_001, 700)]
    expect(judged('outage', { ...late, calls }, [call(), call()])).toBe('undecided')
  })
  test('has hung, where the last one was open much longer, or none was ever closed', () => {
    expect(judged('outage', { ...late, calls: [held(1500, 1500), held(20_001, 9000)] })).toBe('hung')
    expect(judged('outage', { ...late, calls: [held(20_001, 20_000)] })).toBe('hung')
  })
  test('has hung, where the client asks no more', () => {
    expect(judged('outage', { ...late, calls: [held(1500, 1500), held(5000, 1500)] })).toBe('hung')
  })
})
