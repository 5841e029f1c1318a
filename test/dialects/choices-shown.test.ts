import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { folderForTest } from '../support/folders.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const rules = { 'instances.create.offer-unknown': { status: 400 }, 'routing.trailing-slash': 'optional' }

const json = async (simulator: ReturnType<typeof createSimulator>, path: string) =>
  (await (await simulator.fetch(path)).json()) as Record<string, unknown>

test('the overview has the dialect and how many rules are chosen, and the call of a rule who chose it', async () => {
  const simulator = createSimulator({ dialect: 'observed', rules })
  expect(await json(simulator, '/_sim/overview')).toMatchObject({ dialect: 'observed', rules_chosen: 2 })
  expect(await json(simulator, '/_sim/rules/instances.create.offer-unknown')).toMatchObject({
    rule: {
      in_force: { status: 400 },
      source: expect.stringContaining('chosen by the start of the simulator') as string,
    },
  })
  expect(await json(createSimulator(), '/_sim/overview')).toMatchObject({ dialect: 'documented', rules_chosen: 0 })
})

const described = async (simulator: ReturnType<typeof createSimulator>): Promise<string> =>
  (await simulator.fetch('/openapi.json')).text()

test('the description of the interface has the forms that are in force', async () => {
  const { paths } = JSON.parse(await described(createSimulator({ rules }))) as {
    paths: Record<string, Record<string, { responses: Record<string, { 'x-sim-rules': { id: string }[] }> }>>
  }
  const { responses } = paths['/api/v0/asks/{id}/']?.['put'] ?? {}
  const idsAt = (status: string) => responses?.[status]?.['x-sim-rules'].map(({ id }) => id) ?? []
  expect(idsAt('400')).toContain('instances.create.offer-unknown')
  expect(idsAt('404')).not.toContain('instances.create.offer-unknown')
  expect(await described(createSimulator())).toBe(await described(createSimulator({ clock: 'frozen' })))
})

test('a bundle carries the dialect and the rules: its replay gives the same answers, and others without them', async () => {
  const simulator = createSimulator({ clock: 'frozen', dialect: 'observed', rules })
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  await simulator.fetch('/api/v0/asks/1', { method: 'PUT', headers, body: JSON.stringify({ image: 'one' }) })
  const bundle = (await (await simulator.fetch('/_sim/bundle')).json()) as object
  expect(bundle).toMatchObject({ dialect: 'observed', rules })
  const folder = folderForTest()
  const replay = (document: object) => {
    const file = join(folder, 'bundle.json')
    writeFileSync(file, JSON.stringify(document))
    return run(['replay', file])
  }
  expect(await replay(bundle)).toMatchObject({ code: 0, stdout: '1 answers are the same\n' })
  expect(await replay({ ...bundle, dialect: 'documented', rules: {} })).toMatchObject({ code: 1 })
})

const operationsNamed = async (simulator: ReturnType<typeof createSimulator>) =>
  JSON.stringify((await json(simulator, '/_sim/coverage/map'))['operations'])

test('the map has the operations that are served', async () => {
  const documented = await operationsNamed(createSimulator())
  expect(documented).toContain('instances.list')
  expect(documented).not.toContain('gpu-names.')
  expect(await operationsNamed(createSimulator({ dialect: 'observed' }))).toContain('gpu-names.')
})
