import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const section = readFileSync('README.md', 'utf8').split('\n## To see this, write that\n')[1]?.split('\n## ')[0] ?? ''

/** The third cell of each row by its scenario. */
const promised = Object.fromEntries(
  section
    .split('\n')
    .filter((line) => /^\| .*`/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, , scenario = '', outcome = '']) => [scenario.replaceAll('`', ''), outcome]),
)

/** A client of a scenario with its usual parameters, which waits for the rate limit before each call. */
function clientIn(scenario: string) {
  const sim = createSimulator({ scenario, clock: 'frozen' })
  const send = (path: string, init?: RequestInit) =>
    sim.fetch(`/api/v0/${path}`, {
      ...init,
      headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
    })
  const list = () => sim.clock.advance(3).then(() => send('instances/'))
  const rent = (offer = 12345678) => send(`asks/${offer}/`, { method: 'PUT', body: '{"image": "ubuntu"}' })
  return { sim, list, rent }
}

const statusOf = (response: Promise<Response>) =>
  response.then(
    ({ status }) => `${status}`,
    () => 'no answer',
  )

async function statuses(times: number, call: () => Promise<Response>): Promise<string> {
  const all: string[] = []
  while (all.length < times) all.push(await statusOf(call()))
  return all.join(', ')
}

const ids = async (response: Promise<Response>): Promise<readonly number[]> =>
  ((await (await response).json()) as { instances: { id: number }[] }).instances.map(({ id }) => id)

async function statusOfInstance(sim: Simulator, list: () => Promise<Response>, seconds: number): Promise<unknown> {
  await sim.clock.advance(seconds)
  const { instances } = (await (await list()).json()) as { instances: { id: number; actual_status: string }[] }
  return instances.find(({ id }) => id === 32)?.actual_status
}

/** What a client gets, in the words of the table. */
const played: Readonly<Record<string, () => Promise<string>>> = {
  'flaky-listing': () => statuses(3, clientIn('flaky-listing').list),
  'instances-rate-limited': () => statuses(2, clientIn('instances-rate-limited').list),
  'hanging-request': async () => {
    const { sim, list } = clientIn('hanging-request')
    const hanging = list()
    await expect.poll(() => sim.faults.held().length).toBe(1)
    await sim.clock.advance(29)
    expect(sim.faults.held()).toHaveLength(1)
    await sim.clock.advance(1)
    return `nothing for 30 s, then ${await statusOf(hanging)}`
  },
  'connection-reset': async () => {
    const { list } = clientIn('connection-reset')
    return `${await statusOf(list())}, then ${await statusOf(list())}`
  },
  'gateway-html': async () => {
    const { list } = clientIn('gateway-html')
    const { status, headers } = await list()
    return `${status} ${headers.get('content-type')?.split(';')[0]}, then ${await statusOf(list())}`
  },
  'truncated-body': async () => {
    const { list } = clientIn('truncated-body')
    const response = await list()
    await expect(response.text()).rejects.toThrow('terminated')
    return `${response.status} with half a body, then ${await statusOf(list())}`
  },
  'lost-reply-on-rent': async () => {
    const { list, rent } = clientIn('lost-reply-on-rent')
    const outcome = await statusOf(rent())
    expect(await ids(list())).toEqual([31, 32])
    return `${outcome}, and the instance is rented`
  },
  'offer-gone': async () => {
    const { rent } = clientIn('offer-gone')
    return `${await statusOf(rent(12345678))} for the first offer, ${await statusOf(rent(12345679))} for the next`
  },
  'key-revoked': () => statuses(1, clientIn('key-revoked').list),
  'slow-boot': async () => {
    const { sim, list, rent } = clientIn('slow-boot')
    await rent()
    const seen = [await statusOfInstance(sim, list, 0), await statusOfInstance(sim, list, 90)]
    const running = await statusOfInstance(sim, list, 120 - 90 - 2 * 3)
    return `\`${seen.join('`, then `')}\`, and \`${String(running)}\` after 120 s`
  },
}

test('the README promises ten failures, each under a scenario', () => {
  expect(Object.keys(promised)).toEqual(Object.keys(played))
})

test.each(Object.keys(promised))('%s gives the client what the README says', async (scenario) => {
  expect(await played[scenario]?.()).toBe(promised[scenario])
})

test('without the scenario a client gets none of it', async () => {
  const { list, rent } = clientIn('well-stocked')
  expect(await statuses(2, list)).toBe('200, 200')
  expect(await statusOf(rent())).toBe('200')
})
