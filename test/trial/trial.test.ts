import { describe, expect, test } from 'vitest'
import { callerOf } from '../../src/node/processes/caller.ts'
import { createSimulator } from '../../src/index.ts'
import { LIST, RENTER } from '../support/steer.ts'
import { asked, trialOf, underTrial } from '../support/under-trial.ts'

const met = { status: 503, fault: 'fault.trial' }
const real = { status: 200, fault: null }
const TEMPLATES = '/api/v0/template/'

describe('a trial is met', () => {
  test('by the call that it names, once, in whichever sandbox it comes', async () => {
    const sim = underTrial(trialOf({ call: 3 }))
    const other = sim.sandbox('other')
    const answers = [await asked(sim, LIST), await asked(other, LIST), await asked(other, LIST), await asked(sim, LIST)]
    expect(answers).toEqual([real, real, met, real])
  })

  test('from the call that it names on, in the sandbox of that call', async () => {
    const sim = underTrial(trialOf({ call: 2, lasts: 'from' }))
    const other = sim.sandbox('other')
    const answers = [await asked(sim, LIST), await asked(sim, LIST), await asked(other, LIST), await asked(sim, LIST)]
    expect(answers).toEqual([real, met, real, met])
  })

  test('from the call that it names on, in every sandbox of its place and in no other', async () => {
    const [file, count = '1'] = callerOf().split('#')
    const sim = underTrial(trialOf({ lasts: 'from', sandbox: `${file}#${Number(count) + 1}~worker` }))
    const names = ['worker-00000001', 'other', 'worker-00000002', 'worker-00000001']
    const answers = []
    for (const name of names) answers.push(await asked(sim.sandbox(name), LIST))
    expect(answers).toEqual([met, real, met, met])
  })

  test('across resets, snapshots and scenarios', async () => {
    const sim = underTrial(trialOf({ call: 5 }))
    sim.snapshots.take('start')
    const answers = [await asked(sim, LIST)]
    sim.reset()
    answers.push(await asked(sim, LIST))
    sim.scenario({ fixture: 'empty', faults: [{ name: 'own', effect: { status: 500 } }] })
    sim.scenario(null)
    answers.push(await asked(sim, LIST))
    sim.snapshots.take('later')
    answers.push(await asked(sim, LIST))
    sim.snapshots.restore('later')
    sim.drop('other')
    answers.push(await asked(sim, LIST), await asked(sim, LIST))
    expect(answers).toEqual([real, real, real, real, met, real])
  })

  test("after the sandbox's own faults, which it never displaces", async () => {
    const sim = underTrial(trialOf())
    sim.faults.add({ name: 'own', when: { times: 2 }, effect: { status: 500 } })
    const answers = [await asked(sim, LIST), await asked(sim, LIST), await asked(sim, LIST)]
    const own = { status: 500, fault: 'fault.own' }
    expect(answers).toEqual([own, own, real])
  })

  test('by no other operation, and by no call without a key', async () => {
    const sim = underTrial(trialOf())
    const answers = [await asked(sim, TEMPLATES), await asked(sim, LIST, {}), await asked(sim, LIST)]
    expect(answers).toEqual([real, { status: 401, fault: null }, met])
  })
})

test('the journal names it, and says whether the operation happened', async () => {
  const effect = { reset: true, stream: 'after' } as const
  const sim = underTrial(trialOf({ family: 'lost-reply', effect, injected: 'the reply is lost' }))
  await expect(sim.fetch(LIST, RENTER)).rejects.toThrow('fetch failed')
  const fault = { name: 'trial', effect: 'reset', value: true, outcome: 'lost', happened: true }
  expect(sim.journal.list().map((each) => each.fault)).toEqual([fault])
})

describe('a hang', () => {
  const hang = trialOf({ effect: { hang: true }, injected: 'no answer' })

  test('ends when the client has given up, and not at a reset', async () => {
    const sim = underTrial(hang)
    const client = new AbortController()
    const first = sim.fetch(LIST, { ...RENTER, signal: client.signal }).catch((error: unknown) => error)
    await sim.clock.advance(1)
    sim.reset()
    expect(await asked(sim, LIST)).toEqual(real)
    expect(await Promise.race([first, Promise.resolve('still waits')])).toBe('still waits')
    client.abort(new Error('gave up'))
    expect(await first).toEqual(new Error('gave up'))
  })

  test('ends with the run', async () => {
    const sim = underTrial(hang)
    const first = sim.fetch(LIST, RENTER).catch((error: unknown) => String(error))
    await sim.clock.advance(1)
    await sim.close()
    expect(await first).toBe('TypeError: fetch failed')
  })
})

describe('a test learns of the trial', () => {
  const shown = { family: 'transient', operation: 'cloud-connections.list', call: 1, injected: '503, once' }

  test.each([
    { trial: trialOf(), expected: shown },
    { trial: undefined, expected: null },
  ])('in code and over HTTP: $expected', async ({ trial, expected }) => {
    const sim = underTrial(trial)
    const response = await sim.fetch('/_sim/trial')
    expect([sim.trial(), sim.sandbox('other').trial(), await response.json()]).toEqual([expected, expected, expected])
  })
})

test.each([
  { trial: trialOf({ operation: 'cloud-connections.lst' }), problem: 'did you mean "cloud-connections.list"' },
  { trial: trialOf({ effect: {} }), problem: 'effect: does nothing' },
  { trial: trialOf({ effect: { refuse: 'no_such_ask' } }), problem: 'effect.refuse: cloud-connections.list has no' },
  { trial: trialOf({ call: 0 }), problem: 'call: expected number to be >=1' },
])('a trial that cannot be used is refused: $problem', ({ trial, problem }) => {
  expect(() => underTrial(trial)).toThrow(problem)
})

test('without one the environment changes nothing', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  expect(await asked(sim, LIST)).toEqual(real)
})
