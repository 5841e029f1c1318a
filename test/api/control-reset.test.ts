import { expect, test } from 'vitest'
import { type Answer, simulate, START, START_CLOCK, users } from '../support/simulate.ts'

const control = (status: number, error: string, msg: unknown): Answer => ({ status, body: { error, msg } })
const anyText: unknown = expect.any(String)
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const starting = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

test('a reset without a body brings back data, ids, clock and limits', async () => {
  const { as, control: calls } = simulate()
  const run = async () => ({
    created: await as('renter-key').post('/api/v0/template/', { name: 'x', image: 'y' }),
    rented: await as('renter-key').put('/api/v0/asks/12345678/', { image: 'library/ubuntu' }),
    listed: await as('renter-key').get('/api/v0/instances/'),
    advanced: await calls.post('/_sim/clock/advance', { seconds: 100 }),
    state: await calls.get('/_sim/state'),
  })
  const start = await calls.get('/_sim/state')
  const first = await run()
  expect(first.state).not.toEqual(start)
  expect(await calls.post('/_sim/reset')).toEqual({
    status: 200,
    body: { reset: true, sandbox: 'default', clock: START_CLOCK },
  })
  expect(await calls.get('/_sim/state')).toEqual(start)
  expect(await calls.get('/_sim/clock')).toEqual({ status: 200, body: { now: START, mode: 'frozen' } })
  expect(await run()).toEqual(first)
})

test('a reset may name a fixture, several of them, or bring one', async () => {
  const { as, control: calls } = simulate()
  expect(await calls.post('/_sim/reset', { fixture: 'empty' })).toMatchObject({ status: 200 })
  expect((await calls.get('/_sim/state')).body).toMatchObject({ templates: [], offers: [], instances: [] })

  const inline = { users, cloud_connections: [{ id: 5, user_id: 1001, cloud_type: 'b2', name: 'cold' }] }
  expect(await calls.post('/_sim/reset', { fixture: inline })).toMatchObject({ status: 200 })
  expect(await as('renter-key').get('/api/v0/users/cloud_integrations/')).toEqual({
    status: 200,
    body: [{ id: 5, cloud_type: 'b2', name: 'cold' }],
  })

  expect(await calls.post('/_sim/reset', { fixture: ['default'] })).toMatchObject({ status: 200 })
  const fromList = await calls.get('/_sim/state')
  expect(await calls.post('/_sim/reset', { fixture: 'default' })).toMatchObject({ status: 200 })
  expect(await calls.get('/_sim/state')).toEqual(fromList)
})

test('several fixtures are put together', async () => {
  const texts = new Map([
    ['people', JSON.stringify({ users })],
    ['clouds', 'cloud_connections: [{ id: 5, user_id: 1001, cloud_type: b2, name: cold }]'],
  ])
  const find = (name: string) => {
    const text = texts.get(name)
    return text === undefined ? undefined : { text, file: `${name}.yaml` }
  }
  const { as, control: calls } = simulate(undefined, {
    fixture: 'people',
    fixtures: { names: () => [...texts.keys()], find },
  })
  expect(await calls.post('/_sim/reset', { fixture: ['people', 'clouds'] })).toMatchObject({ status: 200 })
  expect(await as('renter-key').get('/api/v0/users/cloud_integrations/')).toEqual({
    status: 200,
    body: [{ id: 5, cloud_type: 'b2', name: 'cold' }],
  })
  expect(await calls.post('/_sim/reset', { fixture: 'clouds' })).toEqual(
    control(400, 'invalid_args', like(/^clouds\.yaml:1: cloud_connections\.0\.user_id: there is no 1001 in users/)),
  )
})

test('a reset to a fixture that is unknown or broken changes nothing and says why', async () => {
  const { control: calls } = simulate()
  await calls.post('/_sim/clock/advance', { seconds: 5 })
  const before = [await calls.get('/_sim/state'), await calls.get('/_sim/clock')]
  const refusals: [unknown, string][] = [
    ['defautl', 'there is no fixture named "defautl"; did you mean default?'],
    ['zzzzzzzzzzzz', 'there is no fixture named "zzzzzzzzzzzz"; there are default, empty, large, market, showcase'],
    [['default', 'emtpy'], 'there is no fixture named "emtpy"; did you mean empty?'],
    ['/etc/hosts', 'there is no fixture named "/etc/hosts"; there are default, empty, large, market, showcase'],
    [{ templats: [] }, 'templats: unknown key "templats"; did you mean "templates"?'],
    [{ volumes: [{ id: 1, user_id: 8, size: 1 }] }, 'volumes.0.user_id: there is no 8 in users'],
  ]
  for (const [fixture, msg] of refusals) {
    expect(await calls.post('/_sim/reset', { fixture })).toEqual(control(400, 'invalid_args', like(starting(msg))))
  }
  expect([await calls.get('/_sim/state'), await calls.get('/_sim/clock')]).toEqual(before)
})

test('a reset may name the seed and the clock, until the next reset', async () => {
  const { control: calls } = simulate()
  const state = async () => (await calls.get('/_sim/state')).body
  const start = await state()
  await calls.post('/_sim/reset', { seed: 'another' })
  const other = await state()
  expect(other).toMatchObject({ seed: 'another' })
  expect(other).not.toMatchObject({ templates: (start as { templates: unknown }).templates })
  await calls.post('/_sim/reset', { seed: 7 })
  expect(await state()).toMatchObject({ seed: '7' })

  const clocks: [unknown, object][] = [
    ['2030-05-05T00:00:00Z', { now: '2030-05-05T00:00:00.000Z', mode: 'frozen' }],
    ['2030-05-05T02:00:00+02:00', { now: '2030-05-05T00:00:00.000Z', mode: 'frozen' }],
    ['frozen', { now: '2026-01-01T00:00:00.000Z', mode: 'frozen' }],
    [{ at: '2001-01-01T00:00:00.5Z' }, { now: '2001-01-01T00:00:00.500Z', mode: 'frozen' }],
    ['real', { now: anyText, mode: 'real' }],
    [{ frozen: false }, { now: anyText, mode: 'real' }],
    [
      { at: '2001-01-01T00:00:00Z', frozen: false },
      { now: like(/^2001-01-01T00:00:/), mode: 'real' },
    ],
  ]
  for (const [clock, body] of clocks) {
    expect(await calls.post('/_sim/reset', { clock })).toMatchObject({ status: 200 })
    expect(await calls.get('/_sim/clock'), JSON.stringify(clock)).toEqual({ status: 200, body })
  }
  await calls.post('/_sim/reset')
  expect(await state()).toEqual(start)
  expect(await calls.get('/_sim/clock')).toEqual({ status: 200, body: { now: START, mode: 'frozen' } })
})
