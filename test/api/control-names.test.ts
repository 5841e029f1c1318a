import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSimulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

test.each(['.a', '.undo', '..a'])('a snapshot cannot be called %s from outside', async (name) => {
  const sim = createSimulator({ clock: 'frozen' })
  expect(await call(sim, 'POST', '/snapshots', { name })).toEqual({
    status: 400,
    body: { error: 'invalid_args', msg: 'name: begins with a dot, as only those of POST /_sim/undo do' },
  })
  expect(() => sim.snapshots.take(name)).toThrow('begins with a dot')
  expect(await call(sim, 'POST', `/snapshots/${name}/restore`)).toMatchObject({ status: 404 })
})

test.each(['a.b', 'a', '_.x'])('a snapshot may be called %s', async (name) => {
  const sim = createSimulator({ clock: 'frozen' })
  expect(await call(sim, 'POST', '/snapshots', { name })).toEqual({ status: 200, body: { name } })
})

test.each([
  ['POST', '/reset', '{"fixture": {"__proto__": {"a": 1}, "users": []}}'],
  ['POST', '/reset', '{"scenario": {"__proto__": {"a": 1}}}'],
  ['PUT', '/scenario', '{"scenario": {"__proto__": {"a": 1}}}'],
  ['PUT', '/scenario', '{"scenario": {"fixture": {"__proto__": {"a": 1}}}}'],
  ['PUT', '/scenario', '{"scenario": {"fixture": {"users": [{"id": 1, "name": "n", "__proto__": {}}]}}}'],
  ['PUT', '/start', '{"fixture": {"__proto__": 1}}'],
  ['PUT', '/state', '{"__proto__": {}, "users": []}'],
  ['POST', '/state/users', '{"__proto__": {"x": 1}, "name": "n"}'],
  ['PATCH', '/state/users/1001', '{"__proto__": {"x": 1}}'],
])('%s %s refuses the key __proto__ in %s', async (method, path, body) => {
  const sim = createSimulator({ clock: 'frozen' })
  const response = await sim.fetch(`/_sim${path}`, { method, body })
  expect({ status: response.status, said: await response.text() }).toEqual({
    status: 400,
    said: expect.stringContaining('__proto__: ') as unknown,
  })
})

test.each(['/openapi.json', '/_sim/schemas/fixture.schema.json', '/_sim/schemas/scenario.schema.json'])(
  '%s may be read from any origin, needs no token, and says so to caches',
  async (path) => {
    const sim = createSimulator({ clock: 'frozen', controlToken: 'secret' })
    const from = await sim.fetch(path, { headers: { Origin: 'https://editor.example.com' } })
    expect(from.status).toBe(200)
    expect(from.headers.get('access-control-allow-origin')).toBe('https://editor.example.com')
    expect(from.headers.get('vary')).toMatch(/\bOrigin\b/)
    const without = await sim.fetch(path)
    expect(without.headers.get('access-control-allow-origin')).toBe('*')
    expect(without.headers.get('vary')).toBeNull()
  },
)

test.each(['x\u0000', 'a\nb', '\u001b[2J', 'tab\t'])('the seed %j is refused everywhere', async (seed) => {
  expect(() => createSimulator({ seed })).toThrow('seed: has a control character')
  const sim = createSimulator({ clock: 'frozen' })
  for (const [method, path, body] of [
    ['POST', '/reset', { seed }],
    ['PUT', '/start', { seed }],
    ['PUT', '/state', { seed, users: [] }],
  ] as const)
    expect(await call(sim, method, path, body)).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: 'seed: has a control character' },
    })
})

test.each(['sécret', 'a\nb', ' ', 'a\u007f'])('the token %j is refused in code, too', (controlToken) => {
  expect(() => createSimulator({ controlToken })).toThrow('controlToken: has a character that no header carries')
})

interface Described {
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly 'application/json': { readonly schema: object } }
  }
  readonly parameters: readonly { readonly name: string; readonly schema: { readonly enum?: readonly string[] } }[]
  readonly responses: { readonly 200: { readonly content: object } }
}

test('the description says which bodies must be there, what PUT /_sim/state takes, and which operations there are', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  const { paths } = (await call(sim, 'GET', '/openapi.json')).body as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  const bodies = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ path, method: method.toUpperCase(), ...requestBody }] : [],
    ),
  )
  const needed = bodies.filter(({ required }) => required)
  expect(needed.length).toBeGreaterThan(8)
  for (const { path, method } of needed)
    expect(await call(sim, method, path.slice('/_sim'.length)), `${method} ${path}`).toMatchObject({ status: 400 })
  for (const path of ['/reset', '/start'])
    expect(bodies.find((each) => each.path === `/_sim${path}`)?.required).toBe(false)
  const state = bodies.find(({ path, method }) => path === '/_sim/state' && method === 'PUT')
  const described = z.object({ properties: z.object({}).loose() }).parse(state?.content['application/json'].schema)
  expect(Object.keys(described.properties)).toEqual(expect.not.arrayContaining(['rules']))
  const [operation] = paths['/_sim/requests']?.['get']?.parameters ?? []
  expect(operation?.schema.enum).toContain('instances.list')
  expect(Object.keys(paths['/_sim/metrics']?.['get']?.responses[200].content ?? {})).toEqual(['text/plain'])
})
