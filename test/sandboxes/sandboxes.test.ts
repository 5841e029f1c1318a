import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { type Client, simulate, type Simulated, START } from '../support/simulate.ts'

const INSTANCES = '/api/v0/instances/'
const TEMPLATE = '/api/v0/template/'
/** Makes a sandbox by steering it, or uses it once more. */
const use = (calls: Client, name: string) => calls.post('/_sim/clock/advance', { seconds: 0 }, header(name))
const header = (name: string) => ({ headers: { 'X-Sim-Sandbox': name } })
const body = async (calls: Client, path: string) => (await calls.get(path)).body
const shown = (name: string, further: object = {}) => ({
  name,
  now: START,
  mode: 'frozen',
  busy: 0,
  requests: 0,
  errors: 0,
  ...further,
})

const refused = (name: string) => ({
  status: 400,
  body: {
    error: 'invalid_args',
    msg: `"${name}" is not a sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`,
  },
})

/** The names of the sandboxes, as the default one lists them. */
async function listed(calls: Client): Promise<readonly string[]> {
  const { sandboxes } = (await body(calls, '/_sim/sandboxes')) as { sandboxes: { name: string }[] }
  return sandboxes.map(({ name }) => name)
}

/** A request with a body that ends when the test ends it. */
function held({ simulator }: Simulated, path: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const written = writer.write(new TextEncoder().encode(JSON.stringify({ name: 'held', image: 'library/ubuntu' })))
  const request = new Request(`http://sim.test${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
    body: readable,
    duplex: 'half',
  } as RequestInit)
  const answered = simulator.fetch(request)
  const release = async () => {
    await written
    await writer.close()
    return (await answered).status
  }
  return { release }
}

test('a request names its sandbox by path, else by header, else it is for the default', async () => {
  const { control: calls } = simulate()
  const at = async (path: string, name?: string) =>
    ((await calls.get(path, name === undefined ? {} : header(name))).body as { now: string }).now
  await calls.post('/~a/_sim/clock/advance', { seconds: 1 })
  await calls.post('/_sim/clock/advance', { seconds: 2 }, header('b'))
  await calls.post('/_sim/clock/advance', { seconds: 3 })
  const [one, two, three] = [1, 2, 3].map((second) => `2026-01-01T00:00:0${second}.000Z`)
  expect([await at('/~a/_sim/clock'), await at('/_sim/clock', 'a'), await at('/~a/_sim/clock', 'b')]).toEqual(
    Array(3).fill(one),
  )
  expect([await at('/~b/_sim/clock'), await at('/_sim/clock', 'b'), await at('/~b/_sim/clock', 'a')]).toEqual(
    Array(3).fill(two),
  )
  expect([await at('/_sim/clock'), await at('/~default/_sim/clock', 'a'), await at('/_sim/clock', 'default')]).toEqual(
    Array(3).fill(three),
  )
})

test('a name is 1 to 64 letters, digits, dots, dashes or underscores, and no step of a path; another is refused and creates nothing', async () => {
  const { simulator, control: calls } = simulate()
  for (const name of ['a', 'A.b_c-9', '...', 'x'.repeat(64)]) {
    expect(await calls.get('/_sim/clock', header(name)), name).toMatchObject({ status: 200 })
  }
  const before = await listed(calls)
  for (const name of ['', 'a b', 'a~b', 'a/b', '.', '..', 'x'.repeat(65)]) {
    expect(await calls.get('/_sim/clock', header(name)), name).toEqual(refused(name))
    const answer = await simulator.fetch(new Request(`http://sim.test${INSTANCES}`, header(name)))
    expect({ status: answer.status, body: await answer.json() }, name).toEqual(refused(name))
  }
  for (const name of ['', 'a%20b', 'x'.repeat(65), 'a+b']) {
    expect(await calls.get(`/~${name}/_sim/clock`), name).toEqual(refused(name))
  }
  expect(await listed(calls)).toEqual(before)
})

