import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { installedProject, type Project } from '../support/installed-project.ts'

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

let project: Project
beforeAll(async () => {
  project = await installedProject(inject('tarball'), {
    further: [
      'jest@30',
      'jest-environment-jsdom@30',
      'jest-fixed-jsdom@0.0.11',
      '@happy-dom/jest-environment@20',
      'vitest@4',
      'jsdom@26',
      'happy-dom@20',
    ],
  })
  const suite = `import { createSimulator } from 'rental-sim'
const headers = { Authorization: 'Bearer renter-key' }
test('lists in process', async () => {
  const response = await createSimulator().fetch('/api/v0/instances/', { headers })
  expect([response.status, (await response.json()).instances.length]).toEqual([200, 1])
})
test('creates over HTTP', async () => {
  const sim = createSimulator()
  const url = await sim.listen()
  const body = JSON.stringify({ name: 'a', image: 'b' })
  const sent = { ...headers, 'Content-Type': 'application/json' }
  const response = await fetch(url + '/api/v0/template/', { method: 'POST', headers: sent, body })
  expect(response.status).toBe(200)
  await sim.close()
})
test('tells a near miss', async () => {
  const sim = createSimulator()
  const match = { operation: 'instances.list', user_id: 1002 }
  sim.faults.add({ name: 'other', match, effect: { status: 503 } })
  await sim.fetch('/api/v0/instances/', { headers })
  expect(sim.journal.list()[0].near_misses.length).toBe(1)
})
`
  writeFileSync(join(project.folder, 'first.test.js'), suite)
  writeFileSync(join(project.folder, 'page.test.js'), page)
})
afterAll(() => project?.remove())

const jest = (environment: string) =>
  project.run('npx', ['jest', 'first.test.js', '--transform', '{}', '--env', environment], {
    NODE_OPTIONS: '--experimental-vm-modules',
    NO_COLOR: '1',
  })

test.each(['node', 'jest-fixed-jsdom', '@happy-dom/jest-environment'])(
  "a simulator works in Jest's ES modules with %s",
  async (environment) => {
    const { code, stderr } = await jest(environment)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Tests: +3 passed, 3 total/) as string })
  },
)

test("in Jest's own jsdom, each test says which globals lack and what to do", async () => {
  const { code, stderr } = await jest('jsdom')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /rental-sim needs globals that this environment lacks: .*Request, Response, TextDecoder, TextEncoder\. In Jest, install jest-fixed-jsdom/,
    ) as string,
  })
})

test.each(['jsdom', 'happy-dom'])(
  'a page in %s of Vitest works with a sandbox, in process and over HTTP',
  async (environment) => {
    const { code, stdout } = await project.run('npx', ['vitest', 'run', 'page.test.js', '--environment', environment], {
      NO_COLOR: '1',
    })
    // happy-dom writes the 503 to standard error, as the console of a browser does.
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Tests +1 passed/) as string })
  },
)
