import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { copiedProject, type Project } from '../support/installed-project.ts'

let project: Project
beforeAll(async () => {
  project = await copiedProject(inject('shared').alone)
})
afterAll(() => project?.remove())

test('a fresh copy of the commit installs by npm ci, with an empty cache', async () => {
  const runner = mkdtempSync(join(tmpdir(), 'rental-sim-runner-'))
  onTestFinished(() => rmSync(runner, { recursive: true }))
  const install = () => project.run('npm', ['ci', '--prefix', runner, '--cache', join(runner, 'cache')])
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(project.folder, file), join(runner, file))
  expect(await install()).toMatchObject({ code: 254, stderr: expect.stringContaining('ENOENT') })
  cpSync(join(project.folder, 'vendor'), join(runner, 'vendor'), { recursive: true })
  expect(await install()).toMatchObject({ code: 0 })
  expect(await project.run(join(runner, 'node_modules', '.bin', 'rental-sim'), ['--version'])).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  })
})

const LIST = "fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })"

const isThere = (name: string): boolean => existsSync(join(project.folder, 'node_modules', name))
const command = (...args: readonly string[]) => project.run('npx', ['rental-sim', ...args])
const node = (script: string, ...options: readonly string[]) => project.run('node', [...options, '-e', script])

test('no optional peer comes with the package', () => {
  expect(['rental-sim', 'hono', 'vitest', 'msw', '@pact-foundation/pact'].filter(isThere)).toEqual([
    'rental-sim',
    'hono',
  ])
})

test('the simulator answers in process, from a module and from CommonJS', async () => {
  const module = `import { createSimulator } from 'rental-sim'; console.log((await createSimulator().${LIST}).status)`
  expect(await node(module, '--input-type=module')).toMatchObject({ code: 0, stdout: '200\n', stderr: '' })
  const common = `const { createSimulator } = require('rental-sim'); createSimulator().${LIST}.then((answer) => console.log(answer.status))`
  expect(await node(common, '--input-type=commonjs')).toMatchObject({ code: 0, stdout: '200\n' })
})

test('the simulator listens, and has its reference', async () => {
  const script = `
    import { createSimulator } from 'rental-sim'
    const sim = createSimulator()
    const url = await sim.listen()
    console.log((await fetch(url + '/_sim/health')).status)
    console.log((await fetch(url + '/docs/instances.list')).status)
    await sim.close()`
  expect(await node(script, '--input-type=module')).toMatchObject({ code: 0, stdout: '200\n200\n', stderr: '' })
})

test("the entry for Pact's verifier needs nothing but the simulator", async () => {
  const script = `
    import { createSimulator } from 'rental-sim'
    import { stateHandlers } from 'rental-sim/pact'
    const sim = createSimulator()
    await stateHandlers(sim)['the account is empty'].setup()
    console.log(sim.scenario().name)`
  expect(await node(script, '--input-type=module')).toMatchObject({ code: 0, stdout: 'empty-account\n', stderr: '' })
})

test.each(['vitest', 'msw'])('the entry for %s names the missing package', async (name) => {
  const { code, stderr } = await node(`import 'rental-sim/${name}'`, '--input-type=module')
  expect(code).toBe(1)
  expect(stderr).toContain(`Cannot find package '${name}'`)
})

test('the command runs', async () => {
  expect(await command('--version')).toMatchObject({ code: 0, stdout: `${version}\n` })
  const script = "fetch(process.env.RENTAL_SIM_URL + '/_sim/health').then(({ status }) => process.exit(status - 193))"
  expect(await command('exec', '--', 'node', '-e', script)).toMatchObject({ code: 7, stdout: '' })
  const page =
    "fetch(process.env.RENTAL_SIM_URL + '/docs/instances.list').then(({ status }) => process.exit(status - 193))"
  expect(await command('exec', '--', 'node', '-e', page)).toMatchObject({ code: 7 })
  const { code, stdout } = await command('scenarios')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('flaky-listing') })
})

const pact = {
  consumer: { name: 'example' },
  provider: { name: 'marketplace' },
  interactions: [
    {
      description: 'a listing',
      request: { method: 'GET', path: '/api/v0/instances/', headers: { Authorization: 'Bearer renter-key' } },
      response: { status: 200 },
    },
  ],
  metadata: { pactSpecification: { version: '3.0.0' } },
}

test('the command says what to install before it verifies pacts', async () => {
  writeFileSync(join(project.folder, 'pact.json'), JSON.stringify(pact))
  const { code, stderr } = await command('pact', 'verify', 'pact.json')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('npm install --save-dev @pact-foundation/pact@16'),
  })
})
