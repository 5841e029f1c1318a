import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

const sim = createSimulator({ clock: 'frozen' })

test.each([
  [
    'PUT /scenario',
    { name: 'slow-boot', seconds: 5 },
    'seconds: unknown key "seconds"; there are name, scenario, params, clock; a parameter of the scenario is written "params": {"seconds": 5}',
  ],
  [
    'PUT /scenario',
    { name: 'slow-boot', fast: true },
    'fast: unknown key "fast"; there are name, scenario, params, clock; a parameter of the scenario is written "params": {"fast": true}',
  ],
  [
    'PUT /scenario',
    { name: 'slow-boot', more: {} },
    'more: unknown key "more"; there are name, scenario, params, clock',
  ],
  [
    'PUT /scenario',
    { name: 'slow-boot', params: { sec: 5 } },
    'scenarios/slow-boot.yaml:6: params: there is no parameter "sec"; the scenario has seconds',
  ],
  [
    'PUT /scenario',
    { name: 'empty-account', params: { x: 5 } },
    'scenarios/empty-account.yaml:2: params: there is no parameter "x"; the scenario has none',
  ],
  ['PUT /clock', { frozn: true }, 'frozn: unknown key "frozn"; did you mean "frozen"?; name at, frozen, or both'],
  ['POST /snapshots', { label: 'a' }, 'name: is missing; label: unknown key "label"; there is name'],
  ['POST /requests/verify', { match: {}, count: 2 }, 'count: is a number; write {"eq": 2}'],
  ['POST /requests/verify', { match: {}, count: 0 }, 'count: is a number; write {"eq": 0}'],
  ['POST /requests/verify', { match: {}, count: '2' }, 'count: expected object, received string; for example {"eq":2}'],
  [
    'POST /requests/verify',
    { match: 'instances.list' },
    'match: expected object, received string; for example {"operation":"instances.list"}',
  ],
  [
    'POST /faults',
    { name: 'a', effect: 503 },
    'effect: expected object, received number; for example {"latency_ms":2000}',
  ],
  [
    'POST /faults',
    { name: 'a', effect: [{ status: 503 }] },
    'effect: expected object, received array; for example {"latency_ms":2000}',
  ],
  [
    'POST /stubs',
    { name: 'a', match: { path: '/x' }, answer: true },
    'answer: expected object, received boolean; for example {"status":200,"body":"fine"}',
  ],
  ['POST /reset', 7, 'expected object, received number; write an object: { … }'],
] as const)('%s with %j says what is wrong and what to write', async (route, body, msg) => {
  const [method = '', path = ''] = route.split(' ')
  const answer = await call(sim, method, path, body)
  expect(answer).toEqual({ status: 400, body: { error: 'invalid_args', msg } })
})

test('correct values are accepted', async () => {
  expect(await call(sim, 'PUT', '/scenario', { name: 'slow-boot', params: { seconds: 5 } })).toMatchObject({
    status: 200,
    body: { active: { params: { seconds: 5 } } },
  })
  expect(await call(sim, 'POST', '/requests/verify', { match: {}, count: { eq: 0 } })).toMatchObject({
    status: 200,
    body: { verified: true },
  })
  expect(await call(sim, 'POST', '/requests/verify', { match: {} })).toMatchObject({
    status: 200,
    body: { verified: false },
  })
})

test.each([
  ['{"name": "a", // why\n "effect": {}}', 'it has no comments, take this one away'],
  ['{"name": "a",}', 'take the comma before the bracket away'],
])('a body that is not JSON, as %j, is refused with what to do', async (body, hint) => {
  const response = await sim.fetch('/_sim/faults', { method: 'POST', body })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_args', msg: expect.stringMatching(/^the body is not JSON/) as unknown, hint },
  ])
})

test('a body that is not JSON for no reason known has no hint', async () => {
  const response = await sim.fetch('/_sim/faults', { method: 'POST', body: '{"name": "// no, a"' })
  expect(await response.json()).not.toHaveProperty('hint')
})
