import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
afterAll(() => rmSync(folder, { recursive: true }))

const suite = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

test.override('simulatorOptions', { scenario: 'flaky-listing' })

const list = (sim) => sim.fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })

test('holds', async ({ sim, simUrl }) => {
  expect((await list(sim)).status).toBe(503)
  expect(sim).toHaveReceived({ operation: 'instances.list' })
  expect((await fetch(simUrl + '/_sim/clock')).status).toBe(200)
})

test('expects another request', async ({ sim }) => {
  await list(sim)
  expect(sim).toHaveReceived({ operation: 'instances.list', user_id: 1002 })
})

test('sends a secret in the URL', async ({ sim }) => {
  await sim.fetch('/api/v0/instances/?api_key=renter-key', { headers: { Authorization: 'Bearer renter-key' } })
  expect(sim).toHaveNoFindings()
})
`

/** Runs Vitest as a person does, in a project that has the built package as a dependency. */
async function runVitest(): Promise<{ code: number | null; printed: string }> {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(process.cwd(), join(folder, 'node_modules', 'rental-sim'))
  symlinkSync(join(process.cwd(), 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'mine.test.js'), suite)
  const cli = join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [cli, 'run', '--root', folder, '--no-color'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  return { code, printed }
}

test('a project of its own sees which tests fail, and why', { timeout: 60_000 }, async () => {
  const { code, printed } = await runVitest()
  expect({ code, totals: /Tests +\d.*passed.*/.exec(printed)?.[0] }, printed).toEqual({
    code: 1,
    totals: expect.stringMatching(/2 failed \| 1 passed \(3\)/) as unknown,
  })
  expect(printed).toContain(
    [
      'Error: expected {"gte":1} of {"operation":"instances.list","user_id":1002}; there were 0',
      'nearest that did not match:',
      '  exchange 1, GET /api/v0/instances/',
      '    user_id: expected 1002, got 1001',
    ].join('\n'),
  )
  expect(printed).toMatch(/the client should not have done this:\n {2}secret-in-url, 1 x: /)
})
