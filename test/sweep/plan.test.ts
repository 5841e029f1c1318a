import { describe, expect, test } from 'vitest'
import { rulesInForce } from '../../src/marketplace/rule-choices.ts'
import { chooseTrials, mostTellingFirst, planTrials, type TrialChoice } from '../../src/sweep/plan.ts'
import { differences } from '../../src/sweep/run/run-without-fault.ts'
import type { Fact } from '../../src/sweep/fact.ts'
import { type Trial, families } from '../../src/testing/trial/trial.ts'
import { call, ran } from './facts.ts'

const plan = (calls: readonly Fact[], options: Partial<TrialChoice> = {}) =>
  chooseTrials(planTrials(calls, rulesInForce('documented', [])), { only: families, everyCall: false, ...options })

const idsOf = (trials: readonly Trial[]) => trials.map(({ id }) => id)

/** So many calls, each unlike the others. */
const calls = (times: number, fields: Partial<Fact> = {}) =>
  Array.from({ length: times }, (_, at) => call({ requestDigest: String(at), ...fields }))

/** How many trials answer a call with 204. */
const timesEmpty = (each: Fact): number =>
  plan([each], { only: ['transient'], everyCall: true }).trials.filter(({ effect }) => effect.status === 204).length

const creation = call({ operation: 'instances.create', method: 'PUT' })

describe('the plan', () => {
  test('is about what was called, and nothing else', () => {
    expect(new Set(plan(calls(2)).trials.map(({ operation }) => operation))).toEqual(new Set(['instances.list']))
    expect(plan([]).trials).toEqual([])
    expect(plan([call({ isCall: false })]).trials).toEqual([])
  })

  test('takes the first, the second and the last call for what passes', () => {
    const resets = idsOf(plan(calls(4), { only: ['transient'] }).trials).filter((id) => id.endsWith('/reset'))
    expect(resets).toEqual(['first', 'second', 'last'].map((name) => `instances.list/transient/${name}/reset`))
  })

  test('takes every call where it is asked to', () => {
    const { trials } = plan(calls(4), { only: ['transient'], everyCall: true })
    expect(trials.filter(({ injected }) => injected === '503, once').map((each) => each.call)).toEqual([1, 2, 3, 4])
  })

  test('loses replies of what changes something, and of nothing else', () => {
    expect(plan(calls(1), { only: ['lost-reply'] }).trials).toEqual([])
    expect(idsOf(plan([creation], { only: ['lost-reply'] }).trials)).toEqual(
      ['reset', '502', 'truncated-body', 'malformed-json', 'hang'].map(
        (name) => `instances.create/lost-reply/first/${name}`,
      ),
    )
    const spoiled = plan([creation], { only: ['transient'] }).trials.filter(({ effect }) => 'malformed_json' in effect)
    expect(spoiled).toEqual([])
  })

  test('answers a read with 204 and no change: that has happened, as far as a client can know', () => {
    const deletion = call({ operation: 'templates.delete', method: 'DELETE' })
    expect([call(), call({ operation: 'templates.search' }), creation, deletion].map(timesEmpty)).toEqual([1, 1, 0, 0])
  })

  test('refuses with each refusal of the operation from the first call on, with the limiter once', () => {
    const { trials } = plan([creation], { only: ['refusals'] })
    expect(new Set(trials.map((each) => `${each.call} ${each.lasts}`))).toEqual(new Set(['1 from']))
    const names = trials.map(({ id }) => id.split('/').at(-1))
    expect(names).toEqual(expect.arrayContaining(['request.wrong-field', '404-html']))
    expect(names).not.toContain('service.sandbox-full')
    expect(names.filter((name) => name?.includes('rate-limit'))).toHaveLength(1)
  })

  test.each([
    ['instances.destroy', 'instances.change.unknown'],
    ['templates.delete', 'templates.delete.id-unknown'],
    ['secrets.delete', 'secrets.change.unknown'],
  ] as const)(
    'takes a client for right that says nothing where %s finds none, and at no other refusal',
    (operation, rule) => {
      const trials = planTrials([call({ operation, method: 'DELETE' })], rulesInForce('observed', []))
      const right = trials.filter(
        ({ trial }) => trial.family === 'refusals' && trial.right?.includes('unnoticed') === true,
      )
      expect(right.map(({ trial }) => trial.id)).toEqual([`${operation}/refusals/first/${rule}`])
      const others = idsOf(trials.map(({ trial }) => trial))
      expect(others).toEqual(
        expect.arrayContaining(
          ['authentication.key-unknown', '404-html'].map((name) => `${operation}/refusals/first/${name}`),
        ),
      )
    },
  )

  test('has the trials that are named, by several patterns too', () => {
    const ids = ['first/503', 'last/reset'].map((place) => `instances.list/transient/${place}`)
    expect(idsOf(plan(calls(3), { trial: ids }).trials)).toEqual(ids)
  })

  test('leaves out further calls of sandboxes that were asked the same before, and says how many trials that saves', () => {
    const alike = ['a', 'b'].flatMap((sandbox) => calls(4, { sandbox }))
    const every = plan(alike, { only: ['transient'], everyCall: true })
    const ofSandbox = (name: string) =>
      new Set(every.trials.flatMap((each) => (each.sandbox === name ? each.call : [])))
    expect([ofSandbox('a'), ofSandbox('b')]).toEqual([new Set([1, 2, 3, 4]), new Set([1, 2, 4])])
    expect(every.alike).toBe(every.trials.filter(({ sandbox, call }) => sandbox === 'a' && call === 3).length)
    expect(plan(calls(4), { only: ['transient'], everyCall: true }).alike).toBe(0)
  })
})

