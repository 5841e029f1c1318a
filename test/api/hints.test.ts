import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const path = '/api/v0/instances/'

test.each([
  ['GET', '/instances/', undefined, 'paths start with /api/v0: /api/v0/instances/'],
  ['GET', '/instances', undefined, 'paths start with /api/v0: /api/v0/instances/'],
  ['PUT', '/asks/12345678/', {}, 'paths start with /api/v0: /api/v0/asks/{id}/'],
  ['GET', '/sim/clock', undefined, 'the control API is at /_sim/: /_sim/clock'],
  ['POST', '/~a/sim/reset', undefined, 'the control API is at /~a/_sim/: /~a/_sim/reset'],
  ['GET', `/test-17${path}`, undefined, `the name of a sandbox begins with a tilde: /~test-17${path}`],
  ['GET', '/test-17/_sim/clock', undefined, 'the name of a sandbox begins with a tilde: /~test-17/_sim/clock'],
  ['GET', '/test-17/elsewhere/', undefined, null],
  ['GET', '/simulator/clock', undefined, null],
  ['GET', `/no%20name${path}`, undefined, null],
])('%s %s is told where the interface is', async (method, wrong, body, hint) => {
  const { fetch } = createSimulator()
  const answer = await fetch(wrong, { method, ...(body && { body: JSON.stringify(body) }) })
  expect([answer.status, answer.headers.get('x-sim-hint')]).toEqual([404, hint])
})

test('a header without Bearer gets a hint without its key', async () => {
  const { fetch } = createSimulator()
  const answer = await fetch(path, { headers: { Authorization: 'renter-key' } })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('x-sim-hint')).toContain('write "Authorization: Bearer <key>"')
  expect(answer.headers.get('x-sim-hint')).not.toContain('renter-key')
})

test.each([
  ['X-API-Key', '', 'write "Authorization: Bearer <key>" in place of x-api-key'],
  ['Api-Key', '', 'write "Authorization: Bearer <key>" in place of api-key'],
  ['X-Auth-Token', '', 'write "Authorization: Bearer <key>" in place of x-auth-token'],
  ['X-Request-Id', '?api_key=renter-key', 'write "Authorization: Bearer <key>"; only --dialect observed reads api_key'],
  ['X-Request-Id', '', null],
  ['X-Key-Count', '?key=1', null],
])('a key in %s%s is told where it is read', async (name, query, hint) => {
  const { fetch } = createSimulator()
  const answer = await fetch(path + query, { headers: { [name]: 'renter-key' } })
  expect([answer.status, answer.headers.get('x-sim-hint')]).toEqual([401, hint])
})

const hash = '4e17788f74f075dd9aab7d0d4427968f'
const isNumber = 'template_id is the id of a template, a number'
const byEither = `${isNumber}; --dialect observed deletes by hash_id, too`

test.each([
  ['POST', { nam: 'x' }, 'name: is missing', 'not read: nam (name?)'],
  ['POST', { name: 'x', image: 5, desk: 'x', colour: 1 }, /^image: /, 'not read: desk (desc?)'],
  ['POST', { name: 'x', colour: 1 }, 'image: is missing', null],
  ['POST', { client_id: 'me' }, 'name: is missing', null],
  ['PUT', { hash_ids: hash }, 'hash_id: is missing', 'not read: hash_ids (hash_id?)'],
  ['DELETE', { template_id: hash }, /^template_id: /, byEither],
  ['DELETE', { hash }, 'template_id: is missing', byEither],
  ['DELETE', { template_hash_id: hash }, /./, `${byEither}; not read: template_hash_id (template_id?)`],
  ['DELETE', { hash_id: 'not-a-hash' }, 'template_id: is missing', null],
  ['DELETE', { template_id: 'x' }, /^template_id: /, null],
])('%s %j is refused, and told what was probably meant', async (method, body, msg, hint) => {
  const { as, last, control } = simulate()
  const answer = await as('renter-key').send(method, '/api/v0/template/', body)
  expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringMatching(msg) } })
  expect(last().hint).toBe(hint)
  expect((await control.get('/_sim/requests')).body).toMatchObject({ requests: [{ hint }] })
  expect((await control.get('/_sim/findings')).body).toEqual({ findings: [] })
})

