import { describe, expect, test } from 'vitest'
import { endWhatTestsOpen, type Heard, serve, type Served, talk } from '../support/raw-socket.ts'

endWhatTestsOpen()

const path = '/api/v0/template/'
const body = { name: 'made', image: 'library/ubuntu' }

const stored = async ({ control }: Served) => {
  const state = (await control('GET', '/_sim/state')).body as { templates?: { name: string }[] }
  return (state.templates ?? []).map(({ name }) => name)
}

/** What the journal says of the latest exchange. */
const recorded = async ({ control }: Served) => {
  const journal = (await control('GET', '/_sim/requests?limit=1')).body as {
    requests: { response: { status: number }; basis: string; fault: unknown }[]
  }
  return journal.requests.map(({ response: answer, basis, fault }) => ({ status: answer.status, basis, fault }))
}

interface Case {
  readonly effect: object
  readonly key: string
  readonly status?: number
  readonly end?: Heard['end']
}

/** Those that need no real answer. */
const replacing: readonly Case[] = [
  { effect: { status: 503, body: { error: 'x' } }, key: 'status', status: 503 },
  { effect: { refuse: 'auth_error' }, key: 'refuse', status: 401 },
  { effect: { rate_limited: true }, key: 'rate_limited', status: 429 },
  { effect: { html_502: true }, key: 'html_502', status: 502 },
  { effect: { garbage: true }, key: 'garbage', status: 200 },
  { effect: { reset: true }, key: 'reset', end: 'reset' },
  { effect: { empty_response: true }, key: 'empty_response', end: 'ended' },
]

/** Those that spoil the real answer, which they need: the operation always happens. */
const spoiling: readonly Case[] = [
  { effect: { truncate_body: 0.5 }, key: 'truncate_body', status: 200, end: 'ended' },
  { effect: { malformed_json: true }, key: 'malformed_json', status: 200 },
  { effect: { wrong_content_type: true }, key: 'wrong_content_type', status: 200 },
]

describe.each(['keep-alive', 'close'] as const)('Connection: %s', (connection) => {
  const endOf = (end: Heard['end'] = 'kept') => (connection === 'close' && end === 'kept' ? 'ended' : end)

  async function create({ effect }: Case, stream: 'before' | 'after') {
    const server = await serve()
    await server.fault({ effect: { ...effect, stream }, when: { times: 1 } })
    const { status, end } = await talk(server.port, { method: 'POST', path, body, connection })
    const names = await stored(server)
    const next = await talk(server.port, { method: 'POST', path, body: { ...body, name: 'next' }, connection })
    expect([next.status, await stored(server)]).toEqual([200, [...names, 'next']])
    expect(server.defects).toEqual([])
    const { requests } = (await server.control('GET', '/_sim/requests')).body as { requests: { id: number }[] }
    expect(requests.map(({ id }) => id)).toEqual([1, 2])
    return { server, status, end, names }
  }

  test.each(replacing)('after: the operation happened and its reply is lost: $effect', async (each) => {
    const { status, end, names } = await create(each, 'after')
    expect({ status, end, names }).toEqual({ status: each.status, end: endOf(each.end), names: ['made'] })
  })

  test.each(replacing)('before: the operation did not happen: $effect', async (each) => {
    const { status, end, names } = await create(each, 'before')
    expect({ status, end, names }).toEqual({ status: each.status, end: endOf(each.end), names: [] })
  })

  test.each(spoiling.flatMap((each) => (['before', 'after'] as const).map((stream) => ({ ...each, stream }))))(
    '$stream: what spoils the real answer lets it come about: $effect',
    async ({ stream, ...each }) => {
      const { status, end, names } = await create(each, stream)
      expect({ status, end, names }).toEqual({ status: each.status, end: endOf(each.end), names: ['made'] })
    },
  )
})

const valueOf = ({ effect, key }: Case): unknown => new Map<string, unknown>(Object.entries(effect)).get(key)

test.each([
  ...replacing.map((each) => ({ ...each, stream: 'after', outcome: 'lost', happened: true })),
  ...replacing.map((each) => ({
    ...each,
    stream: 'before',
    outcome: each.status === undefined ? 'lost' : 'answered',
    happened: false,
  })),
  ...spoiling.map((each) => ({ ...each, stream: 'before', outcome: 'spoiled', happened: true })),
])('the journal says what the fault gave, and what became of the reply: $key, $stream', async (each) => {
  const { effect, key, status = 0, stream, outcome, happened } = each
  const server = await serve()
  await server.fault({ effect: { ...effect, stream } })
  await talk(server.port, { method: 'POST', path, body })
  expect(await recorded(server)).toEqual([
    { status, basis: 'injected', fault: { name: 'f', effect: key, value: valueOf(each), outcome, happened } },
  ])
})

test('a request that is refused anyway is refused before an effect of after takes its answer', async () => {
  const server = await serve()
  await server.fault({ effect: { status: 503, stream: 'after' } })
  const { status } = await talk(server.port, { method: 'POST', path, body: { name: 5 } })
  expect([status, await stored(server)]).toEqual([503, []])
})
