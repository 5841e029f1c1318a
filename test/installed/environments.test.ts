import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Observations } from '../embedding/fetch/carriers.ts'
import { type Carrier, unexpected } from '../embedding/fetch/differences.ts'
import { ofEnvironments } from '../embedding/fetch/environments.ts'
import { bundleForInstalled } from '../support/bundle-for-installed.ts'
import { installedProject, type Project } from '../support/installed-project.ts'

const writes = `import { writeFileSync } from 'node:fs'
import { options, playInProcess, playOverHttp, playThroughMsw } from './carriers.js'
const write = (carrier, seen) => writeFileSync('seen-' + carrier + '.json', JSON.stringify(seen))
`
const MINUTE_MS = 60_000

const overHttp = `${writes}
write('reference', await playOverHttp())
`

const inVitest = `${writes}
import { expect, test as plainTest } from 'vitest'
import { test } from 'rental-sim/vitest'
test.override('simulatorOptions', options)
plainTest('in process', { timeout: ${MINUTE_MS} }, async () => write('sim.fetch', await playInProcess()))
plainTest('through MSW', { timeout: ${MINUTE_MS} }, async () => write('MSW', await playThroughMsw()))
test('in the fixture', { timeout: ${MINUTE_MS} }, async ({ simulator }) => write('fixture', await playInProcess(simulator)))
`

/** A page in the environment of Vitest, which shows rows and has a button. */
const page = `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'
const headers = { Authorization: 'Bearer renter-key' }
test('a page shows rows, and an error when a fault is switched on', async ({ sim, simUrl }) => {
  document.body.innerHTML = '<button>break</button><p></p>'
  document.querySelector('button').addEventListener('click', () => {
    sim.faults.add({ name: 'down', match: { operation: 'instances.list' }, effect: { status: 503 } })
  })
  const show = async (response) => {
    document.querySelector('p').textContent = response.ok ? (await response.json()).instances[0].label : 'error'
    return document.querySelector('p').textContent
  }
  expect(await show(await sim.fetch('/api/v0/instances/', { headers }))).toBe('a')
  sim.clock.advance(5)
  document.querySelector('button').click()
  expect(await show(await fetch(simUrl + '/api/v0/instances/', { headers }))).toBe('error')
})
`

const inJest = `${writes}
import { createSimulator } from 'rental-sim'
const headers = { Authorization: 'Bearer renter-key' }
test('in process', async () => write('sim.fetch', await playInProcess()), ${MINUTE_MS})
test('through MSW', async () => write('MSW', await playThroughMsw()), ${MINUTE_MS})
test('creates over HTTP', async () => {
  const sim = createSimulator()
  const url = await sim.listen()
  const body = JSON.stringify({ name: 'a', image: 'b' })
  const sent = { ...headers, 'Content-Type': 'application/json' }
  const response = await fetch(url + '/api/v0/template/', { method: 'POST', headers: sent, body })
  expect(response.status).toBe(200)
  await sim.close()
})
test('reports a near miss', async () => {
  const sim = createSimulator()
  const match = { operation: 'instances.list', user_id: 1002 }
  sim.faults.add({ name: 'other', match, effect: { status: 503 } })
  await sim.fetch('/api/v0/instances/', { headers })
  expect(sim.journal.list()[0].near_misses.length).toBe(1)
})
`

/** In a runtime without a test runner: it ends by itself once the server is closed. */
const script = `${writes}
import { createSimulator } from 'rental-sim'
write('sim.fetch', await playInProcess())
const sim = createSimulator()
const ask = async (url) => (await fetch(url + '/_sim/health')).status
const url = await sim.listen()
if ((await ask(url)) !== 200) throw new Error('it does not listen')
await sim.close()
if (await ask(url).then(() => true, () => false)) throw new Error('it listens on')
`

