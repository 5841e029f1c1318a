import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'
import { endWhatTestsStart, serve } from '../support/spawn-cli.ts'

endWhatTestsStart()

const TEMPLATE = '/api/v0/template/'
const WORLD = 'X-Sim-World'

const asRenter = { Authorization: 'Bearer renter-key' }

async function worldAt(base: string, sandbox = 'mine'): Promise<string | null> {
  return (await fetch(`${base}/~${sandbox}${TEMPLATE}`, { headers: asRenter })).headers.get(WORLD)
}

test('every answer of a world names it, and a reset, a restore and a drop begin another one', async () => {
  const { as, control, last, simulator } = simulate({})
  const names: (string | null)[] = []
  const answer = async (): Promise<void> => {
    for (const call of [TEMPLATE, '/api/v0/instances/', '/nowhere', TEMPLATE])
      await as('renter-key').get(`/~mine${call}`)
    names.push(last().headers.get(WORLD))
  }
  await answer()
  await control.post('/~mine/_sim/snapshots', { name: 'kept' })
  await answer()
  await control.post('/~mine/_sim/reset')
  await answer()
  for (let at = 0; at < 2; at += 1) {
    await control.post('/~mine/_sim/snapshots', { name: 'kept' })
    await control.post('/~mine/_sim/snapshots/kept/restore')
    await answer()
  }
  simulator.drop('mine')
  await answer()
  const [first = ''] = names
  const server = first?.replace(/-1$/, '')
  expect(names).toEqual([1, 1, 2, 3, 4, 5].map((number) => `${server}-${number}`))
})

test('an import of a state, moved time and a scenario that stays go on in the same world', async () => {
  const { as, control, last } = simulate({})
  await as('renter-key').get(TEMPLATE)
  const before = last().headers.get(WORLD)
  const { body } = await control.get('/_sim/state')
  expect(await control.put('/_sim/state', body)).toMatchObject({ status: 200 })
  await control.post('/_sim/clock/advance', { seconds: 10 })
  await as('renter-key').get(TEMPLATE)
  expect(last().headers.get(WORLD)).toBe(before)
})

test('answers of faults and refusals name the world, too; control calls and preflights are none of its answers', async () => {
  const { simulator, control } = simulate({})
  const asked = (path: string, init?: RequestInit) => simulator.fetch(new Request(`http://sim.test/~mine${path}`, init))
  const refused = await asked(TEMPLATE)
  await control.post('/~mine/_sim/faults', { name: 'down', effect: { status: 503 } })
  const down = await asked(TEMPLATE, { headers: asRenter })
  expect([refused.status, down.status]).toEqual([401, 503])
  const world = down.headers.get(WORLD)
  expect(world).toMatch(/-1$/)
  expect(refused.headers.get(WORLD)).toBe(world)
  for (const other of [await asked('/_sim/requests'), await asked(TEMPLATE, { method: 'OPTIONS' })])
    expect(other.headers.get(WORLD)).toBeNull()
})

test('a request that names the world it knew is a finding in another one, and none in that', async () => {
  const { as, control, last } = simulate({})
  const ask = (world: string | null) =>
    as('renter-key').get(TEMPLATE, world === null ? {} : { headers: { [WORLD]: world } })
  const findings = async () => ((await control.get('/_sim/findings')).body as { findings: unknown[] }).findings
  await ask(null)
  const known = last().headers.get(WORLD)
  await ask(known)
  expect(await findings()).toEqual([])
  await control.post('/_sim/reset')
  await ask(null)
  await ask(last().headers.get(WORLD))
  expect(await findings()).toEqual([])
  for (let at = 0; at < 2; at += 1) await ask(known)
  expect(await findings()).toEqual([
    {
      kind: 'world-began-anew',
      operation: 'templates.search',
      text: 'the world that the client knew is gone, and another one answered',
      advice: 'Look for a restart of the server, a reset, a restore or a drop while the client was at work.',
      times: 2,
      exchange: 3,
    },
  ])
})

test('the journal leaves the name out, so that it is the same after a reset', async () => {
  const { as, control } = simulate({})
  const journal = async () => {
    await as('renter-key').get(TEMPLATE)
    return (await control.get('/_sim/requests')).body
  }
  const first = await journal()
  expect(JSON.stringify(first)).toContain('"x-sim-exchange":')
  expect(JSON.stringify(first)).not.toContain('"x-sim-world":')
  await control.post('/_sim/reset')
  expect(await journal()).toEqual(first)
})

test('in a process the names are the same in every run', async () => {
  const { fetch } = createSimulator()
  expect((await fetch(new Request(`http://sim.test${TEMPLATE}`))).headers.get(WORLD)).toBe('in-process-1')
})

test('a server that is started again begins other worlds', async () => {
  const [first, second] = [await serve(), await serve()]
  const worlds = await Promise.all([first, second].map(({ url }) => worldAt(url)))
  expect(worlds[0]).not.toBe(worlds[1])
  for (const world of worlds) expect(world).toMatch(/^[\da-f]{12}-1$/)
  expect(await worldAt(first.url)).toBe(worlds[0])
})
