import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { createSimulator } from '../../src/index.ts'

// What many sandboxes over one large fixture cost. With `node --expose-gc` the heap is measured after a collection.
const SANDBOXES = Number(process.argv[2])
const WARM_UP_SANDBOXES = 50
const WARM_UP_ROUNDS = 10
const file = 'fixtures/large.yaml'

function heapBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

interface Cost {
  readonly milliseconds: number
  readonly bytes: number
}

/** What this program prints. */
export interface Measured {
  readonly count: number
  readonly loading: Cost
  /** For all sandboxes together, by what was asked of each. */
  readonly steps: Readonly<Record<string, Cost>>
}

/** @param work gives the milliseconds that count */
async function measure(work: () => Promise<number>): Promise<Cost> {
  const before = heapBytes()
  const milliseconds = await work()
  return { milliseconds, bytes: heapBytes() - before }
}

const text = readFileSync(file, 'utf8')
let fetch: (request: Request) => Promise<Response>

/** One request to each sandbox. What counts is the simulator's time: requests are made before, bodies read after it. */
async function toEach(method: string, path: string, json?: object, count = SANDBOXES): Promise<number> {
  let milliseconds = 0
  for (let number = 0; number < count; number += 1) {
    const request = new Request(`http://sim.test${path.replace('<its own>', `sandbox-${number}`)}`, {
      method,
      headers: {
        Authorization: 'Bearer renter-key',
        'Content-Type': 'application/json',
        'X-Sim-Sandbox': `sandbox-${number}`,
      },
      ...(json && { body: JSON.stringify(json) }),
    })
    const started = performance.now()
    const response = await fetch(request)
    milliseconds += performance.now() - started
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  return milliseconds
}

const loading = await measure(async () => {
  const started = performance.now()
  ;({ fetch } = createSimulator({
    fixture: [file],
    fixtures: { names: () => [file], find: () => ({ text, file }) },
    clock: { mode: 'frozen', atMs: 1_767_225_600_000 },
    maxSandboxes: SANDBOXES + 1,
    // Nothing is dropped or refused while it is counted.
    memoryBudgetMib: 2048,
  }))
  await fetch(new Request('http://sim.test/_sim/clock'))
  return performance.now() - started
})
// What is compiled and kept for all sandboxes is not what one of them costs: without this, a run of 200 showed half as much again.
for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
  await toEach('GET', '/api/v0/users/cloud_integrations/', undefined, WARM_UP_SANDBOXES)
  await toEach('POST', '/_sim/reset', undefined, WARM_UP_SANDBOXES)
  await toEach('DELETE', '/_sim/sandboxes/<its own>', undefined, WARM_UP_SANDBOXES)
}
const steps: Measured['steps'] = {
  'first use: creates it': await measure(() => toEach('GET', '/api/v0/users/cloud_integrations/')),
  'another request of it': await measure(() => toEach('GET', '/api/v0/instances/')),
  snapshot: await measure(() => toEach('POST', '/_sim/snapshots', { name: 's' })),
  'a template created, with its journal entry': await measure(() =>
    toEach('POST', '/api/v0/template/', { name: 'mine', image: 'library/ubuntu' }),
  ),
  'reset, snapshot dropped': await measure(() => toEach('POST', '/_sim/reset')),
  dropped: await measure(() => toEach('DELETE', '/_sim/sandboxes/<its own>')),
}

console.log(JSON.stringify({ count: SANDBOXES, loading, steps } satisfies Measured))
