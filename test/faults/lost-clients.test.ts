import { describe, expect, test } from 'vitest'
import { bytesOf, dial, endWhatTestsOpen, serve, type Served, talk } from '../support/raw-socket.ts'
import { simulate } from '../support/simulate.ts'

endWhatTestsOpen()

const path = '/api/v0/template/'
const body = { name: 'made', image: 'library/ubuntu' }
const creation = { method: 'POST', path, body }

const faults = async ({ control }: Pick<Served, 'control'>) => {
  const { requests } = (await control('GET', '/_sim/requests')).body as { requests: { fault: object }[] }
  return requests.map(({ fault }) => fault)
}

const found = async ({ control }: Served) => {
  const { findings } = (await control('GET', '/_sim/findings')).body as { findings: { kind: string; times: number }[] }
  return findings.map(({ kind, times }) => ({ kind, times }))
}

const stored = async ({ control }: Served) => {
  const state = (await control('GET', '/_sim/state')).body as { templates?: { name: string }[] }
  return (state.templates ?? []).map(({ name }) => name)
}

/** A client that hangs up once a fault has met its request; waits until the journal knows. */
async function hungUp(effect: object, sees: (received: string) => boolean = (received) => received === '') {
  const server = await serve()
  await server.fault({ effect })
  const line = dial(server.port)
  line.send(bytesOf(creation))
  await server.metBy('f')
  await line.until(sees)
  line.hangUp()
  while ((await faults(server)).length === 0);
  return server
}

describe('a client that hangs up while it is held leaves nothing behind', () => {
  test.each([
    { effect: { hang: true }, name: 'hang', value: true },
    { effect: { latency_ms: 5000 }, name: 'delay', value: 5000 },
    { effect: { hang: true, latency_ms: 5000 }, name: 'hang', value: true },
    { effect: { latency_ms: 5000, status: 503 }, name: 'delay', value: 5000 },
  ])('$effect', async ({ effect, name, value }) => {
    const server = await hungUp(effect)
    expect(await faults(server)).toEqual([{ name: 'f', effect: name, value, outcome: 'lost', happened: false }])
    expect((await server.control('POST', '/_sim/clock/advance', { seconds: 10 })).body).toMatchObject({ happened: [] })
    expect(await stored(server)).toEqual([])
    await server.control('DELETE', '/_sim/faults')
    expect((await talk(server.port, creation)).status).toBe(200)
    expect(await stored(server)).toEqual(['made'])
    const { sandboxes } = (await server.control('GET', '/_sim/sandboxes')).body as { sandboxes: { busy: number }[] }
    expect(sandboxes.map(({ busy }) => busy)).toEqual([1])
    expect(server.defects).toEqual([])
  })

  test('after the operation: it happened, and its reply is lost', async () => {
    const server = await hungUp({ hang: true, stream: 'after' })
    expect(await faults(server)).toMatchObject([{ name: 'f', outcome: 'lost', happened: true }])
    expect(await stored(server)).toEqual(['made'])
    await server.control('DELETE', '/_sim/faults')
    await talk(server.port, creation)
    expect(await found(server)).toEqual([{ kind: 'create-repeated-after-lost-reply', times: 1 }])
  })

  test('in the middle of a dribbled body: its reply is lost', async () => {
    const dribble = { chunks: 4, interval_ms: 1000 }
    const server = await hungUp({ dribble }, (received) => received.includes('\r\n\r\n{'))
    expect(await faults(server)).toMatchObject([{ name: 'f', effect: 'dribble', outcome: 'lost', happened: true }])
    expect((await server.control('POST', '/_sim/clock/advance', { seconds: 10 })).body).toMatchObject({ happened: [] })
    expect(server.defects).toEqual([])
  })
})

test('of two that are held to one instant, one may give up as the other is answered: the advance returns', async () => {
  const controllers: AbortController[] = []
  const { simulator, control } = simulate(
    {},
    { rateLimit: { enabled: false }, onExchange: () => controllers[1]?.abort() },
  )
  await control.post('/_sim/faults', { name: 'f', effect: { latency_ms: 1000 } })
  const asked = [0, 1].map((index) => {
    const controller = new AbortController()
    controllers[index] = controller
    const headers = { Authorization: 'Bearer renter-key' }
    return simulator
      .fetch(new Request(`http://sim.test${path}`, { headers, signal: controller.signal }))
      .then(({ status }) => status)
      .catch(() => 'lost')
  })
  await control.get('/_sim/faults')
  expect(await control.post('/_sim/clock/advance', { seconds: 1 })).toMatchObject({ status: 200 })
  expect(await Promise.all(asked)).toEqual([200, 'lost'])
})

describe('a creation that is repeated after its reply was lost is found', () => {
  test.each([
    { effect: { reset: true, stream: 'after' } },
    { effect: { empty_response: true, stream: 'after' } },
    { effect: { status: 503, stream: 'after' } },
    { effect: { html_502: true, stream: 'after' } },
    { effect: { garbage: true, stream: 'after' } },
    { effect: { truncate_body: 0.5 } },
    { effect: { malformed_json: true } },
  ])('$effect', async ({ effect }) => {
    const server = await serve()
    await server.fault({ effect, when: { times: 1 } })
    await talk(server.port, creation)
    expect(await found(server)).toEqual([])
    await talk(server.port, creation)
    expect(await found(server)).toEqual([{ kind: 'create-repeated-after-lost-reply', times: 1 }])
    expect(await stored(server)).toEqual(['made', 'made'])
  })

  test.each([
    { why: 'it never happened', effect: { reset: true }, second: creation },
    { why: 'its answer arrived whole', effect: { wrong_content_type: true }, second: creation },
    { why: 'its answer was late', effect: { dribble: { chunks: 2, interval_ms: 0 } }, second: creation },
    {
      why: 'another thing is created',
      effect: { reset: true, stream: 'after' },
      second: { ...creation, body: { ...body, name: 'other' } },
    },
  ])('and not when $why', async ({ effect, second }) => {
    const server = await serve()
    await server.fault({ effect, when: { times: 1 } })
    await talk(server.port, creation)
    await talk(server.port, second)
    expect(await found(server)).toEqual([])
  })

  test('and not when the same is rented from another offer', async () => {
    const server = await serve({ fixture: 'default' })
    await server.control('PUT', '/_sim/state', {
      users: [
        { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] },
        { id: 1002, name: 'host' },
      ],
      offers: [
        { id: 600, host_id: 1002 },
        { id: 601, host_id: 1002 },
      ],
    })
    await server.fault({ effect: { reset: true, stream: 'after' }, when: { times: 1 } })
    const rent = (id: number) =>
      talk(server.port, { method: 'PUT', path: `/api/v0/asks/${id}/`, body: { image: 'library/ubuntu' } })
    expect([(await rent(600)).end, (await rent(601)).status]).toEqual(['reset', 200])
    expect(await found(server)).toEqual([])
  })
})
