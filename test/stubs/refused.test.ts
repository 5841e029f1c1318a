import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { call } from '../support/steer.ts'

const answer = { status: 200 }
const match = { path: '/elsewhere' }

const refusals: readonly { readonly stub: object; readonly msg: string }[] = [
  { stub: { match, answer, nam: 'x' }, msg: 'nam: unknown key "nam"; did you mean "name"?' },
  { stub: { match }, msg: 'answer: is missing' },
  { stub: { match: {}, answer }, msg: 'match.path: is missing' },
  { stub: { match: { path: 'elsewhere' }, answer }, msg: 'match.path: is not a path: it starts with /' },
  {
    stub: { match: { ...match, operation: 'instances.list' }, answer },
    msg: 'match.operation: unknown key "operation"',
  },
  {
    stub: { match: { method: 'GET', path: '/api/v0/instances/' }, answer },
    msg: 'match: meets only requests of instances.list, which answers for itself: a stub answers what no operation takes, and a fault changes what one answers',
  },
  {
    stub: { match: { method: 'HEAD', path: '/api/v0/instances/' }, answer },
    msg: 'match: meets only requests of instances.list, which answers for itself: a stub answers what no operation takes, and a fault changes what one answers',
  },
  {
    stub: { match: { method: 'PUT', path: '/api/v0/asks/12*/' }, answer },
    msg: 'match: meets only requests of instances.create, which answers for itself: a stub answers what no operation takes, and a fault changes what one answers',
  },
  {
    stub: { match: { path: '/things/{id}' }, answer },
    msg: 'match: has {id}, which is not a wildcard: * stands for anything within a segment',
  },
  {
    stub: { match: { path: '/_sim/faults' }, answer },
    msg: 'match: is a path of the simulator itself, which no stub answers',
  },
  {
    stub: { match: { ...match, headers: { Authorization: 'x' } }, answer },
    msg: 'match.headers.Authorization: is a secret, which is masked before it could match: use api_key',
  },
  {
    stub: { match: { ...match, body: { '$.docker_login_pass': 'x' } }, answer },
    msg: 'match.body.$.docker_login_pass: names a secret, which is masked before it could match',
  },
  {
    stub: { match, answer: { status: 101 } },
    msg: 'answer.status: is not a final answer: a client would wait for another one',
  },
  { stub: { match, answer: { status: 204, body: {} } }, msg: 'answer.body: is never sent with status 204' },
  {
    stub: { match, answer: { headers: { 'X-Sim-Basis': 'a' } } },
    msg: 'answer.headers.X-Sim-Basis: is set by the server',
  },
  {
    stub: { match, answer: { body: { id: '$request{$.bdy.id}' } } },
    msg: 'answer.body.id: $request{$.bdy.id} begins with none of $.method, $.path, $.query, $.headers, $.body',
  },
  {
    stub: { match, answer: { body: ['$request{$.body.token}'] } },
    msg: 'answer.body.0: $request{$.body.token} names a secret, which is masked before it could be read',
  },
  {
    stub: { match, answer: { body: "$request{$.headers['X-Trace']}" } },
    msg: "answer.body: $request{$.headers['X-Trace']} names no header: their names are in lower case here",
  },
  {
    stub: { match, answer: { headers: { Location: '$request{$.body[id]}' } } },
    msg: 'answer.headers.Location: $request{$.body[id]} is not a JSONPath',
  },
  {
    stub: { match, answer: { body: '$request{$.body' } },
    msg: 'answer.body: $request{ is not closed, or has a brace in it; as a text it is written $$request{',
  },
  {
    stub: { match, answer: { body: '$request{$.body}'.repeat(101) } },
    msg: 'answer: takes more than 100 values from the request',
  },
]

test.each([
  ['PATCH', '/api/v0/instances/'],
  ['HEAD', '/api/v0/asks/1/'],
  ['GET', '/api/v0/asks/1/'],
])('a stub of %s %s is used: no operation takes that method there', async (method, path) => {
  const sim = createSimulator()
  sim.stubs.add({ name: 's', match: { method, path }, answer: { status: 299 } })
  expect((await sim.fetch(path, { method })).status).toBe(299)
})

const state = async (sim: Simulator) => [await call(sim, 'GET', '/stubs'), await call(sim, 'GET', '/bundle')]

describe('a stub that cannot be used is refused, and changes nothing', () => {
  test.each(refusals)('$msg', async ({ stub, msg }) => {
    const sim = createSimulator({ clock: 'frozen' })
    sim.stubs.add({ name: 's', match, answer: { body: 'before' } })
    const before = await state(sim)
    const added = await call(sim, 'POST', '/stubs', { name: 's', ...stub })
    expect(added).toMatchObject({ status: 400, body: { error: 'invalid_args' } })
    expect(added.body['msg']).toContain(msg)
    expect(() => sim.stubs.add({ name: 's', ...stub } as never)).toThrow(msg)
    expect(() => sim.scenario({ stubs: [{ name: 's', ...stub }] })).toThrow(msg)
    expect(await state(sim)).toEqual(before)
    expect(await (await sim.fetch('/elsewhere')).text()).toBe('before')
  })

  test('a scenario with one name twice', () => {
    const stub = { name: 's', match, answer }
    expect(() => createSimulator().scenario({ stubs: [stub, stub] })).toThrow('stubs.1.name: "s" is taken by stubs.0')
  })

  test('one that is not there cannot be taken away', async () => {
    const sim = createSimulator()
    sim.stubs.add({ name: 'invoices', match, answer })
    expect(await call(sim, 'DELETE', '/stubs/invoice')).toEqual({
      status: 404,
      body: { error: 'not_found', msg: 'there is no stub "invoice"', hint: 'did you mean "invoices"?' },
    })
    expect(sim.stubs.list()).toHaveLength(1)
  })

  test('the 1001st, but not another one of a name', () => {
    const sim = createSimulator()
    for (let at = 0; at < 1000; at += 1) sim.stubs.add({ name: `s${at}`, match, answer })
    expect(() => sim.stubs.add({ name: 'one-more', match, answer })).toThrow('there are 1000 stubs already')
    sim.stubs.add({ name: 's7', match, answer: { status: 202 } })
    expect(sim.stubs.list()[7]?.answer.status).toBe(202)
    sim.stubs.clear()
    expect(sim.stubs.list()).toEqual([])
  })
})
