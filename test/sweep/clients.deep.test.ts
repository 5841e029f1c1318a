import { expect, test } from 'vitest'
import { type FlowRun, type FlowSweepOptions, sweep } from '../../src/sweep.ts'
import { again, ask, RefusedError } from './ask.ts'

const swept = (flow: (run: FlowRun) => Promise<unknown>, options: FlowSweepOptions) =>
  sweep(flow, { simulator: { clock: 'frozen' }, ...options })

const verdictsOf = async (flow: (run: FlowRun) => Promise<unknown>, trial: string) =>
  (await swept(flow, { trial })).trials.map(({ verdict, good }) => `${verdict}, ${good ? 'good' : 'bad'}`)

const list = (run: FlowRun) => ask(run, 'GET', '/instances/')

/** Asks so often without a pause, whatever the answer. */
async function stubborn(run: FlowRun, left = 40): Promise<unknown> {
  return list(run).catch((error: unknown) => (left === 0 ? Promise.reject(error) : stubborn(run, left - 1)))
}

test('a client that asks again and again after a refusal hammers, though it fails in the end', async () => {
  const { refusals, trials } = await swept((run) => stubborn(run), { only: ['refusals'] })
  expect(refusals).toEqual({ good: 0, total: 1 })
  expect(new Set(trials.map(({ verdict }) => verdict))).toEqual(new Set(['hammered']))
})

test('a client that asks for ever while the service is down is found, and the sweep ends', async () => {
  expect(await verdictsOf((run) => stubborn(run, Number.POSITIVE_INFINITY), '*/outage/first/503')).toEqual([
    'hammered, bad',
  ])
})

/** Asks for a template that is not there. @param reads whether a body that says no is believed */
const missing = (reads: boolean) => async (run: FlowRun) => {
  const sent = ask(run, 'PUT', '/template/', { hash_id: 'f'.repeat(32), tag: '1' })
  const isRefused = await sent.then(
    () => false,
    ({ message }: Error) => reads || message.startsWith('refused with'),
  )
  if (!isRefused) throw new Error('nobody refused it')
}

test('a client that reads success is good under a refusal with the status 200, and one that does not is bad', async () => {
  const trial = 'templates.edit/answers/*/refuses-with-200'
  expect(await verdictsOf(missing(true), trial)).toEqual(['recovered, good'])
  expect(await verdictsOf(missing(false), trial)).toEqual(['noticed, bad'])
})

/** @param react what the client does with another status than running */
const waiting = (react: (run: FlowRun, status: unknown) => Promise<unknown>) => async (run: FlowRun) => {
  const { instances } = await list(run)
  const [first] = Array.isArray(instances) ? (instances as { actual_status: unknown }[]) : []
  if (first?.actual_status !== 'running') await react(run, first?.actual_status)
}

test('a client that says that a machine has exited is good, one that waits for one that loads too', async () => {
  const says = waiting((_, status) => Promise.reject(new RefusedError(`it is ${String(status)}`)))
  const waits = waiting((run) => run.simulator.clock.advance(5).then(() => list(run)))
  expect(await verdictsOf(says, '*/answers/*/status.exited')).toEqual(['noticed, good'])
  expect(await verdictsOf(waits, '*/answers/*/status.loading')).toEqual(['recovered, good'])
  expect(await verdictsOf(says, '*/answers/*/status.loading')).toEqual(['noticed, bad'])
})

test('of a client that asks no more while a machine loads only that is known', async () => {
  const { trials, profile } = await swept(list, { trial: '*/answers/*/status.loading' })
  expect(trials.map(({ verdict }) => verdict)).toEqual(['undecided'])
  expect(profile).toContainEqual({ name: 'Waits for a status', text: 'does not read it' })
})

