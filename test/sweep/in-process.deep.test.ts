import { expect, test } from 'vitest'
import { type FlowRun, sweep } from '../../src/sweep.ts'

const headers = { Authorization: 'Bearer renter-key' }

async function templates({ fetch }: FlowRun): Promise<number> {
  const response = await fetch('/api/v0/template/', { headers, signal: AbortSignal.timeout(500) })
  const { templates } = (await response.json()) as { templates: unknown[] }
  return templates.length
}

/** Tries again once, whatever went wrong. */
async function patientFlow(run: FlowRun): Promise<void> {
  expect(await templates(run).catch(() => templates(run))).toBeGreaterThan(1)
}

async function hastyFlow(run: FlowRun): Promise<void> {
  expect(await templates(run)).toBeGreaterThan(1)
}

test('a flow that gets over passing failures has no bad verdict, except where it retries too soon', async () => {
  const { bad, resilience, baseline, sensitivity } = await sweep(patientFlow, { only: ['transient'] })
  expect(bad.map(({ id, verdict }) => ({ id, verdict }))).toEqual([
    { id: 'templates.search/transient/first/429', verdict: 'hammered' },
  ])
  expect({ resilience, sensitivity, operations: baseline.operations }).toEqual({
    resilience: { good: 0, total: 1 },
    sensitivity: { good: 0, total: 0 },
    operations: { 'templates.search': 1 },
  })
})

test('a flow without retries fails under each of them', async () => {
  const { bad, text } = await sweep(hastyFlow, { only: ['transient'] })
  expect(new Set(bad.map(({ verdict }) => verdict))).toEqual(new Set(['noticed']))
  expect(text).toContain('Resilience   0 % (0 of 1)')
})

test('a flow that waits for ever is hung, and the sweep goes on', async () => {
  const { trials } = await sweep(
    async ({ fetch }) => {
      await (await fetch('/api/v0/template/', { headers })).json()
    },
    { only: ['transient'], limitMs: 200 },
  )
  expect(Object.fromEntries(trials.map(({ id, verdict }) => [id.split('/').at(-1), verdict]))).toMatchObject({
    hang: 'hung',
    reset: 'noticed',
    '429': 'unnoticed',
  })
})

test('a flow sees the trial that it runs under, and may expect what becomes of it', async () => {
  const injected: (string | undefined)[] = []
  await sweep(
    async (run) => {
      injected.push(run.simulator.trial()?.injected)
      await patientFlow(run)
    },
    { trial: 'templates.search/transient/first/503' },
  )
  expect(injected).toEqual([undefined, undefined, '503, once'])
})

test('the expectations of the team decide which verdicts are good', async () => {
  const { bad, trials } = await sweep(patientFlow, {
    trial: 'templates.search/transient/first/429',
    expectations: { 'templates.search transient': { wanted: 'hammered', why: 'this flow has no clock' } },
  })
  expect(bad).toEqual([])
  expect(trials[0]?.evidence.expected).toEqual({ wanted: ['hammered'], why: 'this flow has no clock' })
})

test.each([
  ['fails without any fault', () => Promise.reject(new Error('broken')), /fails without any fault.*\n.*broken/s],
  ['asks nothing', () => undefined, /asked nothing of the simulator/],
])('a flow that %s cannot be swept', async (_, flow, message) => {
  await expect(sweep(flow)).rejects.toMatchObject({
    name: 'SweepError',
    message: expect.stringMatching(message) as string,
  })
})

test('a flow that differs from run to run cannot be swept: the difference is reported', async () => {
  let runs = 0
  const flow = async (run: FlowRun) => {
    runs += 1
    for (let call = 0; call < runs; call += 1) await templates(run)
  }
  await expect(sweep(flow)).rejects.toThrow(/templates\.search was called once, then 2 times/)
})
