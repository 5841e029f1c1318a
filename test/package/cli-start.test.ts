import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Started, startProcess } from '../support/process.ts'
import { addressIn, ask } from '../support/spawn-cli.ts'

// What is read at the start is all of a start's time: a package without the other file shows what a start reads.
let folder: string
let server: Started | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  cpSync('dist', folder, { recursive: true })
  rmSync(join(folder, 'cli', 'whole.cjs'))
})
afterEach(async () => {
  await server?.end()
  server = undefined
})
afterAll(() => rmSync(folder, { recursive: true }))

const start = (...args: readonly string[]): Started =>
  (server = startProcess(process.execPath, [join(folder, 'cli.cjs'), '--port', '0', '--log', 'json', ...args], {
    env: { PATH: process.env['PATH'] },
  }))

test('a shipped fixture is served, and plain requests answered, without Hono, the control API, scenarios and YAML', async () => {
  const url = addressIn(await start('--clock', 'frozen', '--strict').until(/\n/))
  const template = { name: 'trainer', image: 'pytorch/pytorch' }
  expect([
    await ask(`${url}/api/v0/instances/`),
    await ask(`${url}/api/v0/template/`, 'POST', template),
    await ask(`${url}/~other/api/v0/users/cloud_integrations/`, 'GET', undefined, 'nobody'),
  ]).toMatchObject([
    { status: 200, body: { instances_found: expect.any(Number) } },
    { status: 200, body: { success: true, template: { name: 'trainer' } } },
    { status: 401, body: { error: expect.any(String) } },
  ])
})

test.each([
  ['a scenario', ['--scenario', 'flaky-listing']],
  ['fixtures that are put together', ['--fixture', 'default,empty']],
  ['files that are watched', ['--watch']],
])('the other file is read for %s', async (_what, args) => {
  expect((await start(...args).ended).stderr).toContain('whole.cjs')
})
