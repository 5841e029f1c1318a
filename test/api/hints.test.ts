import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const path = '/api/v0/instances/'

test.each([
  ['GET', '/instances/', undefined, 'paths start with /api/v0: /api/v0/instances/'],
  ['GET', '/instances', undefined, 'paths start with /api/v0: /api/v0/instances/'],
  ['PUT', '/asks/12345678/', {}, 'paths start with /api/v0: /api/v0/asks/{id}/'],
])('%s %s is told where the interface is', async (method, wrong, body, hint) => {
  const { fetch } = createSimulator()
  const answer = await fetch(wrong, { method, ...(body && { body: JSON.stringify(body) }) })
  expect([answer.status, answer.headers.get('x-sim-hint')]).toEqual([404, hint])
})

test('a header without Bearer is told so, and its key is told to nobody', async () => {
  const { fetch } = createSimulator()
  const answer = await fetch(path, { headers: { Authorization: 'renter-key' } })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('x-sim-hint')).toContain('write "Authorization: Bearer <key>"')
  expect(answer.headers.get('x-sim-hint')).not.toContain('renter-key')
  expect((await fetch(path)).headers.get('x-sim-hint')).toBeNull()
})

test('a field that nobody reads is told with the one that could have been meant', async () => {
  const { as, last } = simulate()
  const client = as('renter-key')
  await client.post('/api/v0/template/', { name: 'a', image: 'b', imag: 'x', colour: 1 })
  expect(last().hint).toBe('not read: imag (image?), colour')
  await client.post('/api/v0/template/', { name: 'a', image: 'b' })
  expect(last().hint).toBeNull()
  await client.post('/api/v0/template/', { name: 'a', image: 'b', 'renter-key': 1 })
  expect(last().hint).not.toContain('renter-key')
})

test('an offer that the caller has rented is told with its instance, and nobody else is told', async () => {
  const { as, last } = simulate()
  const rent = (key: string) => as(key).put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
  expect((await rent('renter-key')).status).toBe(200)
  expect((await rent('renter-key')).status).toBe(410)
  expect(last().hint).toMatch(/^your instance \d+ has it: list/)
  expect((await rent('host-key')).status).toBe(410)
  expect(last().hint).toBeNull()
})

test('a sandbox whose tilde is escaped is the same sandbox', async () => {
  const { fetch } = createSimulator()
  const headers = { Authorization: 'Bearer renter-key' }
  await fetch(`/%7Eone${path}`, { headers })
  await fetch(`/%7eone${path}`, { headers })
  const { requests } = (await (await fetch('/~one/_sim/requests')).json()) as { requests: readonly unknown[] }
  expect(requests).toHaveLength(2)
})
