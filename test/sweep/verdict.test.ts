import { describe, expect, test } from 'vitest'
import { judge, type Run } from '../../src/sweep/judge.ts'
import { isGood, type Verdict } from '../../src/sweep/verdicts.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { call, ran, trialFault, trialOf, usualCalls } from './facts.ts'

const judged = (family: Trial['family'], run: Partial<Run>, usual = usualCalls): Verdict =>
  judge({ trial: trialOf(family), run: ran(run), usualCalls: usual })

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
  const creation = call({ operation: 'instances.create', method: 'PUT' })
  const twice = [{ ...creation, status: 0, fault: trialFault }, creation]

  test('is did-it-twice, though the suite fails', () => {
    expect(judged('lost-reply', { exitCode: 1, calls: twice }, [creation])).toBe('did-it-twice')
    expect(judged('lost-reply', { calls: twice }, [creation])).toBe('did-it-twice')
  })
  test('is not, where nothing had happened before', () => {
    const [first] = twice
    const calls = [{ ...first, ...creation, happened: false, fault: trialFault }, creation]
    const trial = trialOf('transient', 'instances.create')
    expect(judge({ trial, run: ran({ calls }), usualCalls: [creation] })).toBe('recovered')
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
  test('of a creation whose reply was lost are also those of a client that fails', () => {
    expect(isGood(trialOf('lost-reply', 'instances.create'), 'noticed')).toBe(true)
  })
})
