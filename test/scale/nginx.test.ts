import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, freePorts, type Member, startMember, startNginx } from './fleet.ts'
import { ask, hangUp, LIST, play } from './story.ts'

const SANDBOXES = Array.from({ length: 300 }, (_, number) => `s${number}`)

const members: Member[] = []
let solo: Member
let front: Awaited<ReturnType<typeof startNginx>>

beforeAll(async () => {
  const [soloPort = 0, ...ports] = await freePorts(4)
  members.push(...(await Promise.all(ports.map(startMember))))
  solo = await startMember(soloPort)
  front = await startNginx(ports)
})

afterAll(async () => {
  hangUp()
  await Promise.all([front.nginx, solo, ...members].map((each) => end(each)))
})

/** `3f9a1c02` of `3f9a1c02-1`: the simulator. */
const instanceOf = (world: string): string => world.slice(0, world.lastIndexOf('-'))

/** The listing in each sandbox; a client says which world it knew. */
const list = (known: ReadonlyMap<string, string> = new Map()) =>
  Promise.all(
    SANDBOXES.map(async (sandbox) => {
      const world = known.get(sandbox)
      const answer = await ask(front.port, sandbox, LIST, world === undefined ? {} : { 'x-sim-world': world })
      return { ...answer, sandbox }
    }),
  )

const findingsOf = async (sandbox: string): Promise<readonly string[]> => {
  const { body } = await ask(front.port, sandbox, { method: 'GET', path: '/_sim/findings' })
  const { findings }: { readonly findings: readonly { readonly kind: string }[] } = JSON.parse(body)
  return findings.map(({ kind }) => kind)
}

/** The world that answered last in each sandbox. */
const worlds = new Map<string, string>()

test('300 sandboxes in parallel behind nginx are answered as each is alone, byte for byte', async () => {
  const fleet = await Promise.all(SANDBOXES.map((sandbox) => play(front.port, sandbox)))
  for (const [at, sandbox] of SANDBOXES.entries()) {
    const alone = await play(solo.port, sandbox)
    expect(fleet[at]?.heard).toEqual(alone.heard)
    const answering = fleet[at]?.worlds ?? []
    expect(new Set(answering.map(instanceOf)).size).toBe(1)
    worlds.set(sandbox, answering.at(-1) ?? '')
  }
  expect(new Set([...worlds.values()].map(instanceOf)).size).toBe(3)
})

test('a simulator that is killed and started again begins its own sandboxes anew, and clients see which', async () => {
  const [killed] = members
  if (killed === undefined) throw new Error('there is no simulator')
  const direct = await ask(killed.port, 's0', LIST)
  const instance = instanceOf(direct.world ?? '')
  const lost = new Set(SANDBOXES.filter((sandbox) => instanceOf(worlds.get(sandbox) ?? '') === instance))
  expect(lost.size).toBeGreaterThan(0)
  expect(lost.size).toBeLessThan(SANDBOXES.length)

  await end(killed, 'SIGKILL')
  for (const { sandbox, status } of await list()) expect(status === 502).toBe(lost.has(sandbox))

  members[0] = await startMember(killed.port)
  for (const { sandbox, world, headers } of await list(worlds)) {
    const exchange = headers.find(([name]) => name === 'x-sim-exchange')?.[1]
    expect(world === worlds.get(sandbox)).toBe(!lost.has(sandbox))
    expect(exchange === '1').toBe(lost.has(sandbox))
    expect((await findingsOf(sandbox)).includes('world-began-anew')).toBe(lost.has(sandbox))
  }
}, 120_000)

test('a fault that resets the connection is a 502, and happens once', async () => {
  const fault = {
    name: 'reset',
    match: { operation: 'cloud-connections.list' },
    effect: { reset: true },
    when: { times: 1 },
  }
  for (const sandbox of ['s10', 's11', 's12', 's13']) {
    await ask(front.port, sandbox, { method: 'POST', path: '/_sim/faults', body: fault })
    const connections = { method: 'GET', path: '/api/v0/users/cloud_integrations/' }
    expect((await ask(front.port, sandbox, connections)).status).toBe(502)
    await ask(front.port, sandbox, { method: 'POST', path: '/_sim/clock/advance', body: { seconds: 60 } })
    expect((await ask(front.port, sandbox, connections)).status).toBe(200)
  }
})
