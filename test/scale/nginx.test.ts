import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, type Member, startMember, startNginx } from './fleet.ts'
import { freePort } from '../support/spawn-cli.ts'
import { ask, hangUp, LIST, type Naming, play, TEMPLATE } from './story.ts'

const SANDBOXES = Array.from({ length: 300 }, (_, number) => `s${number}`)

const members: Member[] = []
let solo: Member
let front: Awaited<ReturnType<typeof startNginx>>

beforeAll(async () => {
  const [soloPort, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()]
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

/** As the simulators read it, each of these names the sandbox: nginx gets every one as it was sent. */
const spellingsOf = (name: string): readonly Naming[] => [
  { prefix: '', header: name },
  { prefix: `/~${name}` },
  { prefix: `/~${name}`, header: 'elsewhere' },
  { prefix: `/%7E${name}` },
  { prefix: `/%7e${name}` },
  { prefix: `/./~${name}` },
  { prefix: `/././%7E${name}` },
  { prefix: `/%2e/~${name}` },
  { prefix: `/x/../~${name}` },
  { prefix: `/~elsewhere/%2E%2e/~${name}` },
  { prefix: `/x/~elsewhere/./.././.%2E/~${name}` },
  { prefix: `/~${name}/x%2F../..` },
  { prefix: '/~elsewhere/..', header: name },
  { prefix: '/x/..', header: name },
  { prefix: '/~elsewhere/x/../..', header: name },
]

/** Of each simulator two sandboxes, by names of all kinds of characters. */
async function twoOfEach(): Promise<readonly string[]> {
  const names = Array.from({ length: 100 }, (_, at) => `..T.${at}-_x`)
  const found = new Map<string, string[]>()
  for (const name of names) {
    const { world = '' } = await ask(front.port, { prefix: '', header: name }, LIST)
    found.set(instanceOf(world), [...(found.get(instanceOf(world)) ?? []), name])
  }
  expect(found.size).toBe(3)
  return [...found.values()].flatMap((all) => all.slice(0, 2))
}

test('every spelling of a sandbox goes to the same simulator: what one makes, each other sees', async () => {
  for (const name of await twoOfEach()) {
    const spellings = spellingsOf(name)
    const worldsHere = new Set<string | undefined>()
    const heard = async (by: Naming, method: string, body?: object): Promise<string> => {
      // The clock stands still, and calls at one instant are too many.
      await ask(front.port, by, { method: 'POST', path: '/_sim/clock/advance', body: { seconds: 60 } })
      const answer = await ask(front.port, by, { method, path: TEMPLATE, ...(body && { body }) })
      expect(answer.status, by.prefix).toBe(200)
      worldsHere.add(answer.world)
      return answer.body
    }
    const made = spellings.map(({ prefix, header }) => `made at ${prefix} by ${header}`)
    for (const [at, by] of spellings.entries()) await heard(by, 'POST', { name: made[at], image: 'x' })
    for (const by of spellings) {
      const seen = await heard(by, 'GET')
      expect(
        made.filter((each) => !seen.includes(each)),
        by.prefix,
      ).toEqual([])
    }
    expect(worldsHere.size).toBe(1)
  }
}, 120_000)
