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

test.each(['frozen', '2030-01-01T00:00:00Z', { frozen: true }])('the clock of a scenario may be %j', async (clock) => {
  const simulator = createSimulator({ clock: 'real', scenario: { clock } })
  expect(await (await simulator.fetch('/_sim/clock')).json()).toMatchObject({ mode: 'frozen' })
})
