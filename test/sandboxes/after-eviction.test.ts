import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import type { SimulatedSandbox, Simulator } from '../../src/control/types.ts'

const headers = { Authorization: 'Bearer renter-key' }
const list = (sandbox: SimulatedSandbox) => sandbox.fetch('/api/v0/instances/', { headers })

/** Makes as many sandboxes as there may be, and one more. */
const crowd = (sim: Simulator): void => {
  for (const name of ['b', 'c', 'd']) sim.sandbox(name).importState({ users: [{ id: 1, name }] })
}

async function asked(sandbox: SimulatedSandbox, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await sandbox.fetch(path, init)
  return { status: response.status, body: await response.json() }
}

const evicting = () => createSimulator({ clock: 'frozen', maxSandboxes: 3, rateLimit: { enabled: false } })

const lives = [
  ['asked once', 1, (a: SimulatedSandbox) => list(a)],
  [
    'asked three times, and its journal was cleared between',
    3,
    async (a: SimulatedSandbox) => {
      for (let at = 0; at < 2; at += 1) await list(a)
      a.journal.clear()
      await list(a)
    },
  ],
  ['steered, and never asked', 1, (a: SimulatedSandbox) => a.faults.add({ name: 'f', effect: { status: 503 } })],
] as const

test.each(lives)('of a sandbox that was evicted after it was %s, nothing is known', async (_, dropped, live) => {
  const sim = evicting()
  const a = sim.sandbox('a')
  await live(a)
  crowd(sim)
  const match = { operation: 'instances.list' }
  expect(a.journal.dropped).toBe(dropped)
  expect(a.journal.verify(match, { eq: 0 })).toMatchObject({ verified: 'unknown', count: 0, dropped })
  expect(await asked(a, '/_sim/requests/verify', { match, count: { lte: 0 } })).toMatchObject({
    body: { verified: 'unknown', dropped },
  })
  expect(await asked(a, '/_sim/requests')).toEqual({ status: 200, body: { dropped, requests: [] } })
  expect(await asked(a, '/_sim/bundle')).toMatchObject({ status: 409, body: { error: 'conflict' } })
  expect(a.findings()).toMatchObject([{ kind: 'world-evicted', times: 1 }])
})

test('an unknown count stays so when clients go on and clear the journal, until a reset', async () => {
  const sim = evicting()
  const a = sim.sandbox('a')
  await list(a)
  crowd(sim)
  const first = await list(a)
  expect([first.headers.get('x-sim-evicted'), first.headers.get('x-sim-exchange')]).toEqual(['true', '1'])
  expect(a.findings()).toMatchObject([{ kind: 'world-evicted', exchange: 1, times: 1 }])
  const match = { operation: 'instances.list' }
  expect(a.journal.verify(match, { eq: 1 })).toMatchObject({ verified: 'unknown', count: 1, dropped: 1 })
  a.journal.clear()
  expect(a.journal.verify(match, { eq: 0 })).toMatchObject({ verified: 'unknown', count: 0, dropped: 1 })
  expect(await asked(a, '/_sim/bundle')).toMatchObject({ status: 409 })
  a.reset()
  expect(a.journal.verify(match, { eq: 0 })).toMatchObject({ verified: true, dropped: 0 })
  expect(await asked(a, '/_sim/bundle')).toMatchObject({ status: 200 })
  expect(a.findings()).toEqual([])
})

test('what two evicted sandboxes of one name were asked is counted together', async () => {
  const sim = evicting()
  const a = sim.sandbox('a')
  for (const times of [2, 1]) {
    for (let at = 0; at < times; at += 1) await list(a)
    crowd(sim)
    for (const name of ['b', 'c', 'd']) sim.drop(name)
  }
  expect(a.journal.verify({ operation: 'instances.list' }, { lte: 2 })).toMatchObject({
    verified: 'unknown',
    dropped: 3,
  })
})

test('a sandbox that was never evicted, or was deleted, knows all that it was asked', async () => {
  const sim = evicting()
  const match = { operation: 'instances.list' }
  await list(sim.sandbox('a'))
  sim.drop('a')
  for (const name of ['a', 'b']) {
    expect(sim.sandbox(name).journal.verify(match, { eq: 0 })).toMatchObject({ verified: true, dropped: 0 })
    expect(await asked(sim.sandbox(name), '/_sim/bundle')).toMatchObject({ status: 200 })
    expect(sim.sandbox(name).findings()).toEqual([])
  }
})
