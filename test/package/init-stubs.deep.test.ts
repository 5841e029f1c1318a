import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../src/index.ts'
import { folderForTest } from '../support/folders.ts'
import { startProcess } from '../support/process.ts'
import { endWhatTestsStart } from '../support/spawn-cli.ts'

endWhatTestsStart()

const headers = { authorization: 'Bearer renter-key', 'content-type': 'application/json' }

/** Runs `init --stubs` on a document, in a folder where nothing is beside it except a text. */
async function initWith(document: object, captures: readonly string[] = ['run.json']) {
  const cwd = folderForTest()
  writeFileSync(join(cwd, 'run.json'), JSON.stringify(document))
  writeFileSync(join(cwd, 'notes.json'), 'not a capture')
  const args = [resolve('dist/cli.cjs'), 'init', '--stubs', ...captures]
  const { code, stdout, stderr } = await startProcess(process.execPath, args, { cwd, env: process.env }).ended
  return { code, stdout, stderr, scenario: () => readFileSync(join(cwd, 'rental-sim/scenarios/stubs.yaml'), 'utf8') }
}

test('requests of a run without an answer are answered by the scenario that init writes', async () => {
  const asked = [
    '/api/v0/team/members/',
    '/api/v0/team/members/17/',
    '/api/v0/audit_logs/?limit=5',
    '/api/v0/instances/',
  ]
  const run = createSimulator({ dialect: 'observed' })
  for (const path of asked) await run.fetch(path, { headers })
  const bundle = (await (await run.fetch('/_sim/bundle')).json()) as object
  const { code, stdout, scenario } = await initWith(bundle)
  expect(code).toBe(0)
  expect(stdout).toContain('--scenario stubs')
  const stubbed = createSimulator({ dialect: 'observed', scenario: parse(scenario()) as object })
  for (const path of [...asked.slice(0, 3), '/api/v0/team/members/18/'])
    expect(await (await stubbed.fetch(path, { headers })).json(), path).toEqual({ success: true })
  expect((await stubbed.fetch('/api/v0/team/roles/', { headers })).status).toBe(404)
  expect(scenario()).not.toContain('/api/v0/instances/')
})

/** An entry of a HAR file. */
const entry = (path: string, status: number, body: object) => ({
  startedDateTime: '2026-11-01T00:00:00Z',
  request: { method: 'GET', url: `https://the.service${path}`, headers: [] },
  response: { status, content: { mimeType: 'application/json', text: JSON.stringify(body) } },
})

test('what another service answered stands in the stub, without its secrets', async () => {
  const logs = { logs: [{ route: '$request{$.path}', api_key: 'hunter2-9c41' }] }
  const entries = [entry('/api/v0/audit_logs/', 203, logs), entry('/api/v0/instances/', 200, { instances: [] })]
  const { scenario } = await initWith({ log: { entries } })
  expect(scenario()).not.toContain('hunter2')
  const stubbed = createSimulator({ dialect: 'observed', scenario: parse(scenario()) as object })
  const response = await stubbed.fetch('/api/v0/audit_logs/', { headers })
  expect([response.status, await response.json()]).toEqual([
    203,
    { logs: [{ route: '$request{$.path}', api_key: '********' }] },
  ])
})

test('where all is served there is nothing to stub, and init says so', async () => {
  const run = createSimulator({ dialect: 'observed' })
  await run.fetch('/api/v0/instances/', { headers })
  const { code, stderr, scenario } = await initWith((await (await run.fetch('/_sim/bundle')).json()) as object)
  expect(code).toBe(0)
  expect(stderr).toContain('there is nothing to stub: the simulator serves every request there')
  expect(scenario).toThrow('ENOENT')
})

const long = `/api/v0/${'of-a-long-name/'.repeat(4)}`

test('requests with the same letters in their paths have a stub each', async () => {
  const entries = ['first', 'second'].map((end) => entry(`${long}${end}/`, 200, { end }))
  const { code, scenario } = await initWith({ log: { entries } })
  expect(code).toBe(0)
  const stubbed = createSimulator({ dialect: 'observed', scenario: parse(scenario()) as object })
  for (const end of ['first', 'second'])
    expect(await (await stubbed.fetch(`${long}${end}/`, { headers })).json()).toEqual({ end })
})

test('a capture that cannot be read is named, and the others are stubbed', async () => {
  const entries = [entry('/api/v0/audit_logs/', 200, {})]
  const { code, stderr, scenario } = await initWith({ log: { entries } }, ['notes.json', 'run.json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^rental-sim: not read: notes\.json/) })
  expect(scenario()).toContain('/api/v0/audit_logs/')
})

test('where no capture can be read, init says why and writes nothing', async () => {
  const { code, stderr, scenario } = await initWith({}, ['notes.json'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/notes\.json/) })
  expect(scenario).toThrow('ENOENT')
})
