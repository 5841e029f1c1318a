import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const effect = { status: 500 }
const under = (fault: object) => ({ faults: [{ name: 'f', ...fault }] })

test.each([
  [under({ effect: { timeout: 3 } }), 'unknown key "timeout"; did you mean "hang"?'],
  [under({ effect: { latency: 3 } }), 'unknown key "latency"; did you mean "latency_ms"?'],
  [under({ effect: { delay: 3 } }), 'unknown key "delay"; did you mean "latency_ms"?'],
  [under({ effect: { error: 3 } }), 'unknown key "error"; did you mean "status"?'],
  [under({ when: { once: true }, effect }), 'unknown key "once"; did you mean "times"?'],
  [
    under({ when: { xyz: 1 }, effect }),
    'unknown key "xyz"; there are times, after, every, probability, between, sequence',
  ],
  [under({ match: { operation: 'listInstances' }, effect }), 'did you mean "instances.list"?'],
  [under({ effect: { refuse: 'offer-unknown' } }), 'did you mean "instances.create.offer-unknown"?'],
  [
    under({ match: { path: '/api/v0/asks/1/', method: 'POST' }, effect }),
    'can match no operation: instances.create is PUT',
  ],
  [under({ match: { path: '/instances/' }, effect }), 'did you mean "/api/v0/instances/"?'],
  [under({ match: { body: { label: 'x' } }, effect }), 'write $.label'],
  [{ params: { secs: 60 } }, 'params.secs: expected object, received number; write { type: number, default: 60 }'],
  [
    { params: { gpu: 'A100' } },
    'params.gpu: expected object, received string; write { type: string, default: "A100" }',
  ],
  [{ params: { secs: [1] } }, 'write { type: number, default: 10 }'],
  [{ rate_limit: { enabled: 'no' } }, 'expected boolean, received string; write false'],
  [{ rate_limit: { enabled: 'maybe' } }, 'rate_limit.enabled: expected boolean, received string'],
  [{ clock: 'fozen' }, 'is not a clock: it is real, frozen, an instant'],
  [{ clock: { at: 'noon' } }, 'clock.at: is not an instant'],
])('%j says what to write instead', (document, message) => {
  expect(() => createSimulator({ scenario: document })).toThrow(message)
})

const listing = '{"operation":"instances.list"}'
const row = '{"31":{"actual_status":"exited"}}'

test.each([
  [
    under({ match: 'instances.list', effect }),
    `faults.0.match: expected object, received string; for example ${listing}`,
  ],
  [
    under({ when: { between: 5 }, effect }),
    'faults.0.when.between: expected array, received number; for example [60,120]',
  ],
  [
    { timeline: [{ after: 5, set: { instances: [{ id: 31 }] } }] },
    `timeline.0.set.instances: expected object, received array; for example ${row}`,
  ],
  [
    { stubs: [{ name: 's', match: { path: '/x' }, answer: 'fine' }] },
    'stubs.0.answer: expected object, received string; for example {"status":200,"body":"fine"}',
  ],
  [
    { fixture: { users: [{ id: 1, name: 'a', api_keys: [{ key: 'k', permissions: 'all' }] }] } },
    'fixture.users.0.api_keys.0.permissions: expected array, received string; for example ["user_read","instance_read"]',
  ],
  [
    { fixture: { users: [{ id: 1, name: 'a', api_keys: ['k'] }] } },
    'fixture.users.0.api_keys.0: expected object, received string; for example {"key":"renter-key"}',
  ],
  [under({ match: { user_id: 'me' }, effect }), 'faults.0.match.user_id: expected number, received string'],
  [{ fixture: { users: [{ id: 'a', name: 'a' }] } }, 'fixture.users.0.id: expected number, received string'],
  [{ fixture: { users: [{ id: 1, name: 5 }] } }, 'fixture.users.0.name: expected string, received number'],
])('%j is refused, with an example where one is known', (document, message) => {
  expect(() => createSimulator({ scenario: document })).toThrow(expect.objectContaining({ message }))
})

test.each(['frozen', '2030-01-01T00:00:00Z', { frozen: true }])('the clock of a scenario may be %j', async (clock) => {
  const simulator = createSimulator({ clock: 'real', scenario: { clock } })
  expect(await (await simulator.fetch('/_sim/clock')).json()).toMatchObject({ mode: 'frozen' })
})
