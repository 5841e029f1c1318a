import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator, type FaultDocument, type Simulator } from '../../src/index.ts'
import { open, textById, unescaped } from '../support/pages.ts'

const limitless = { clock: 'frozen', rateLimit: { enabled: false } } as const
const rent = { method: 'PUT', body: '{"image":"a/b"}' }

/** Rents until a fault holds it, does something meanwhile, and tells how the journal has it. */
async function held(sim: Simulator, fault: string, meanwhile: (giveUp: () => void) => unknown) {
  const client = new AbortController()
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  const over = sim
    .fetch('/api/v0/asks/12345678/', { ...rent, headers, signal: client.signal })
    .then((response) => response.text())
    .catch(() => '')
  const hasFired = (): boolean => sim.faults.list().some(({ name, fired }) => name === fault && fired > 0)
  while (!hasFired()) await new Promise((resolve) => setImmediate(resolve))
  await meanwhile(() => client.abort())
  await over
  while (sim.journal.list().length === 0) await new Promise((resolve) => setImmediate(resolve))
  const [latest] = sim.journal.list()
  if (latest === undefined) throw new Error('nothing was recorded')
  return latest
}

/** The scenario that the page of an exchange offers, and what it says of it. */
async function copied(sim: Simulator, id: number) {
  const { html } = await open(sim, `/_sim/ui/journal?exchange=${id}&show=copy&as=scenario`)
  const limits = [...html.matchAll(/<span class="quiet limit">([^<]*)<\/span>/g)].map(([, limit = '']) =>
    unescaped(limit),
  )
  return { document: parse(textById(html, 'copied')) as { faults: FaultDocument[] }, limits }
}

const GONE =
  'The fault is gone, or does something else by now, and the journal does not keep what it met: this one meets every request like this.'
const OWN_DATA = "It works on what the scenario's own data answers, which may not be what was answered here."

test('a hang that a client gave up is a hang, while the fault is there and after', async () => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'stuck', match: { operation: 'instances.create' }, effect: { hang: true } })
  const { id, fault } = await held(sim, 'stuck', (giveUp) => giveUp())
  expect(fault).toEqual({ name: 'stuck', effect: 'hang', value: true, outcome: 'lost', happened: false })
  const now = await copied(sim, id)
  expect([now.document.faults, now.limits]).toEqual([
    [
      {
        name: 'stuck',
        match: { operation: 'instances.create' },
        effect: { hang: true, stream: 'before' },
      },
    ],
    [],
  ])
  sim.faults.clear()
  const later = await copied(sim, id)
  expect([later.document.faults, later.limits]).toEqual([
    [
      {
        name: 'stuck',
        match: { operation: 'instances.create', path: '/api/v0/asks/12345678/' },
        effect: { hang: true },
      },
    ],
    [GONE],
  ])
  expect(createSimulator(limitless).scenario(later.document)).toMatchObject({ name: `exchange-${id}` })
})

test('a hang after the operation happened is one in its scenario too', async () => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'stuck', effect: { hang: true, stream: 'after' } })
  const { id } = await held(sim, 'stuck', (giveUp) => giveUp())
  sim.faults.add({ name: 'stuck', effect: { hang: true } })
  const { document } = await copied(sim, id)
  expect(document.faults).toMatchObject([{ effect: { hang: true, stream: 'after' } }])
})

test('a delay stays the delay that it was, whatever has its name by now', async () => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'late', match: { operation: 'instances.create' }, effect: { latency_ms: 2000 } })
  const { id, response: answer } = await held(sim, 'late', () => sim.clock.advance(2))
  const now = await copied(sim, id)
  expect([now.document.faults, now.limits]).toEqual([
    [
      {
        name: 'late',
        match: { operation: 'instances.create' },
        effect: { latency_ms: 2000, stream: 'before' },
      },
    ],
    [OWN_DATA],
  ])
  sim.faults.add({ name: 'late', effect: { latency_ms: 10 } })
  const later = await copied(sim, id)
  expect([later.document.faults, later.limits]).toEqual([
    [
      {
        name: 'late',
        match: { operation: 'instances.create', path: '/api/v0/asks/12345678/' },
        effect: { status: 200, body: answer.body, latency_ms: 2000, stream: 'after' },
      },
    ],
    [GONE],
  ])
  const again = createSimulator(limitless)
  again.scenario(later.document)
  expect(await held(again, 'late', () => again.clock.advance(2))).toMatchObject({
    duration_ms: 2000,
    response: { status: 200, body: answer.body },
  })
})

