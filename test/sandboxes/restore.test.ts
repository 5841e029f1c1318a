import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const INSTANCES = '/~a/api/v0/instances/'
const TEMPLATES = '/~a/api/v0/template/'

const RESTORE = '/_sim/sandboxes/a/restore'

/** A sandbox `a` in which a template, a snapshot and a moved clock differ from the start. */
async function changed(options: SimulatorOptions = {}) {
  const world = simulate({}, { clock: 'frozen', rateLimit: { enabled: false }, ...options })
  const calls = world.control
  await world.as('renter-key').post(TEMPLATES, { name: 'mine', image: 'library/ubuntu' })
  await calls.post('/~a/_sim/clock/advance', { seconds: 5 })
  await calls.post('/~a/_sim/snapshots', { name: 'kept' })
  const shown = async () =>
    Promise.all(
      ['state', 'clock', 'snapshots', 'coverage'].map(async (path) => (await calls.get(`/~a/_sim/${path}`)).body),
    )
  const drop = (name = 'a') => calls.delete(`/_sim/sandboxes/${name}`)
  return { ...world, calls, shown, drop }
}

test('a dropped sandbox comes back with its data, clock, snapshots and journal', async () => {
  const { as, calls, shown, drop } = await changed()
  const before = await shown()
  await drop()
  expect(await shown()).not.toEqual(before)
  expect(await calls.post(RESTORE)).toEqual({
    status: 200,
    body: { restored: 'a', clock: { now: '2026-01-01T00:00:05.000Z', mode: 'frozen' } },
  })
  expect(await shown()).toEqual(before)
  await as('renter-key').get(INSTANCES)
  expect((await calls.get('/~a/_sim/requests')).body).toMatchObject({ requests: [{ id: 1 }, { id: 2 }] })
  expect((await calls.get('/_sim/sandboxes')).body).toMatchObject({ sandboxes: [{ name: 'default' }, { name: 'a' }] })
})

test('a request that a dropped sandbox held stays unanswered, and its fault holds the next one', async () => {
  const { as, calls, drop } = await changed()
  await calls.post('/~a/_sim/faults', { name: 'slow', effect: { latency_ms: 60_000 } })
  const held = as('renter-key')
    .get(INSTANCES)
    .catch(() => 'no answer')
  await expect.poll(async () => (await calls.get('/~a/_sim/faults')).body).toMatchObject({ held: [{ exchange: 2 }] })
  await drop()
  expect(await held).toBe('no answer')
  await calls.post(RESTORE)
  expect((await calls.get('/~a/_sim/faults')).body).toMatchObject({ faults: [{ name: 'slow', fired: 1 }], held: [] })
  expect((await calls.get('/~a/_sim/requests/2')).body).toMatchObject({ response: { status: 0 } })
})

test('what was never dropped, is the default, or was made anew meanwhile, is not restored', async () => {
  const { as, calls, drop } = await changed()
  expect(await calls.post('/_sim/sandboxes/b/restore')).toEqual({
    status: 404,
    body: { error: 'not_found', msg: 'no dropped sandbox "b" is kept' },
  })
  expect((await calls.post('/_sim/sandboxes/default/restore')).status).toBe(409)
  await drop()
  await as('renter-key').get(INSTANCES)
  expect(await calls.post(RESTORE)).toEqual({
    status: 409,
    body: {
      error: 'conflict',
      msg: 'there is a sandbox "a"',
      hint: 'a request or a call has made a new one since the drop',
    },
  })
  // The new one took its place for good.
  await drop()
  await calls.post(RESTORE)
  expect(JSON.stringify((await calls.get('/~a/_sim/state')).body)).not.toContain('mine')
})

test('the latest five are kept, and none once all are dropped', async () => {
  const { calls, drop } = await changed()
  await drop()
  for (const name of ['b', 'c', 'd', 'e', 'f']) {
    await calls.post(`/~${name}/_sim/clock/advance`, { seconds: 1 })
    await drop(name)
  }
  expect((await calls.post(RESTORE)).status).toBe(404)
  expect((await calls.post('/_sim/sandboxes/b/restore')).status).toBe(200)
  await calls.delete('/_sim/sandboxes')
  expect((await calls.post('/_sim/sandboxes/c/restore')).status).toBe(404)
})

test('a full memory budget lets go of dropped sandboxes before it drops an exchange', async () => {
  const { as, calls, drop } = await changed({ memoryBudgetMib: 2 })
  const ask = (sandbox: string) =>
    as('renter-key').post(`/~${sandbox}/api/v0/network_volumes/search/`, { q: 'x'.repeat(25 * 1024) })
  for (let sent = 0; sent < 40; sent += 1) await ask('a')
  await drop()
  for (let sent = 0; sent < 60; sent += 1) await ask('b')
  expect((await calls.get('/~b/_sim/requests')).body).toMatchObject({ dropped: 0 })
  expect((await calls.post(RESTORE)).status).toBe(404)
})

test('worlds of a restored sandbox are numbered on', async () => {
  const { as, last, calls, drop } = await changed()
  const world = async () => {
    await as('renter-key').get(INSTANCES)
    return last().headers.get('X-Sim-World')
  }
  const first = await world()
  await drop()
  await calls.post(RESTORE)
  expect([first, await world()]).toEqual(['in-process-1', 'in-process-2'])
})
