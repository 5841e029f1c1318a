import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../src/index.ts'
import { partsOf, partsOfTable } from '../support/documented-parts.ts'

const document = (await (await createSimulator().fetch('/openapi.json')).json()) as object
const table = partsOfTable(
  parse(readFileSync('test/conformance/contract-fields.yaml', 'utf8')) as Parameters<typeof partsOfTable>[0],
)

/** What an OpenAPI document calls documented though the contract does not have it. */
const overclaimed = (described: object): readonly string[] => {
  const known = new Set(table)
  return partsOf(described).documented.filter((part) => !known.has(part))
}

/** The document with other texts in it. */
const changed = (from: string | RegExp, to: string): object => {
  const text = JSON.stringify(document)
  const other = text.replace(from, to)
  expect(other).not.toBe(text)
  return JSON.parse(other) as object
}

test('every field, status and code that the description calls documented is in the contract', () => {
  expect(partsOf(document).documented.length).toBeGreaterThan(300)
  expect(overclaimed(document)).toEqual([])
})

test('every field, status and code of the contract is in the description', () => {
  const published = new Set(partsOf(document).published)
  expect(table.length).toBeGreaterThan(300)
  expect(table.filter((part) => !published.has(part))).toEqual([])
})

test.each([
  [
    'a field of a template without a mark',
    '"tag":{"description":"Image tag; `latest`',
    '"tags":{"type":"array","items":{"type":"string"}},"tag":{"description":"Image tag; `latest`',
    ['templates.create request.tags: array', 'templates.create request.tags[]: string'],
  ],
  [
    'a field within a field of an answer',
    '"HostIp":{"type":"string"}',
    '"HostIp":{"type":"string"},"HostName":{"type":"string"}',
    ['instances.list answer.instances[].ports.*[].HostName: string'],
  ],
  [
    'another type',
    '"price_disk":{"description":"Price per GB of network volume storage.","type":"number"',
    '"price_disk":{"description":"Price per GB of network volume storage.","type":"string"',
    ['network-volumes.list request.price_disk: string'],
  ],
  [
    'an operator of a filter',
    /("OfferNumberFilter":\{"type":"object","properties":\{"eq":\{"type":"number"\},"neq":\{)"x-sim-basis":"assumed",/,
    '$1',
    ['reliability2', 'inet_down', 'inet_up', 'disk_bw', 'duration', 'storage_cost'].map(
      (field) => `network-volumes.search request.q.${field}.neq: number`,
    ),
  ],
  ['an error code', '"x-sim-assumed-values":["auth_error",', '"x-sim-assumed-values":[', ['code auth_error']],
])('%s would be found', (_, from, to, found) => {
  expect(overclaimed(changed(from, to))).toEqual(found)
})

test('a field that is marked as assumed claims nothing', () => {
  const marked = '"tags":{"type":"string","x-sim-basis":"assumed"},"tag":{"description":"Image tag; `latest`'
  expect(overclaimed(changed('"tag":{"description":"Image tag; `latest`', marked))).toEqual([])
})

test('a status that becomes documented would be found', () => {
  const { paths } = structuredClone(document) as { paths: Record<string, Record<string, { responses: object }>> }
  const responses = paths['/api/v0/instances/']?.['get']?.responses
  Object.assign(responses ?? {}, { 200: { ...Reflect.get(responses ?? {}, '200'), 'x-sim-basis': 'documented' } })
  expect(overclaimed({ ...document, paths })).toEqual(['instances.list status 200'])
})
