import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DocumentStore } from '../../src/testing/fixtures/document-store.ts'
import { shippedFixtures, shippedScenarios } from '../../src/testing/fixtures/library.ts'
import { createSimulator } from '../../src/index.ts'
import { simulate, START_CLOCK } from '../support/simulate.ts'

const names = readdirSync('scenarios').map((file) => file.replace(/\.yaml$/, ''))
const documents = new DocumentStore({ fixtures: shippedFixtures, scenarios: shippedScenarios })
const listed = names.map((name) => ({ name, document: documents.scenario(name).document }))

test('the library ships every file of its folder, and at least twenty of them', () => {
  expect(names.length).toBeGreaterThanOrEqual(20)
  expect(shippedScenarios.names().toSorted()).toEqual(names.toSorted())
})

test.each(listed)('$name is named like its file and says when to use it', ({ name, document }) => {
  expect(document.name).toBe(name)
  expect(document.description.length).toBeGreaterThan(30)
  expect(document.description).toMatch(/\bUse it\b.*\.$/)
  expect(document.provider_states.length).toBeGreaterThan(0)
})

test('names and provider states are unique across the library', () => {
  const claimed = listed.flatMap(({ name, document }) => [name, ...document.provider_states])
  expect(claimed.filter((each, index) => claimed.indexOf(each) < index)).toEqual([])
})

test.each(names)('a simulator starts under %s', (name) => {
  expect(() => createSimulator({ scenario: name })).not.toThrow()
})

test('every file names its schema for editors', () => {
  const texts = names.map((name) => shippedScenarios.find(name)?.text.split('\n')[0])
  expect(new Set(texts)).toEqual(new Set(['# yaml-language-server: $schema=../schemas/scenario.schema.json']))
})

test('the list of the control API names each with its description, provider states and params', async () => {
  const { body } = await simulate().control.get('/_sim/scenarios')
  const { scenarios } = body as { scenarios: { name: string }[] }
  const expected = listed.map(({ name, document }) => ({
    name,
    description: document.description,
    purpose: document.purpose,
    provider_states: document.provider_states,
    params: document.params,
    brings: (['fixture', 'clock'] as const).flatMap((part) =>
      document[part] === undefined ? [] : [part === 'fixture' ? 'data' : part],
    ),
  }))
  expect(scenarios.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    expected.toSorted((a, b) => a.name.localeCompare(b.name)),
  )
})

/** Values that differ from the defaults, where any number or text does not do. */
const others: Readonly<Record<string, string | number>> = {
  operation: 'templates.search',
  status: 504,
  probability: 0.9,
  part: 10,
  offer_id: 12345680,
}

const other = (name: string, type: string, value: unknown): string | number | boolean => {
  if (others[name] !== undefined) return others[name]
  return type === 'number' ? Number(value) + 7 : type === 'boolean' ? value !== true : `other ${String(value)}`
}

const withParams = listed.filter(({ document }) => Object.keys(document.params).length > 0)

test('some scenarios of the library take parameters', () => {
  expect(withParams.length).toBeGreaterThanOrEqual(10)
})

test.each(withParams)(
  '$name takes other values, and every parameter makes a difference',
  async ({ name, document }) => {
    for (const [param, { type, default: value }] of Object.entries(document.params)) {
      const params = { [param]: other(param, type, value) }
      const { control } = simulate()
      expect(await control.put('/_sim/scenario', { name, params })).toEqual({
        status: 200,
        body: { active: { name, params, description: document.description }, clock: START_CLOCK },
      })
      const { params: _, ...changed } = documents.scenario(name, params).document
      const { params: __, ...standard } = document
      expect(changed, param).not.toEqual(standard)
    }
  },
)