test.each(['before', 'after'] as const)(
  'a delay of %s that a client gave up is no shorter in its scenario',
  async (stream) => {
    const sim = createSimulator(limitless)
    const effect = { latency_ms: 2000, stream, status: 500 }
    sim.faults.add({ name: 'late', match: { operation: 'instances.create' }, effect })
    const { id, fault } = await held(sim, 'late', async (giveUp) => {
      await sim.clock.advance(1)
      giveUp()
    })
    const happened = stream === 'after'
    expect(fault).toEqual({ name: 'late', effect: 'delay', value: 2000, outcome: 'lost', happened })
    expect((await copied(sim, id)).document.faults).toMatchObject([{ name: 'late', effect }])
    sim.faults.clear()
    const { document, limits } = await copied(sim, id)
    expect([document.faults.map((each) => each.effect), limits]).toEqual([
      [{ latency_ms: 2000, ...(happened && { stream }) }],
      [GONE, OWN_DATA],
    ])
    expect(createSimulator(limitless).scenario(document)).toMatchObject({ name: `exchange-${id}` })
  },
)

test('an answer that was cut is cut in its scenario, and nothing else', async () => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'cut', effect: { truncate_body: 0.5 } })
  const { id } = await held(sim, 'cut', () => undefined)
  sim.faults.clear()
  expect((await copied(sim, id)).document.faults).toMatchObject([{ name: 'cut' }])
  expect((await copied(sim, id)).document.faults[0]?.effect).toEqual({ truncate_body: 0.5 })
})

test('two delays that met a request are both written', async () => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'late', effect: { latency_ms: 1000 } })
  sim.faults.add({ name: 'later', effect: { latency_ms: 2000, stream: 'after' } })
  const { id } = await held(sim, 'later', () => sim.clock.advance(3))
  expect((await copied(sim, id)).document.faults).toMatchObject([
    { name: 'late', effect: { latency_ms: 1000 } },
    { name: 'later', effect: { latency_ms: 2000 } },
  ])
  sim.faults.remove('late')
  expect((await copied(sim, id)).document.faults).toMatchObject([
    { name: `exchange-${id}`, effect: { status: 200, latency_ms: 3000 } },
  ])
})

const limited: readonly (readonly [Omit<FaultDocument, 'name'>, readonly string[], readonly string[]])[] = [
  [{ effect: { status: 503 } }, [], [GONE]],
  [{ effect: { truncate_body: 0.5 } }, [OWN_DATA], [GONE, OWN_DATA]],
  [{ effect: { malformed_json: true } }, [OWN_DATA], [GONE]],
  [
    { effect: { garbage: true } },
    ['The bytes differ: they depend on the seed and on the number of the exchange.'],
    [GONE, 'The bytes differ: they depend on the seed and on the number of the exchange.'],
  ],
  [
    { match: { api_key: 'renter-key' }, effect: { html_502: true } },
    ['The key that the fault meets is not kept: this one meets every key.'],
    [GONE],
  ],
  [
    { when: { every: 1, times: 2 }, effect: { html_502: true } },
    ['It does so from the first request on, whatever the fault waits for.'],
    [GONE],
  ],
  [
    { effect: { status: 200, body: { jupyter_token: 'x' } } },
    ['******** stands for a secret, which is not stored.'],
    [GONE, '******** stands for a secret, which is not stored.'],
  ],
]

test.each(limited)('the page says where a copy of %j is not exact', async (fault, there, gone) => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'f', ...fault })
  const { id } = await held(sim, 'f', () => undefined)
  const now = await copied(sim, id)
  sim.faults.clear()
  expect([now.limits, (await copied(sim, id)).limits]).toEqual([there, gone])
})
