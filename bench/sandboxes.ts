import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { createSimulator } from '../src/index.ts'

// What 10,000 sandboxes over one large fixture cost. With `node --expose-gc` the heap is measured after a collection.
const SANDBOXES = 10_000
const BYTES_PER_KIB = 1024
const BYTES_PER_MIB = 1024 * 1024
const file = process.argv[2] ?? 'fixtures/large.yaml'

function heapBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

interface Cost {
  readonly milliseconds: number
  readonly bytes: number
}

async function measure(work: () => Promise<void>): Promise<Cost> {
  const before = heapBytes()
  const started = performance.now()
  await work()
  const milliseconds = performance.now() - started
  return { milliseconds, bytes: heapBytes() - before }
}

const text = readFileSync(file, 'utf8')
let fetch: (request: Request) => Promise<Response>

/** One request to each sandbox. */
async function toEach(method: string, path: string, json?: object): Promise<void> {
  for (let number = 0; number < SANDBOXES; number += 1) {
    const response = await fetch(
      new Request(`http://sim.test${path}`, {
        method,
        headers: {
          Authorization: 'Bearer renter-key',
          'Content-Type': 'application/json',
          'X-Sim-Sandbox': `sandbox-${number}`,
        },
        ...(json && { body: JSON.stringify(json) }),
      }),
    )
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
}

const loading = await measure(async () => {
  ;({ fetch } = createSimulator({
    fixture: [file],
    fixtures: { names: () => [file], find: () => ({ text, file }) },
    clock: { mode: 'frozen', atMs: 1_767_225_600_000 },
    maxSandboxes: SANDBOXES + 1,
  }))
  await fetch(new Request('http://sim.test/_sim/clock'))
})
const creating = await measure(() => toEach('GET', '/_sim/clock'))
const again = await measure(() => toEach('GET', '/_sim/clock'))
const snapshot = await measure(() => toEach('POST', '/_sim/snapshots', { name: 's' }))
const writing = await measure(() => toEach('POST', '/api/v0/template/', { name: 'mine', image: 'library/ubuntu' }))
const resetting = await measure(() => toEach('POST', '/_sim/reset'))

const perSandbox = ({ milliseconds, bytes }: Cost): string =>
  `${((milliseconds * 1000) / SANDBOXES).toFixed(1)} µs | ${(bytes / SANDBOXES / BYTES_PER_KIB).toFixed(2)} KiB`
const collected = globalThis.gc === undefined ? 'not collected' : 'collected'

console.log(`
${SANDBOXES} sandboxes over ${file}; Node ${process.version}, heap ${collected}.
Loading the fixture once: ${loading.milliseconds.toFixed(0)} ms, ${(loading.bytes / BYTES_PER_MIB).toFixed(1)} MiB.

| One request to each sandbox | Time | Heap |
|---|--:|--:|
| first use: creates it | ${perSandbox(creating)} |
| the same again: the cost of a request | ${perSandbox(again)} |
| snapshot | ${perSandbox(snapshot)} |
| a template created, with its journal entry | ${perSandbox(writing)} |
| reset, snapshot dropped | ${perSandbox(resetting)} |
`)
