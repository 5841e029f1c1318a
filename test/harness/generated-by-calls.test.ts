import { expect, test } from 'vitest'
import { MAX_GENERATED_BY_CALL } from '../../src/control/generated.ts'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const users = [{ id: 1, name: 'a', api_keys: [{ key: 'k' }] }]
const half = MAX_GENERATED_BY_CALL / 2
const fixture = (offers: number) => ({ users, generate: { offers, network_volume_offers: half } })
const scenario = (offers: number, rest: object = {}) => ({ description: 'd', fixture: fixture(offers), ...rest })
const filled = { params: { n: { type: 'number', default: 1 } }, fixture: { users, generate: { offers: '${n}' } } }

const calls: Readonly<
  Record<string, readonly [method: 'put' | 'post', path: string, body: (offers: number) => object]>
> = {
  'a reset to a fixture': ['post', '/_sim/reset', (offers) => ({ fixture: fixture(offers) })],
  'a reset to a scenario': ['post', '/_sim/reset', (offers) => ({ scenario: scenario(offers) })],
  'a scenario': ['put', '/_sim/scenario', (offers) => ({ scenario: scenario(offers) })],
  'a scenario with a parameter': [
    'put',
    '/_sim/scenario',
    (offers) => ({ scenario: { description: 'd', ...filled }, params: { n: half + offers } }),
  ],
  'a state': ['put', '/_sim/state', fixture],
}

test.each(Object.entries(calls))('%s generates few rows only', async (_, [method, path, body]) => {
  const { control } = simulate()
  expect(await control[method](path, body(half))).toMatchObject({ status: 200 })
  const before = await control.get('/_sim/state')
  expect(await control[method](path, body(half + 1))).toMatchObject({
    status: 413,
    body: {
      error: 'too_large',
      msg: `generate has ${MAX_GENERATED_BY_CALL + 1} rows: a document that comes with a call has ${MAX_GENERATED_BY_CALL} in all`,
      hint: 'put it in a file that the server is started with',
    },
  })
  expect(await control.get('/_sim/state')).toEqual(before)
})

test('what a simulator is started with, and what its files hold, generates many', async () => {
  const { control } = simulate(undefined, { fixture: fixture(half + 1) })
  expect(await control.post('/_sim/reset')).toMatchObject({ status: 200 })
  expect(await control.post('/_sim/reset', { fixture: 'large' })).toMatchObject({ status: 200 })
  expect(() => createSimulator({ fixture: { generate: { offers: 100_000 } } })).not.toThrow()
})
