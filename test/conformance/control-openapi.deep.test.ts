import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { shownExchange } from '../../src/testing/journal/exchange.ts'
import { openApiErrors, withDefects } from '../support/openapi-lint.ts'

interface Operation {
  readonly operationId: string
  readonly requestBody?: object
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
}

interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const { fetch } = createSimulator()
const answer = await fetch(new Request('http://sim.test/_sim/openapi.json'))
const text = await answer.text()
const document = JSON.parse(text) as OpenApi

const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

test('the description of the control API is OpenAPI 3.1 without an error of the recommended rules', async () => {
  expect({ status: answer.status, version: document.openapi }).toEqual({ status: 200, version: '3.1.0' })
  expect(await openApiErrors(text)).toEqual([])
})

const defects = [
  { name: 'an operation id twice', from: '"getSimState"', to: '"putSimState"', rule: 'operation-operationId-unique' },
  {
    name: 'an undeclared path parameter',
    from: '/requests/{id}"',
    to: '/requests/{it}"',
    rule: 'path-parameters-defined',
  },
  { name: 'answers under another name', from: '"responses"', to: '"answers"', rule: 'struct' },
]

test('the linter does look: a spoiled description is an error', async () => {
  const rules = (await openApiErrors(withDefects(text, defects))).map((error) => error.split(' ')[0])
  expect(new Set(rules)).toEqual(new Set(defects.map(({ rule }) => rule)))
})

test('an exchange is described as it is shown, field by field', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  sim.faults.add({ name: 'lost', match: { operation: 'instances.list' }, effect: { reset: true, stream: 'after' } })
  sim.faults.add({ name: 'near', match: { method: 'POST', user_id: 7 }, effect: { status: 503 } })
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  await sim.fetch('/api/v0/instances/', { headers }).catch(() => undefined)
  await sim.fetch('/api/v0/template/', { method: 'POST', headers, body: '{"name":"a","image":"b"}' })
  await sim.fetch('/api/v0/template/', { method: 'POST', body: '{}' })
  const shown = await (await sim.fetch('/_sim/requests')).json()
  const { requests } = shown as { requests: { changes: object[] }[] }
  expect(requests.map(({ changes }) => changes.length)).toEqual([0, 1, 0])
  for (const each of requests) expect(shownExchange.safeParse(each).error).toBeUndefined()
  const { schema } = document.paths['/_sim/requests/{id}']?.['get']?.responses['200']?.content['application/json'] ?? {}
  expect(schema).toEqual({ $ref: '#/components/schemas/Exchange' })
})

const bodyOf = async (method: string, path: string): Promise<unknown> => {
  const response = await createSimulator().fetch(new Request(`http://sim.test${path}`, { method }))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text }
}

const noSuchCall = (status: 404 | 405, method: string, path: string) => ({
  status,
  body: {
    error: status === 404 ? 'not_found' : 'method_not_allowed',
    msg: `there is no control call ${method} ${path}`,
  },
})

test('every other method on a described path is answered with 405, and every other path with 404', async () => {
  const patterns = documented.map(
    ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  )
  const others = Object.keys(document.paths).flatMap((path) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
      .filter((method) => !patterns.some((pattern) => pattern.test(`${method} ${path}`)))
      .map((method) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'x') })),
  )
  const unknown = ['/_sim', '/_sim/', '/_sim/requests/', '/_sim/clock/x', '/_sim/states'].map((path) => ({
    method: 'GET',
    path,
  }))
  for (const { method, path } of others)
    expect(await bodyOf(method, path), `${method} ${path}`).toMatchObject(noSuchCall(405, method, path))
  for (const { method, path } of unknown)
    expect(await bodyOf(method, path), `${method} ${path}`).toMatchObject(noSuchCall(404, method, path))
  expect(others.length).toBeGreaterThan(20)
})

test('every described filter of the journal is taken, and no other', async () => {
  const list = documented.find(({ method, path }) => method === 'GET' && path === '/_sim/requests')
  const names = list?.operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const seen = ['operation', 'status', 'basis', 'method', 'user', 'rule', 'fault', 'has', 'text']
  expect(names).toEqual([...seen, 'api_key', 'request_id', 'trace_id', 'since', 'before', 'limit'])
  const values: Readonly<Record<string, string>> = {
    basis: 'assumed',
    operation: 'templates.search',
    method: 'PUT',
    rule: 'routing.unknown-path',
    has: 'finding',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  }
  for (const name of names ?? []) {
    expect(await bodyOf('GET', `/_sim/requests?${name}=${values[name] ?? '1'}`), name).toMatchObject({ status: 200 })
  }
  expect(await bodyOf('GET', '/_sim/requests?user_id=1')).toMatchObject({ status: 400 })
})

test('calls with a body describe it', () => {
  const withBody = documented.filter(({ operation }) => operation.requestBody !== undefined)
  expect(withBody.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'PATCH /_sim/state',
    'PATCH /_sim/state/{collection}/{id}',
    'POST /_sim/clock/advance',
    'POST /_sim/faults',
    'POST /_sim/fork',
    'POST /_sim/pact/provider-states',
    'POST /_sim/requests/verify',
    'POST /_sim/requests/{id}/fork',
    'POST /_sim/reset',
    'POST /_sim/snapshots',
    'POST /_sim/state/{collection}',
    'POST /_sim/stubs',
    'POST /_sim/undo',
    'PUT /_sim/clock',
    'PUT /_sim/findings/expected',
    'PUT /_sim/scenario',
    'PUT /_sim/start',
    'PUT /_sim/state',
  ])
})

test('the error codes are a list of texts', () => {
  const failures = documented.map(({ operation }) => operation.responses['4XX']?.content['application/json']?.schema)
  expect(failures.length).toBeGreaterThan(20)
  for (const schema of failures) expect(schema).toMatchObject({ properties: { error: { type: 'string' } } })
})