let project: Project
let reference: Observations
beforeAll(async () => {
  project = await installedProject(inject('tarball'), {
    beside: ['msw', 'vitest'],
    further: [
      'jest@30',
      'jest-environment-jsdom@30',
      'jest-fixed-jsdom@0.0.11',
      '@happy-dom/jest-environment@20',
      'jsdom@29',
      'happy-dom@20',
      '@edge-runtime/vm@5',
      'bun@1',
      'deno@2',
    ],
  })
  const write = (name: string, text: string): void => writeFileSync(join(project.folder, name), text)
  write('carriers.js', await bundleForInstalled('test/embedding/fetch/carriers.ts'))
  write('calls.vitest.js', inVitest)
  write('page.vitest.js', page)
  write('calls.jest.js', inJest)
  write('calls.js', script)
  write('reference.js', overHttp)
  write('vitest.config.js', `export default { test: { include: ['*.vitest.js'] } }`)
  const { code, stderr } = await project.run('node', ['reference.js'])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  reference = takeSeen('reference') ?? {}
})
afterAll(() => project?.remove())

/** What was written down of calls, which is taken away. */
function takeSeen(carrier: string): Observations | undefined {
  const file = join(project.folder, `seen-${carrier}.json`)
  if (!existsSync(file)) return undefined
  const seen = JSON.parse(readFileSync(file, 'utf8')) as Observations
  rmSync(file)
  return seen
}

const unexpectedIn = (environment: string, carriers: readonly (Carrier | 'fixture')[]): readonly string[] =>
  carriers.flatMap((carrier) => {
    const by = carrier === 'fixture' ? 'sim.fetch' : carrier
    return ofEnvironments(unexpected(reference, takeSeen(carrier) ?? {}, by), environment, by)
  })

const vitest = (file: string, environment: string) =>
  project.run('npx', ['vitest', 'run', file, '--environment', environment], {
    NO_COLOR: '1',
  })

test.each(['node', 'jsdom', 'happy-dom', 'edge-runtime'])(
  'in %s of Vitest, every carrier does what the fetch of Node does',
  async (environment) => {
    const { code, stdout } = await vitest('calls.vitest.js', environment)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Tests +3 passed/) as string })
    expect(unexpectedIn(environment, ['sim.fetch', 'fixture', 'MSW'])).toEqual([])
  },
)

test.each(['jsdom', 'happy-dom'])(
  'a page in %s of Vitest works with a sandbox, in process and over HTTP',
  async (environment) => {
    const { code, stdout } = await vitest('page.vitest.js', environment)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Tests +1 passed/) as string })
  },
)

const jest = (environment: string, ...args: readonly string[]) =>
  project.run('npx', ['jest', '--testRegex', 'calls.jest.js', '--transform', '{}', '--env', environment, ...args], {
    NODE_OPTIONS: '--experimental-vm-modules',
    NO_COLOR: '1',
  })

test.each(['node', 'jest-fixed-jsdom'])(
  "in Jest's ES modules with %s, every carrier does what the fetch of Node does",
  async (environment) => {
    const { code, stderr } = await jest(environment)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Tests: +4 passed, 4 total/) as string })
    expect(unexpectedIn(environment, ['sim.fetch', 'MSW'])).toEqual([])
  },
)

test("in Jest's ES modules with happy-dom, which MSW does not work in, sim.fetch does what the fetch of Node does", async () => {
  const { code, stderr } = await jest('@happy-dom/jest-environment', '--testNamePattern', '^(?!through MSW)')
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Tests: +1 skipped, 3 passed/) as string })
  expect(unexpectedIn('happy-dom', ['sim.fetch'])).toEqual([])
})

test("in Jest's own jsdom, each test says which globals lack and what to do", async () => {
  const { code, stderr } = await jest('jsdom', '--testNamePattern', 'in process')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /rental-sim needs globals that this environment lacks: .*Request, Response, TextDecoder, TextEncoder\. In Jest, install jest-fixed-jsdom/,
    ) as string,
  })
})

test.each([
  { runtime: 'bun', args: ['calls.js'] },
  { runtime: 'deno', args: ['run', '--allow-all', 'calls.js'] },
])(
  'in $runtime, sim.fetch does what the fetch of Node does, and a server opens and closes',
  async ({ runtime, args }) => {
    const { code, stderr } = await project.run('npx', [runtime, ...args])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(unexpectedIn(runtime, ['sim.fetch'])).toEqual([])
  },
)
