import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { open } from '../support/pages.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const rules = { 'instances.create.offer-unknown': { status: 400 }, 'routing.trailing-slash': 'optional' }

test('the pages tell the dialect, and each rule that is overruled, with who chose', async () => {
  const simulator = createSimulator({ dialect: 'observed', rules })
  const journal = await open(simulator, '/_sim/ui/journal')
  expect(journal.html).toContain('observed, 2 overruled')
  const { html } = await open(simulator, '/_sim/ui/coverage')
  expect(html).toMatch(/<code>instances\.create\.offer-unknown<\/code>(?:<\/a>)? <b>\{&quot;status&quot;:400\}<\/b>/)
  expect(html).toContain('chosen by the start of the simulator')
  expect(html).toContain('chosen by the dialect observed')
})

test.each([
  [10, true],
  [11, false],
])('%i rules that are chosen are shown at once: %s', async (count, isOpen) => {
  const all = createSimulator()
    .rules()
    .filter(({ status }) => status !== undefined)
    .slice(0, count)
  const simulator = createSimulator({ rules: Object.fromEntries(all.map(({ id }) => [id, { status: 418 }])) })
  const { html } = await open(simulator, '/_sim/ui/coverage')
  expect(/<details id="chosen"( open="[^"]*")?>/.exec(html)?.[1] !== undefined).toBe(isOpen)
})

test('where nothing is chosen the pages say nothing of it', async () => {
  for (const view of ['journal', 'coverage']) {
    const { html } = await open(createSimulator(), `/_sim/ui/${view}`)
    expect(html).not.toContain('Dialect')
    expect(html).not.toContain('chosen by')
  }
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
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  try {
    const replay = (document: object) => {
      const file = join(folder, 'bundle.json')
      writeFileSync(file, JSON.stringify(document))
      return run(['replay', file])
    }
    expect(await replay(bundle)).toMatchObject({ code: 0, stdout: '1 answers are the same\n' })
    expect(await replay({ ...bundle, dialect: 'documented', rules: {} })).toMatchObject({ code: 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the filters and forms of the pages name the operations that are served', async () => {
  for (const view of ['journal', 'faults']) {
    const documented = await open(createSimulator(), `/_sim/ui/${view}`)
    expect(documented.html).toContain('instances.list')
    expect(documented.html).not.toContain('gpu-names.')
    const observed = await open(createSimulator({ dialect: 'observed' }), `/_sim/ui/${view}`)
    expect(observed.html).toContain('gpu-names.')
  }
})
