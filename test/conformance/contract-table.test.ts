import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { isRefusal } from '../../src/kernel/rule.ts'
import { declaredRules } from '../../src/kernel/rules-in-force.ts'
import { operations as all, operationsUnder, rules } from '../../src/marketplace/routes.ts'

const operations = operationsUnder(declaredRules)

/** The endpoints of the contract, section by section. */
const contract: readonly (readonly [method: string, path: string, operation: string])[] = [
  ['POST', '/api/v0/network_volume/', 'network-volumes.list'],
  ['POST', '/api/v0/network_volumes/search/', 'network-volumes.search'],
  ['POST', '/api/v0/network_volumes/unlist/', 'network-volumes.unlist'],
  ['GET', '/api/v0/template/', 'templates.search'],
  ['POST', '/api/v0/template/', 'templates.create'],
  ['PUT', '/api/v0/template/', 'templates.edit'],
  ['DELETE', '/api/v0/template/', 'templates.delete'],
  ['PUT', '/api/v0/asks/{id}/', 'instances.create'],
  ['GET', '/api/v0/instances/', 'instances.list'],
  ['PUT', '/api/v0/endptjobs/{id}/', 'endpoint-groups.update'],
  ['GET', '/api/v0/users/cloud_integrations/', 'cloud-connections.list'],
]

const sorted = (rows: readonly (readonly string[])[]): readonly string[] => rows.map((row) => row.join(' ')).toSorted()

test('the documented dialect has exactly the endpoints of the contract', () => {
  expect(sorted(operations.map(({ method, path, id }) => [method, path, id]))).toEqual(sorted(contract))
})

test('the envelope of refusals is plain for network volume list and unlist only', () => {
  const plain = operations.filter(({ envelope }) => envelope === 'plain').map(({ id }) => id)
  expect(plain.toSorted()).toEqual(['network-volumes.list', 'network-volumes.unlist'])
})

test('a rate limit is stated for three operations', () => {
  const limits = operations.flatMap(({ id, limit }) => (limit === undefined ? [] : [[id, limit.value]]))
  expect(Object.fromEntries(limits)).toEqual({
    'instances.list': 2,
    'endpoint-groups.update': 2,
    'cloud-connections.list': 2.9,
  })
})

test('every rule has an id of its own, a text and a source', () => {
  expect(rules.length).toBeGreaterThan(contract.length)
  const ids = rules.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !/^[a-z-]+(\.[a-z-]+)+$/.test(id))).toEqual([])
  const unexplained = rules.filter(({ text, source }) => text.trim() === '' || source.trim() === '')
  expect(unexplained.map(({ id }) => id)).toEqual([])
})

test('the description carries the version of the contract', async () => {
  const response = await createSimulator().fetch(new Request('http://sim.test/openapi.json'))
  expect(await response.json()).toMatchObject({ info: { version: '1.0.0' } })
})

/** How the sections of the contract are named where behaviour is stated; endpoints each have one of their own. */
const sections =
  /^(Resources › [A-Z][\w ]+|Endpoints › (\w+ \S+)( › Precedence [1-4])?|Authentication( [1-5])?|Errors|Errors › Rate limiting|Limits|Versioning( [1-3])?|States and transitions)$/

test('a documented rule names sections that the contract has', () => {
  const endpoints = new Set(contract.map(([method, path]) => `${method} ${path}`))
  const named = [
    ...operations.flatMap(({ id, section }) => (section === undefined ? [] : [{ id, section }])),
    ...rules
      .filter(({ basis }) => basis === 'documented')
      .flatMap(({ id, source }) => source.split('; ').map((section) => ({ id, section }))),
  ]
  expect(named.length).toBeGreaterThan(contract.length)
  const unknown = named.filter(({ section }) => {
    const match = sections.exec(section)
    return match === null || (match[2] !== undefined && !endpoints.has(match[2]))
  })
  expect(unknown).toEqual([])
})

test.each(all.map((operation) => ({ id: operation.id, operation })))(
  '$id refuses with statuses of the client and names an error code',
  ({ operation }) => {
    const refusals = [...operation.rules].filter(isRefusal)
    expect(refusals.length).toBeGreaterThan(0)
    const odd = refusals.filter(({ status, error }) => status < 400 || status > 499 || !/^[a-z_]+$/.test(error))
    expect(odd.map(({ id, status, error }) => ({ id, status, error }))).toEqual([])
  },
)