test('parallel tests, with calls in another order each time, plan the same trials', () => {
  const calls = ['b', 'a', 'c'].map((sandbox) => call({ sandbox }))
  const [once, again] = [calls, calls.toReversed()].map((each) => idsOf(plan(each).trials))
  expect(once).toEqual(again)
  expect(once?.filter((id) => id.endsWith('/redirect'))).toEqual(['instances.list/transient/first@a/redirect'])
})

/** A call of each of a dozen tests. */
const dozen = Array.from({ length: 12 }, (_, at) =>
  call({ sandbox: `t${String.fromCodePoint(97 + at)}`, path: `/${at}` }),
)

test('a dozen tests of one operation share its trials: each has some, and each refusal comes once', () => {
  const { trials } = plan(dozen, { only: ['transient', 'refusals', 'outage'] })
  expect(trials.length).toBeLessThanOrEqual(40)
  expect(new Set(trials.map(({ sandbox }) => sandbox)).size).toBe(12)
  const all = plan(dozen, { only: ['transient', 'refusals', 'outage'], everyCall: true }).trials
  expect(all.length).toBeGreaterThan(100)
  const refusals = plan(dozen.slice(0, 2), { only: ['refusals'] }).trials.map(({ id }) => id.split('/').at(-1))
  expect(new Set(refusals).size).toBe(refusals.length)
})

test('a part of a trial that was halved has an id by which it runs alone', () => {
  const id = 'instances.list/answers/first@ta/null.instances.uptime_mins'
  expect(idsOf(plan(dozen, { trial: id }).trials)).toEqual([id])
  expect(idsOf(plan(dozen, { trial: `${id}_of_none` }).trials)).toEqual([])
})

test('one trial of each operation and family comes before the second ones', () => {
  const { trials } = plan([...calls(2), creation], { only: ['transient', 'refusals'] })
  const first = mostTellingFirst(trials.map((trial) => ({ trial }))).slice(0, 4)
  expect(new Set(first.map(({ trial: { operation, family } }) => `${operation} ${family}`)).size).toBe(4)
})

test('two runs differ in how often an operation was called, in what was answered, or in how they ended', () => {
  const once = ran({ calls: [call()] })
  expect(differences(once, once)).toEqual([])
  expect(differences(once, ran({ calls: [call(), call()] }))).toEqual(['instances.list was called once, then 2 times'])
  expect(differences(once, ran({ calls: [call({ status: 429 })] }))).toEqual([
    'the statuses were instances.list 200; then instances.list 429',
  ])
  const [before, after] = [200, 401].map((status) =>
    ran({ calls: [call({ status: 429 }), call({ status, operation: null })] }),
  )
  expect(before && after && differences(before, after)).toEqual([
    'the statuses were instances.list 429, no operation 200; then instances.list 429, no operation 401',
  ])
})
