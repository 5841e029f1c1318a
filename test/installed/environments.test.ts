import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { installedProject, type Project } from '../support/installed-project.ts'

let project: Project
beforeAll(async () => {
  project = await installedProject(inject('tarball'), {
    further: ['jest@30', 'jest-environment-jsdom@30', 'jest-fixed-jsdom@0.0.11', '@happy-dom/jest-environment@20'],
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
})
afterAll(() => project?.remove())

const jest = (environment: string) =>
  project.run('npx', ['jest', '--transform', '{}', '--env', environment], {
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
