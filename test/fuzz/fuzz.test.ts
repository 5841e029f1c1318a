import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { folderForFile } from '../support/folders.ts'
import { run } from '../support/run-cli.ts'
import { requests, writtenAnswers } from './answers.ts'
import { controlCalls } from './controls.ts'
import { spoiledText } from './documents.ts'
import { feed } from './watch-cost.ts'
import { corpus, speak, wires } from './wire.ts'

/** `INPUTS=50000` gives more of them, `SEED=7` others. */
const INPUTS = Number(process.env['INPUTS'] ?? 2000)
const seed = Number(process.env['SEED'] ?? 1)
const some = <Input>(inputs: fc.Arbitrary<Input>, share: number): readonly Input[] =>
  fc.sample(inputs, { numRuns: Math.round(INPUTS * share), seed })

const folder = folderForFile()

const limits = { journalSize: 100, maxSandboxes: 20, memoryBudgetMib: 32 }

function simulated() {
  const defects: Error[] = []
  const simulator = createSimulator({ clock: 'frozen', ...limits, onDefect: (error) => void defects.push(error) })
  return { simulator, defects }
}

test(`bytes on a socket, seed ${seed}`, async () => {
  const { simulator, defects } = simulated()
  const port = Number(new URL(await simulator.listen()).port)
  const answered = new Set<string>()
  await feed([...corpus, ...some(wires, 0.5)], async (wire) => {
    const received = await speak(port, wire)
    const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status = '']) => status)
    for (const status of statuses) answered.add(status)
    expect(statuses.filter((status) => status >= '500')).toEqual([])
    expect(defects).toEqual([])
  })
  expect([...answered]).toEqual(expect.arrayContaining(['200', '204', '400', '401', '404', '405', '413', '429', '431']))
  expect((await fetch(`http://127.0.0.1:${port}/_sim/health`)).status).toBe(200)
  await simulator.close()
})

test(`control calls, seed ${seed}`, async () => {
  const { simulator, defects } = simulated()
  const answered = new Map<number, number>()
  await feed(some(controlCalls, 0.3), async ({ method, path, body }) => {
    const response = await simulator.fetch(`/_sim/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    answered.set(response.status, (answered.get(response.status) ?? 0) + 1)
    expect(response.status).toBeLessThan(500)
    expect(defects).toEqual([])
    // Else a clock of the year 9999, or a fixture without rows, would stay for all calls that follow.
    if ((answered.get(200) ?? 0) % 5 === 4) await simulator.fetch('/_sim/reset', { method: 'POST' })
  })
  expect([...answered.keys()]).toEqual(expect.arrayContaining([200, 400, 404]))
  await simulator.close()
})

test(`what faults and stubs do, in process and over a socket, seed ${seed}`, async () => {
  const { simulator, defects } = simulated()
  const url = await simulator.listen()
  const bases = new Set<string | null>()
  await feed(some(writtenAnswers, 0.3), async ({ kind, document, dialect }) => {
    simulator.reset({ dialect })
    for (const stub of ['full', 'empty'])
      simulator.stubs.add({
        name: stub,
        match: { path: `/${stub}` },
        answer: stub === 'full' ? { body: [1] } : { status: 204 },
      })
    const added = await simulator.fetch(`/_sim/${kind}`, { method: 'POST', body: JSON.stringify(document) })
    expect([200, 400, 413]).toContain(added.status)
    if (added.status !== 200) return
    for (const [path, init] of requests) {
      const asked = receive(simulator.fetch(path, init))
      await simulator.clock.advance(200_000)
      await simulator.clock.advance(200_000)
      const isHeld = /hang|latency|jitter|interval/.test(JSON.stringify(document))
      if (isHeld) await simulator.fetch('/_sim/faults', { method: 'DELETE' })
      for (const { status, basis } of [await asked, ...(isHeld ? [] : [await receive(fetch(url + path, init))])]) {
        bases.add(basis)
        expect(defects).toEqual([])
        expect([status, basis]).not.toEqual([500, null])
      }
    }
  })
  expect([...bases]).toEqual(expect.arrayContaining(['injected', 'assumed', null]))
  await simulator.close()
})

/** What a client gets; no basis where the connection is lost. */
async function receive(asked: Promise<Response>) {
  try {
    const response = await asked
    await response.arrayBuffer().catch(() => undefined)
    return { status: response.status, basis: response.headers.get('x-sim-basis') }
  } catch {
    return { status: 0, basis: null }
  }
}

test(`fixture and scenario files, seed ${seed}`, async () => {
  const texts = ['fixtures', 'scenarios'].flatMap((kind) =>
    readdirSync(kind)
      .map((name) => readFileSync(join(kind, name), 'utf8'))
      .filter((text) => text.length < 10_000),
  )
  const codes = new Set<number | null>()
  await feed(some(spoiledText(texts), 0.2), async (text) => {
    const file = join(folder, 'mine.yaml')
    writeFileSync(file, text)
    const { code, stderr } = await run(['validate', file])
    codes.add(code)
    expect(stderr).not.toMatch(/\n {4}at /)
  })
  expect(codes).toEqual(new Set([0, 1]))
})
