import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSimulator as createInBrowser } from '../../src/browser.ts'
import {
  createSimulator,
  DocumentError,
  type Library,
  shippedFixtures,
  shippedScenarios,
  type SimulatorOptions,
} from '../../src/index.ts'
import { folderForFile } from '../support/folders.ts'

const LIST = '/api/v0/instances/'

const library = folderForFile()
for (const part of ['fixtures', 'scenarios']) mkdirSync(join(library, part))

function write(file: string, text: string): string {
  const path = join(library, file)
  writeFileSync(path, text)
  return path
}

const users = 'users: [{ id: 1001, name: renter, api_keys: [{ key: renter-key }] }]\n'
const failing = (name: string, status: number, more = ''): string =>
  `name: ${name}\ndescription: d\n${more}faults: [{ name: down, match: { operation: instances.list }, effect: { status: ${status} } }]\n`
write('fixtures/mine.yaml', users)
write('scenarios/teapot.yaml', failing('teapot', 418, 'fixture: mine\n'))
write('scenarios/flaky-listing.yaml', failing('flaky-listing', 420))
const apart = write('apart.yaml', users)
const lone = write('lone.yaml', failing('lone', 421))

async function statusOf(options: SimulatorOptions): Promise<number> {
  const { fetch } = createSimulator(options)
  return (await fetch(LIST, { headers: { Authorization: 'Bearer renter-key' } })).status
}
const offersIn = (options: SimulatorOptions): number =>
  (createSimulator(options).exportState() as { offers: unknown[] }).offers.length

describe('a library folder in process', () => {
  test('is known by its names, beside those of the package and over them', async () => {
    expect(await statusOf({ library, scenario: 'teapot' })).toBe(418)
    expect(await statusOf({ library, scenario: 'flaky-listing' })).toBe(420)
    expect(await statusOf({ library, scenario: 'slow-boot' })).toBe(200)
    expect(offersIn({ library, fixture: 'mine' })).toBe(0)
    expect(offersIn({ library })).toBeGreaterThan(0)
  })

  test('is there for simulators that start later, and listed', async () => {
    const sim = createSimulator({ library })
    expect(sim.scenario('teapot')).toMatchObject({ name: 'teapot' })
    sim.reset({ fixture: 'mine', scenario: 'slow-boot' })
    const { scenarios } = (await (await sim.fetch('/_sim/scenarios')).json()) as { scenarios: { name: string }[] }
    expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining(['teapot', 'flaky-listing', 'slow-boot']))
  })

  test('lies over libraries that code brings', () => {
    const text = failing('theirs', 422)
    const scenarios: Library = {
      names: () => ['theirs'],
      find: (name) => (name === 'theirs' ? { text, file: name } : undefined),
    }
    const sim = createSimulator({ library, scenarios })
    expect([sim.scenario('theirs')?.name, sim.scenario('teapot')?.name]).toEqual(['theirs', 'teapot'])
    expect(() => sim.scenario('slow-boot')).toThrow('there is no scenario named "slow-boot"')
  })

  test.each([
    { options: { library: join(library, 'none') }, error: DocumentError, message: /is not a library/ },
    { options: { library: join(library, 'fixtures') }, error: DocumentError, message: /is not a library/ },
    { options: { library: '' }, error: RangeError, message: /^library: is empty/ },
    { options: { library: 5 as unknown as string }, error: RangeError, message: /^library: / },
    { options: { library, fixture: 'mien' }, error: DocumentError, message: /did you mean mine\?/ },
  ])('that cannot be used is refused: $options', ({ options, error, message }) => {
    expect(() => createSimulator(options)).toThrow(error)
    expect(() => createSimulator(options)).toThrow(message)
  })

  test('is refused in a browser', () => {
    expect(() => createInBrowser({ library })).toThrow(
      /^library: a browser has no folders; give documents, or a Library as fixtures and scenarios$/,
    )
    expect(createInBrowser({ scenario: 'slow-boot' }).scenario()).toMatchObject({ name: 'slow-boot' })
  })
})

describe('a file by its path', () => {
  test('is a fixture or a scenario to start from', async () => {
    expect(await statusOf({ fixture: apart, scenario: lone })).toBe(421)
    expect(offersIn({ fixture: [apart] })).toBe(0)
  })

  test('can be named again, and no other can', () => {
    const sim = createSimulator({ scenario: lone })
    expect(sim.scenario(lone)).toMatchObject({ name: 'lone' })
    expect(() => sim.scenario(join(library, 'scenarios', 'teapot.yaml'))).toThrow(/^there is no scenario named/)
    expect(() => sim.reset({ fixture: apart })).toThrow(/^there is no fixture named/)
  })

  test('that is not there is refused', () => {
    expect(() => createSimulator({ fixture: './none.yaml' })).toThrow('./none.yaml: there is no such file')
  })

  test('gives way to what a library of code calls so', () => {
    const fixtures: Library = { names: () => ['a/b'], find: () => ({ text: users, file: 'b' }) }
    expect(offersIn({ fixture: 'a/b', fixtures })).toBe(0)
  })
})

test('the libraries of the package are there to be put under others', () => {
  const fixtures: Library = {
    names: () => ['mine', ...shippedFixtures.names()],
    find: (name) => (name === 'mine' ? { text: users, file: 'mine' } : shippedFixtures.find(name)),
  }
  expect(offersIn({ fixtures, fixture: 'mine' })).toBe(0)
  expect(offersIn({ fixtures })).toBeGreaterThan(0)
  expect(shippedScenarios.names()).toContain('slow-boot')
})