test('a sandbox is made on first use, and starts as the server was started, whatever became of the default', async () => {
  const options: SimulatorOptions = { rateLimit: { thresholds: { 'templates.search': 5 } }, strict: true }
  const { as, control: calls } = simulate({ templates: [{ id: 9, creator_id: 1001, name: 't', image: 'i' }] }, options)
  const start = await body(calls, '/_sim/state')
  await as('renter-key').delete(TEMPLATE, { template_id: 9 })
  await calls.post('/_sim/clock/advance', { seconds: 60 })
  await calls.post('/_sim/reset', { fixture: 'empty', seed: 'other', clock: '2030-01-01T00:00:00Z' })
  expect(await listed(calls)).toEqual(['default'])
  expect(await body(calls, '/~new/_sim/state')).toEqual(start)
  expect(await body(calls, '/~new/_sim/clock')).toEqual({ now: START, mode: 'frozen' })
  expect(await body(calls, '/~new/_sim/requests')).toEqual({ dropped: 0, requests: [] })
  expect(await as('renter-key').get('/~new/api/v0/template/')).toMatchObject({ body: { templates_found: 1 } })
  expect(await as('renter-key').get('/~new/api/v0/template/')).toMatchObject({ status: 429 })
  expect(await body(calls, '/~new/_sim/findings')).toMatchObject({
    findings: [{ kind: 'answer-rests-on-assumption' }, { kind: 'polling-faster-than-threshold' }],
  })
  expect(await listed(calls)).toEqual(['default', 'new'])
})

test('sandboxes are listed, the default first, then by latest use, with clock and requests under way', async () => {
  const { control: calls } = simulate()
  for (const name of ['a', 'b', 'c', 'a']) await use(calls, name)
  await calls.put('/~b/_sim/clock', { at: '2200-01-01T00:00:00Z', frozen: true })
  expect(await calls.get('/_sim/sandboxes')).toEqual({
    status: 200,
    body: {
      instance: expect.stringMatching(/^[\da-f]{12}$/) as unknown,
      sandboxes: [
        shown('default', { busy: 1 }),
        shown('b', { now: '2200-01-01T00:00:00.000Z' }),
        shown('a'),
        shown('c'),
      ],
    },
  })
})

test('a dropped sandbox is gone with everything in it, and starts anew on its next use', async () => {
  const { as, control: calls } = simulate()
  const start = await body(calls, '/_sim/state')
  await as('renter-key').delete('/~a/api/v0/template/', { template_id: 9001 })
  await calls.post('/~a/_sim/snapshots', { name: 'kept' })
  await use(calls, 'b')
  expect(await calls.delete('/_sim/sandboxes/a')).toEqual({ status: 200, body: { dropped: ['a'] } })
  expect(await listed(calls)).toEqual(['default', 'b'])
  expect(await body(calls, '/~a/_sim/state')).toEqual(start)
  expect(await body(calls, '/~a/_sim/snapshots')).toEqual({ snapshots: [] })
})

test('dropping an unknown sandbox is answered with 404, dropping the default with 409', async () => {
  const { control: calls } = simulate()
  expect(await calls.delete('/_sim/sandboxes/nobody')).toEqual({
    status: 404,
    body: { error: 'not_found', msg: 'there is no sandbox "nobody"' },
  })
  expect(await calls.delete('/_sim/sandboxes/default')).toEqual({
    status: 409,
    body: { error: 'conflict', msg: 'the default sandbox always exists', hint: 'reset it instead' },
  })
  expect(await listed(calls)).toEqual(['default'])
})

test('dropping all leaves the default as it is', async () => {
  const { control: calls } = simulate()
  await calls.post('/_sim/clock/advance', { seconds: 60 })
  for (const name of ['a', 'b']) await use(calls, name)
  expect(await calls.delete('/_sim/sandboxes')).toEqual({ status: 200, body: { dropped: ['a', 'b'] } })
  expect(await calls.delete('/_sim/sandboxes')).toEqual({ status: 200, body: { dropped: [] } })
  expect(await body(calls, '/_sim/clock')).toEqual({ now: '2026-01-01T00:01:00.000Z', mode: 'frozen' })
})

