import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/sweep/fact.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { call, judged, trialFault, trialOf } from './facts.ts'

describe('the advice', () => {
  const failed = { exitCode: 1, calls: [call({ status: 503, happened: false, fault: trialFault })] }
  const why = (operation: Trial['operation']) => judged(trialOf('transient', operation), failed).evidence.why
  test.each(['instances.create', 'templates.create'] as const)(
    'for a failure of %s is to look first, and then to repeat it',
    (operation) => {
      expect(why(operation)).toMatch(/Look whether it was created all the same, and only then send it again/)
    },
  )
  test('for a failure of what creates nothing is to repeat it', () => {
    expect(why('instances.list')).toMatch(/a retry would spare them/)
    expect(why('instances.list')).not.toMatch(/Look/)
  })
})

/** Why a failure that passes by itself matters, with these calls under it. */
const whyOf = (calls: readonly Fact[]) => judged(trialOf('transient'), { exitCode: 1, calls }).evidence.why

describe('what the rate limit refuses on a retry', () => {
  const met = call({ status: 502, happened: false, fault: trialFault })
  const refused = call({ status: 429, happened: false })
  test('is said of a client that had no tries left, be it one retry or two', () => {
    const late = call({ status: 429, happened: false, realEndedMs: 9000 })
    expect(whyOf([met, refused])).toMatch(/sent it again, but gave up before the rate limit let it through/)
    expect(whyOf([met, refused, late])).toMatch(/gave up before the rate limit/)
  })
  test('is not said of a client that sent nothing again, or something else', () => {
    expect(whyOf([met])).toMatch(/gives up at the first one/)
    expect(whyOf([met, { ...refused, path: '/api/v0/template/' }])).toMatch(/gives up at the first one/)
  })
})

describe('a client that fails on an empty list', () => {
  const trial: Trial = { ...trialOf('answers'), id: 'instances.list/answers/first/empty.instances', right: ['noticed'] }
  const failing = (output: string) => judged(trial, { exitCode: 1, calls: [call({ fault: trialFault })], output })
  test.each([
    ['Python', '  File "/srv/farm.py", line 9, in cheapest\n    return rows[0]\nIndexError: list index out of range\n'],
    [
      'JavaScript',
      "TypeError: Cannot read properties of undefined (reading 'id')\n    at cheapest (/srv/farm.js:9:12)\n",
    ],
    [
      'Go',
      '\npanic: runtime error: index out of range [0]\n\ngoroutine 1 [running]:\nmain.cheapest(...)\n\t/srv/farm.go:9\n',
    ],
  ])('by an error of its program is bad: %s', (_, output) => {
    expect(failing(output)).toMatchObject({ verdict: 'noticed', good: false })
  })
  test.each([
    [
      'by an error that it raises',
      '  File "/srv/farm.py", line 9, in cheapest\n    raise FarmError("there is none")\nfarm.FarmError: there is none\n',
    ],
    [
      'by an assertion of its test',
      '  File "/srv/test_farm.py", line 9, in test_cheapest\n    self.assertEqual(rows[0].id, 5)\nIndexError: list index out of range\n',
    ],
  ])('%s is good', (_, output) => {
    expect(failing(output)).toMatchObject({ verdict: 'noticed', good: true })
  })
})
