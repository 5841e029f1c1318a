import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { bundleSchema } from '../../src/testing/journal/bundle.ts'
import { replay } from '../../src/node/client/replay.ts'
import { call } from '../support/steer.ts'

const path = '/billing/invoices'
const stub = { name: 'invoices', match: { path }, answer: { status: 201, body: { id: 7 } } }
const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

function stubbed(answer: object = stub.answer): Simulator {
  const sim = createSimulator({ clock: 'frozen' })
  sim.scenario({ stubs: [{ ...stub, answer }] })
  return sim
}

describe('what a stub answered is recorded', () => {
  test('in the journal as injected, with the name of the stub and the body', async () => {
    const sim = stubbed()
    await sim.fetch(path, post({ amount: 5 }))
    await sim.fetch('/nowhere', post({ amount: 5 }))
    const [answered, unknown] = sim.journal.list()
    expect(answered).toMatchObject({
      operation: null,
      user_id: null,
      basis: 'injected',
      rules: ['stub.invoices'],
      stub: 'invoices',
      fault: null,
      hint: null,
      request: { method: 'POST', path, body: { amount: 5 } },
      response: {
        status: 201,
        body: { id: 7 },
        headers: { 'x-sim-basis': 'injected', 'x-sim-rules': 'stub.invoices' },
      },
    })
    expect(answered?.request).not.toHaveProperty('body_bytes')
    expect(unknown).toMatchObject({ basis: 'assumed', request: { body: null, body_bytes: 12 } })
    expect(unknown).not.toHaveProperty('stub')
    expect(sim.journal.verify({ path, body: { '$.amount': 5 } }, { eq: 1 }).verified).toBe(true)
    expect(sim.journal.verify({ path, body: { '$.amount': 6 } }, { eq: 0 }).verified).toBe(true)
  })

  test('as no unmatched request, and counted as injected', async () => {
    const sim = stubbed()
    await sim.fetch(path)
    expect([sim.findings(), sim.coverage().injected, sim.coverage().unmatched]).toEqual([
      [],
      { answers: 1 },
      { requests: 0 },
    ])
    await sim.fetch('/nowhere')
    expect(sim.findings()).toMatchObject([{ kind: 'unmatched-request', exchange: 2 }])
    expect([sim.coverage().injected, sim.coverage().unmatched]).toEqual([{ answers: 1 }, { requests: 1 }])
  })

  test('with the parameters of its scenario filled in', async () => {
    const sim = createSimulator()
    const body = { price: '${price}', text: '${price} $, $${price}, $request{$.method}' }
    const document = { params: { price: { type: 'number' } }, stubs: [{ ...stub, answer: { body } }] }
    sim.scenario(document, { price: 5 })
    expect(await (await sim.fetch(path)).json()).toEqual({ price: 5, text: '5 $, ${price}, GET' })
  })

  test('and replayed from a bundle', async () => {
    const sim = stubbed({ headers: { 'X-Token': 'hunter22' }, body: { id: '$request{$.body.id}', token: 'hunter22' } })
    await sim.fetch(path, post({ id: 3 }))
    await sim.fetch('/nowhere')
    const { body } = await call(sim, 'GET', '/bundle')
    expect(await replay(bundleSchema.parse(body))).toEqual([])
    const other = JSON.stringify(body).replaceAll('$.body.id', '$.method')
    expect(await replay(bundleSchema.parse(JSON.parse(other)))).toMatchObject([{ exchange: 1, what: 'body' }])
    sim.stubs.add({ ...stub, answer: {} })
    expect((await call(sim, 'GET', '/bundle')).body['steered']).toEqual(['POST /_sim/stubs'])
  })
})

describe('a secret of a stub or of its caller is shown nowhere', () => {
  const SECRET = 'hunter22'
  const answer = {
    headers: { 'Set-Cookie': `session=${SECRET}`, 'X-Plain': 'plain-header' },
    body: { token: SECRET, note: 'plain-body' },
  }
  const match = { path, body: { '$.user': { name: 'a', password: SECRET } } }

  test('but in the answer to the client', async () => {
    const sim = stubbed(answer)
    sim.stubs.add({ name: 'second', match, answer: { body: { api_key: SECRET } } })
    const headers = { Authorization: `Bearer ${SECRET}`, 'X-Auth-Token': SECRET }
    const response = await sim.fetch(path, { ...post({ password: SECRET, echo: SECRET }), headers })
    expect(response.headers.getSetCookie()).toEqual([`session=${SECRET}`])
    expect(await response.json()).toEqual(answer.body)
    sim.stubs.remove('invoices')
    await sim.fetch(path, { ...post({ user: 1 }), headers })
    sim.scenario({
      stubs: [
        { ...stub, answer },
        { name: 'second', match, answer: {} },
      ],
    })
    await sim.fetch(path, { ...post({ password: SECRET }), headers })

    const shown = [
      JSON.stringify(sim.journal.list()),
      JSON.stringify(sim.stubs.list()),
      JSON.stringify((await call(sim, 'GET', '/bundle')).body),
      JSON.stringify((await call(sim, 'GET', '/requests')).body),
      await (await sim.fetch('/_sim/journal')).text(),
      await (await sim.fetch('/_sim/journal/1')).text(),
    ]
    for (const each of shown) expect(each).not.toContain(SECRET)
    expect(shown[0]).toContain('plain-header')
    expect(shown[2]).toContain('plain-body')
  })

  test('nor in what keeps a request from it', async () => {
    const sim = createSimulator()
    sim.stubs.add({ name: 's', match, answer: {} })
    await sim.fetch(path, post({ user: { name: 'a', password: SECRET } }))
    const [{ near_misses: near } = { near_misses: [] }] = sim.journal.list()
    expect(near).toMatchObject([{ stub: 's', missed: [{ criterion: 'body.$.user' }] }])
    expect(JSON.stringify(near)).not.toContain(SECRET)
  })
})