test('a suite without an assertion has a sensitivity of 0', async () => {
  const { sensitivity } = await swept(
    async (run) => {
      await ask(run, 'POST', '/network_volumes/search/', { q: { verified: { eq: true }, limit: 3 } })
      await ask(run, 'PUT', '/asks/12345678/', { image: 'library/python', env: '-e A=1' })
      const { template } = await ask(run, 'POST', '/template/', { name: 'x', image: 'library/python', desc: 'd' })
      const { hash_id, id } = template as Record<string, unknown>
      await run.simulator.clock.advance(5)
      await ask(run, 'PUT', '/template/', { hash_id, tag: '3.12' })
      await run.simulator.clock.advance(5)
      await ask(run, 'DELETE', '/template/', { template_id: id })
    },
    { only: ['wrong'] },
  )
  expect(sensitivity).toMatchObject({ good: 0 })
  expect(sensitivity.total).toBeGreaterThan(3)
})

/** Without a timeout, under a runner that has one. */
async function withoutTimeout({ fetch, simulator }: FlowRun): Promise<void> {
  const answer = fetch('/api/v0/instances/', { headers: { authorization: 'Bearer renter-key' } })
  answer.catch(() => undefined)
  if (simulator.trial() !== null) throw new Error('Test timed out in 5000ms.')
  await answer
}

test('a request that is open when the test runner gives up is a missing timeout', async () => {
  expect(await verdictsOf(withoutTimeout, '*/transient/first/hang')).toEqual(['no-timeout, bad'])
})

test('a client that got over it, and a test that counts requests, are good', async () => {
  const { trials, text } = await swept(
    async (run) => {
      await list(run).catch(() => run.simulator.clock.advance(5).then(() => list(run)))
      expect(run.simulator.journal.list()).toHaveLength(1)
    },
    { only: ['transient'] },
  )
  expect(new Set(trials.map(({ verdict }) => verdict))).toEqual(new Set(['recovered-but-counted']))
  expect(text).toMatch(/^Resilience +100 %/)
})

/** Is not over under a trial: whether it asks before or not; where it asks, in its first run alone. */
function late(asks: boolean) {
  let runs = 0
  return async (run: FlowRun) => {
    if (asks || run.simulator.trial() === null) await again(() => list(run))
    if (run.simulator.trial() !== null && (!asks || (runs += 1) === 1)) await new Promise(() => undefined)
  }
}

test('a run that is late where it was not met says nothing, and one that was late once is run again', async () => {
  const options = { trial: '*/transient/first/503', limitMs: 200, simulator: { rateLimit: { enabled: false } } }
  const verdicts = await Promise.all([false, true].map(async (asks) => (await sweep(late(asks), options)).trials))
  expect(verdicts.map(([trial]) => trial?.verdict)).toEqual(['never-met', 'recovered'])
})

const readsTwo = async ({ simulator }: FlowRun) => {
  const rents = simulator.sandbox('rents')
  await ask(rents, 'GET', '/instances/')
  await ask(rents, 'GET', '/users/cloud_integrations/')
}

test('one cause in several operations is one entry, which names them and its sandbox', async () => {
  const { text } = await swept(readsTwo, { only: ['transient'] })
  expect(text.match(/^noticed .*$/gm)).toHaveLength(1)
  expect(text).toMatch(/^ {2}In 2 operations: instances\.list, cloud-connections\.list$/m)
  expect(text).toContain('at call 1 of instances.list in rents')
})

/** Reads a body to its end, however slowly it comes; or leaves after its head. */
const reader =
  (isPatient: boolean) =>
  async ({ fetch, simulator }: FlowRun): Promise<void> => {
    const { body } = await fetch('/api/v0/instances/', { headers: { authorization: 'Bearer renter-key' } })
    const piece = body?.getReader()
    if (!isPatient) return piece?.cancel()
    for (let isDone = false; !isDone;) {
      const next = piece?.read()
      await simulator.clock.advance(1)
      isDone = (await next)?.done !== false
    }
  }

test('a client that waits for a slow body has got over it, and one that leaves it has not', async () => {
  expect(await verdictsOf(reader(true), '*/transient/first/slow-body')).toEqual(['recovered, good'])
  expect(await verdictsOf(reader(false), '*/transient/first/slow-body')).toEqual(['unnoticed, bad'])
})