test('a hash_id as template_id gets the hint with its field where that is read, and a number gets none', async () => {
  const { as, last } = simulate(undefined, { dialect: 'observed' })
  expect((await as('renter-key').delete('/api/v0/template/', { template_id: hash })).status).toBe(400)
  expect(last().hint).toBe(`${isNumber}; this is a hash_id`)
  expect((await as('renter-key').delete('/api/v0/template/', { template_id: 1 })).status).toBe(404)
  expect(last().hint).toBeNull()
})

test('a hint of a refusal comes after that of an unread field', async () => {
  const { as, last } = simulate()
  const rent = () => as('renter-key').put('/api/v0/asks/12345678/', { image: 'library/ubuntu', imag: 1 })
  expect((await rent()).status).toBe(200)
  expect(last().hint).toBe('not read: imag (image?)')
  expect((await rent()).status).toBe(410)
  expect(last().hint).toMatch(/^not read: imag \(image\?\); your instance \d+ has it: list/)
})

test('the hint of an unread field names the nearest known one', async () => {
  const { as, last } = simulate()
  const client = as('renter-key')
  await client.post('/api/v0/template/', { name: 'a', image: 'b', imag: 'x', colour: 1 })
  expect(last().hint).toBe('not read: imag (image?), colour')
  await client.post('/api/v0/template/', { name: 'a', image: 'b' })
  expect(last().hint).toBeNull()
  await client.post('/api/v0/template/', { name: 'a', image: 'b', 'renter-key': 1 })
  expect(last().hint).not.toContain('renter-key')
})

test('the hint of an offer that the caller has rented names its instance, and other callers get no hint', async () => {
  const { as, last } = simulate()
  const rent = (key: string) => as(key).put('/api/v0/asks/12345678/', { image: 'library/ubuntu' })
  expect((await rent('renter-key')).status).toBe(200)
  expect((await rent('renter-key')).status).toBe(410)
  expect(last().hint).toMatch(/^your instance \d+ has it: list/)
  expect((await rent('host-key')).status).toBe(410)
  expect(last().hint).toBeNull()
})

test('a sandbox with an escaped tilde is the same sandbox', async () => {
  const { fetch } = createSimulator()
  const headers = { Authorization: 'Bearer renter-key' }
  await fetch(`/%7Eone${path}`, { headers })
  await fetch(`/%7eone${path}`, { headers })
  const { requests } = (await (await fetch('/~one/_sim/requests')).json()) as { requests: readonly unknown[] }
  expect(requests).toHaveLength(2)
})

test.each([
  [{ sise: 1 }, 'not read: volume_info.sise (volume_info.size?)'],
  [{ mountpath: '/x' }, 'not read: volume_info.mountpath (volume_info.mount_path?)'],
  [{ x: 1 }, 'not read: volume_info.x'],
  [{ image: 'x' }, 'not read: volume_info.image'],
  [{ 'volume_info.size': 1 }, 'not read: volume_info.volume_info.size'],
])('an unknown field within volume_info, %j, is compared with the fields there: %s', async (more, hint) => {
  const { as, last } = simulate()
  const volume_info = { create_new: false, volume_id: 12345, mount_path: '/data', ...more }
  expect((await as('renter-key').put('/api/v0/asks/12345678/', { image: 'i', volume_info })).status).toBe(200)
  expect(last().hint).toBe(hint)
})

test.each([
  ['instances.create.ofer', ['instances.create.offer-unknown', 'instances.create.offer-rented']],
  ['instances.create.offer-rentd', ['instances.create.offer-rented']],
  ['templates.create.hashid', ['templates.create.hash-id']],
  ['template.create.hash-id', ['templates.create.hash-id']],
  ['templates.search.hash-id', ['templates.create.hash-id']],
  ['network-volumes.list.past', ['network-volumes.list.ends-in-the-past']],
  ['instances.create.qqqqqqqq', []],
])('a choice at the rule %s, which is none, is told %j', (id, meant) => {
  const said = meant.length === 0 ? '; there are' : `; did you mean ${meant.map((each) => `"${each}"`).join(' or ')}?`
  expect(() => createSimulator({ rules: { [id]: { status: 418 } } })).toThrow(`there is no rule "${id}"${said}`)
})
