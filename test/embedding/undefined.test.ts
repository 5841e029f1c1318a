import { describe, expect, test } from 'vitest'
import { createSimulator, SteeringError } from '../../src/index.ts'

// A misspelt constant is undefined in JavaScript, and where it is `any`.
const names = JSON.parse('{"flaky": "flaky-listing", "zero": 0, "no": false, "list": [], "nothing": null}')

const started = () => createSimulator({ config: false, clock: 'frozen', scenario: 'flaky-listing' })

describe('a scenario that is none is refused, and the one that runs goes on', () => {
  test.each([
    { what: 'a misspelt constant', choice: names.flakey, shown: 'undefined' },
    { what: 'a number', choice: names.zero, shown: '0' },
    { what: 'a switch', choice: names.no, shown: 'false' },
    { what: 'a list', choice: names.list, shown: '[]' },
  ])('$what', ({ choice, shown }) => {
    const sim = started()
    expect(() => sim.scenario(choice)).toThrow(
      new SteeringError(
        'invalid_args',
        `scenario: ${shown} is no scenario: write its name, as in "flaky-listing", or its document; null ends the one that runs`,
      ),
    )
    expect(sim.scenario()?.name).toBe('flaky-listing')
  })

  test('null ends it, and no argument reads it', () => {
    const sim = started()
    expect(sim.scenario()?.name).toBe('flaky-listing')
    expect(sim.scenario(names.nothing)).toBe(null)
    expect(sim.scenario()).toBe(null)
  })

  test.each([
    { call: 'reset', act: () => started().reset({ scenario: names.flakey }), left: 'that of the start' },
    { call: 'startFrom', act: () => started().startFrom({ scenario: names.flakey }), left: 'the one before' },
  ])('in the options of $call', ({ act, left }) => {
    expect(act).toThrow(
      `scenario: is undefined: write its name, as in "flaky-listing", or its document, or leave it out for ${left}`,
    )
  })

  test('options without it are taken', () => {
    // What is undefined here is left open, for the config of the project.
    expect(createSimulator({ config: false, scenario: undefined }).scenario()).toBe(null)
    const sim = createSimulator({ config: false, seed: undefined, scenario: names.flaky })
    sim.reset({ seed: undefined })
    sim.startFrom({ clock: undefined })
    expect(sim.scenario()?.name).toBe('flaky-listing')
  })
})

describe('a criterion that is undefined is refused: it would match every request', () => {
  test.each([
    { call: 'verify', act: () => started().journal.verify({ operation: names.listing }), field: 'match.operation' },
    {
      call: 'faults.add',
      act: () => started().faults.add({ name: 'down', match: { path: names.path }, effect: { status: 503 } }),
      field: 'match.path',
    },
    {
      call: 'stubs.add',
      act: () => started().stubs.add({ name: 'x', match: { path: '/x', method: names.get }, answer: { body: 'fine' } }),
      field: 'match.method',
    },
  ])('by $call', ({ act, field }) => {
    expect(act).toThrow(`${field}: is undefined, which would match every request: write a value, or leave it out`)
  })

  test('what may be left open may be undefined', () => {
    const sim = started()
    expect(sim.faults.add({ name: 'down', when: { times: undefined }, effect: { status: 503 } }).when).toEqual({})
    expect(sim.journal.verify({}, undefined).count).toBe(0)
  })
})

test('a list of expected findings that is undefined is refused, and no argument reads it', () => {
  const sim = started()
  sim.expectFindings(['unread-field'])
  expect(() => sim.expectFindings(names.expected)).toThrow(SteeringError)
  expect(sim.expectFindings()).toEqual([{ kind: 'unread-field', times: 0 }])
})

test.each([
  { what: 'a fault', act: () => started().faults.remove(names.down) },
  { what: 'a snapshot', act: () => started().snapshots.restore(names.before) },
  { what: 'a provider state', act: () => started().providerState.setUp(names.state) },
  { what: 'a sandbox', act: () => started().sandbox(names.own) },
])('the name of $what that is undefined is refused with what it is', ({ act }) => {
  expect(act).toThrow(/the name of a \w[\w ]+ is a text, not undefined|"undefined" is not a sandbox name/)
})