test('beyond the maximum the least recently used sandbox goes, never the default', async () => {
  const { control: calls } = simulate({}, { maxSandboxes: 4 })
  for (const name of ['a', 'b', 'c', 'a']) await calls.post('/_sim/clock/advance', { seconds: 60 }, header(name))
  await use(calls, 'd')
  expect(await listed(calls)).toEqual(['default', 'd', 'a', 'c'])
  for (const name of ['e', 'f', 'g']) await use(calls, name)
  expect(await listed(calls)).toEqual(['default', 'g', 'f', 'e'])
  expect(await body(calls, '/~a/_sim/clock')).toEqual({ now: START, mode: 'frozen' })
})

test('a sandbox with a request under way stays, and goes by later use once the request is over', async () => {
  const world = simulate({}, { maxSandboxes: 3 })
  const { control: calls } = world
  const request = held(world, '/~a/api/v0/template/')
  expect(await calls.get('/_sim/sandboxes')).toMatchObject({ body: { sandboxes: [{}, shown('a', { busy: 1 })] } })
  for (const name of ['b', 'c', 'd']) await use(calls, name)
  expect(await listed(calls)).toEqual(['default', 'a', 'd', 'c'])
  expect(await request.release()).toBe(200)
  expect(await body(calls, '/~a/_sim/state')).toMatchObject({ templates: [{ name: 'held' }] })
  expect(await listed(calls)).toEqual(['default', 'a', 'd'])
  for (const name of ['b', 'c']) await use(calls, name)
  expect(await listed(calls)).toEqual(['default', 'c', 'b'])
})

test('when all are busy there may be more for a while, and no more than the maximum once they are idle', async () => {
  const world = simulate({}, { maxSandboxes: 3 })
  const requests = ['a', 'b', 'c', 'd'].map((name) => held(world, `/~${name}/api/v0/template/`))
  expect(await listed(world.control)).toEqual(['default', 'd', 'c', 'b', 'a'])
  for (const { release } of requests) expect(await release()).toBe(200)
  await use(world.control, 'e')
  expect(await listed(world.control)).toEqual(['default', 'e', 'd'])
})

test('nothing that a client does or causes in one sandbox shows in another', async () => {
  const { as, control: calls } = simulate()
  const renter = as('renter-key')
  const faces = ['state', 'clock', 'requests', 'coverage', 'findings', 'snapshots'].map((name) => `/_sim/${name}`)
  const look = async (sandbox: string) => {
    const seen = []
    for (const path of faces) seen.push(await body(calls, `/~${sandbox}${path}`))
    return seen
  }
  const fresh = await look('right')
  expect(await renter.put('/~left/api/v0/asks/12345678/', { image: 'a', nonsense: 1 })).toMatchObject({ status: 200 })
  expect(await renter.get(`/~left${INSTANCES}`)).toMatchObject({ status: 200 })
  expect(await renter.get(`/~left${INSTANCES}`)).toMatchObject({ status: 429 })
  await calls.post('/~left/_sim/snapshots', { name: 's' })
  await calls.post('/~left/_sim/clock/advance', { seconds: 1 })
  const left = await look('left')
  for (const [index, face] of faces.entries()) expect(left[index], face).not.toEqual(fresh[index])
  for (const other of ['right', 'default', 'later']) {
    expect(await look(other)).toEqual(fresh)
    expect(await renter.get(`/~${other}${INSTANCES}`)).toMatchObject({ status: 200 })
    expect(await renter.put(`/~${other}/api/v0/asks/12345678/`, { image: 'a' })).toMatchObject({
      body: { new_contract: 32 },
    })
    await calls.post(`/~${other}/_sim/reset`)
  }
  expect(await look('left')).toEqual(left)
})
