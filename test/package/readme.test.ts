import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { run as runCommand } from '../support/run-cli.ts'
import { runScript, shellBlocks } from '../support/sh.ts'

const readme = readFileSync('README.md', 'utf8')
const blocks = shellBlocks(readme)
const under = (heading: string): readonly string[] =>
  blocks.filter((block) => block.heading === heading).map((block) => block.script)

const simulator = createSimulator()
beforeAll(() => simulator.listen())
afterAll(() => simulator.close())

/** The README's own lines, against a server on a free port. */
const run = (script = ''): Promise<string> =>
  runScript(script.replaceAll('http://127.0.0.1:4010', simulator.url), {}, 'sh')

test('set-up takes two commands, each of which works alone', () => {
  expect(under('Set-up')).toEqual(['npm ci && npm start', 'npm ci && npm test'])
})

test('the story runs as the README tells it', async () => {
  const [script, ...more] = under('A story')
  expect(more).toEqual([])
  const lines = (await run(script)).split('\n').filter((line) => line !== '')
  expect(lines[0]).toBe(
    '{"success":true,"disk_id":"created network volume offer 50000041 with size 2000 GB","msg":"created network volume offer 50000041 with size 2000 GB"}',
  )
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    success: true,
    offers: [{ ask_contract_id: 50_000_041, disk_space: 2000, storage_cost: 0.02, geolocation: 'Quebec, CA' }],
  })
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ success: true, template: { id: 50_000_021 } })
  expect(lines[3]?.toLowerCase()).toMatch(
    /^x-sim-hint: hash_id [0-9a-f]{32} was retired by an edit; template 50000021 now has [0-9a-f]{32}\s*$/,
  )
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({ success: false, error: 'invalid_args' })
  expect(JSON.parse(lines[5] ?? '')).toEqual({ success: true, new_contract: 32 })
  expect(lines).toContain('x-sim-basis: assumed\r')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    instances_found: 2,
    instances: [
      { id: 31 },
      {
        id: 32,
        template_name: 'ubuntu-ssh',
        extra_env: [
          ['TZ', 'CET'],
          ['-p 8080:8080', '1'],
        ],
      },
    ],
  })
})

test('the lines on steering run', async () => {
  const [script] = under('Steering it')
  expect(await run(script)).toContain('"now":"2026-03-01T13:00:00.000Z"')
})

test('the lines on faults run', async () => {
  const [script] = under('When things go wrong')
  const printed = await run(script)
  expect(printed).toContain('"params":{"failures":1},"description":"The listing fails at first, then answers.')
  expect(printed).toContain('HTTP/1.1 503 Service Unavailable')
  expect(printed).toContain('x-sim-basis: injected')
})

test('the page on steering runs from top to bottom', async () => {
  const page = shellBlocks(readFileSync('docs/steering.md', 'utf8'))
  expect(page.length).toBe(14)
  const printed = await run(
    page.map((block) => block.script.replaceAll('npx --no-install rental-sim', 'node dist/cli.cjs')).join('\n'),
  )
  expect(printed).toMatch(/"error":"invalid_args","msg":"[^"]*taken/)
  expect(printed).toContain('"active":null,"clock":{"now":"2026-01-01T00:00:00.000Z","mode":"frozen"}')
  expect(printed).toContain('world-began-anew')
  expect(printed).toContain('{"edited":{"collection":"instances","id":31}}')
  expect(printed).toContain('users 1001 is in use')
  expect(printed).toContain('"verified":true')
  expect(printed).toMatch(/"changes":\[\{"collection":"instances"/)
  expect(printed).toContain('"created_by":2,"changed_by":null')
  expect(printed).toContain('{"sandbox":"before-the-rent","before":2,')
  expect(printed).toContain('{"kind":"polling-faster-than-threshold","times":0}')
  // In three sandboxes, one of which is dropped by then, and before this page began.
  expect(printed).toMatch(/\| instances\.list \| ([3-9]|\d\d) \|/)
})

test('every option of the README is one that serve has', async () => {
  const { stdout: help } = await runCommand(['serve', '--help'])
  const options = [...readme.matchAll(/^\| `(--[a-z-]+)`/gm)].map(([, name]) => name ?? '')
  expect(options.length).toBeGreaterThan(5)
  for (const option of options) expect(help).toContain(option)
})
