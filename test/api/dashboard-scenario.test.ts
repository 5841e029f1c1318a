import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator, type FaultDocument, type ShownExchange, type Simulator } from '../../src/index.ts'
import { declaredRules } from '../../src/kernel/rules-in-force.ts'
import { operationsUnder } from '../../src/marketplace/routes.ts'
import { open, textById } from '../support/pages.ts'

const limitless = { clock: 'frozen', rateLimit: { enabled: false } } as const

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string
  readonly text?: string
}

/** Asks, and tells how the journal has it: secrets are masked there, and in what is copied. */
async function ask(sim: Simulator, { method, path, body, text, key = 'renter-key' }: Sent) {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers = { Authorization: `Bearer ${key}`, ...(sent !== undefined && { 'Content-Type': 'application/json' }) }
  await sim.fetch(path, { method, headers, body: sent }).then(
    (response) => response.text().catch(() => ''),
    () => '',
  )
  const [latest] = sim.journal.list({ limit: 1 })
  if (latest === undefined) throw new Error('nothing was recorded')
  return latest
}

/** The scenario that the page of an exchange offers. */
async function copied(sim: Simulator, id: number): Promise<Record<string, unknown>> {
  const { html } = await open(sim, `/_sim/ui/journal?exchange=${id}&show=copy&as=scenario`)
  return parse(textById(html, 'copied')) as Record<string, unknown>
}

/** Starts the scenario elsewhere and asks again. */
async function askedAgain(scenario: object, sent: Sent) {
  const sim = createSimulator(limitless)
  const { status, html } = await open(sim, '/_sim/scenario', { method: 'PUT', body: JSON.stringify({ scenario }) })
  expect({ status, html }).toEqual({ status: 200, html: expect.stringContaining('"active":') as unknown })
  return ask(sim, sent)
}

const template = { name: 'x', image: 'library/ubuntu', desc: 'costs ${HOME} and ${a}${b}, $5 or ${not closed' }
const HASH = '4e17788f74f075dd9aab7d0d4427968f'
const requests: Readonly<Record<string, Sent>> = {
  'a listing of instances': { method: 'GET', path: '/api/v0/instances/' },
  'a rent': { method: 'PUT', path: '/api/v0/asks/12345678/', body: { image: 'a/b' } },
  'a rent of what is rented': { method: 'PUT', path: '/api/v0/asks/12345680/', body: { image: 'a/b' } },
  'a rent of nothing': { method: 'PUT', path: '/api/v0/asks/1/', body: { image: 'a/b' } },
  'an id that is none': { method: 'PUT', path: '/api/v0/asks/seven7/', body: {} },
  'an id that is too long': { method: 'PUT', path: `/api/v0/asks/${'1'.repeat(300)}/`, body: {} },
  'a new template': { method: 'POST', path: '/api/v0/template/', body: template },
  'a new template that is refused': { method: 'POST', path: '/api/v0/template/', body: { '${name}': '${x}' } },
  'a body that is not JSON': { method: 'POST', path: '/api/v0/template/', text: '{"name": "${x}' },
  'an edit': { method: 'PUT', path: '/api/v0/template/', body: { hash_id: HASH, desc: '<b>"quoted" \\ \n é 😀' } },
  'a retired hash': { method: 'PUT', path: '/api/v0/template/', body: { hash_id: '${x}' } },
  'a deletion': { method: 'DELETE', path: '/api/v0/template/', body: { template_id: 9001 } },
  'a template search': { method: 'GET', path: '/api/v0/template/?select_filters=%7B%7D' },
  'a volume listing': {
    method: 'POST',
    path: '/api/v0/network_volume/',
    body: { disk_id: 502 },
    key: 'host-key',
  },
  'a volume search': { method: 'POST', path: '/api/v0/network_volumes/search/', body: { q: { limit: 2 } } },
  'an unlisting': { method: 'POST', path: '/api/v0/network_volumes/unlist/', body: { id: 7001 }, key: 'host-key' },
  'an endpoint group': { method: 'PUT', path: '/api/v0/endptjobs/4242/', body: { max_workers: 3 } },
  'cloud connections': { method: 'GET', path: '/api/v0/users/cloud_integrations/' },
  'no permission': { method: 'GET', path: '/api/v0/template/', key: 'no-user-read-key' },
}

test('the requests below are of every operation', async () => {
  const asked = new Set<string | null>()
  for (const sent of Object.values(requests)) asked.add((await ask(createSimulator(limitless), sent)).operation)
  expect(asked).toEqual(new Set(operationsUnder(declaredRules).map(({ id }) => id)))
})

test.each(Object.keys(requests))('%s is answered alike by its scenario', async (title) => {
  const sent = requests[title]
  if (sent === undefined) throw new Error(title)
  const sim = createSimulator(limitless)
  const { id, response: answer } = await ask(sim, sent)
  const again = await askedAgain(await copied(sim, id), sent)
  expect(again.response.body).not.toBeNull()
  expect({ status: again.response.status, body: again.response.body, basis: again.basis }).toEqual({
    status: answer.status,
    body: answer.body,
    // Who may not ask is refused before any fault.
    basis: sent.key === 'no-user-read-key' ? 'assumed' : 'injected',
  })
})

test.each([
  { method: 'GET', path: '/nowhere' },
  { method: 'GET', path: '/api/v0/${nowhere}/?q=${x}' },
  { method: 'PATCH', path: '/api/v0/instances/' },
  { method: 'GET', path: '/api/v0/instances' },
  { method: 'POST', path: '/', body: {} },
])('what is not an operation is answered alike by its scenario: %j', async (sent) => {
  const sim = createSimulator(limitless)
  const { id, response: answer } = await ask(sim, sent)
  const scenario = await copied(sim, id)
  expect(scenario).toMatchObject({ name: `exchange-${id}`, faults: [] })
  const again = await askedAgain(scenario, sent)
  expect({ status: again.response.status, body: again.response.body }).toEqual({
    status: answer.status,
    body: answer.body,
  })
})

const rent: Sent = { method: 'PUT', path: '/api/v0/asks/12345678/', body: { image: 'a/b' } }

const effects: readonly object[] = [
  { html_502: true },
  { status: 503, body: 'plain ${text}\r\n <b>"\\ é' },
  { status: 500, body: { error: '${x}' } },
  { status: 500, body: ['a', null, 0.1] },
  { status: 500, body: null },
  { status: 500, body: 'null' },
  { status: 500, body: '{"a":', headers: { 'content-type': 'application/json' } },
  { status: 503, body: { a: 1 }, headers: { 'Retry-After': '7', 'Set-Cookie': 'a=b' } },
  { status: 500, body: '{"a": 1}' },
  { status: 418 },
  { status: 204 },
  { status: 200, body: '', headers: { 'content-type': 'text/html' } },
  { rate_limited: true },
  { refuse: 'invalid_args' },
  { malformed_json: true },
  { garbage: true },
  { truncate_body: 5 },
  { wrong_content_type: true },
  { empty_response: true },
  { reset: true },
  { reset: true, stream: 'after' },
  { status: 500, stream: 'after' },
]

/** What of a fault decides how the connection ends; nothing where the answer is whole. */
function connectionOf(fault: ShownExchange['fault']): object {
  const { effect = '', value } = fault ?? {}
  return ['reset', 'empty_response', 'truncate_body'].includes(effect) ? { effect, value } : {}
}

describe('what a fault answered is answered alike by its scenario', () => {
  test.each(effects)('%j, while the fault is there and after', async (effect) => {
    const sim = createSimulator(limitless)
    sim.faults.add({ name: 'wrong', match: { operation: 'instances.create' }, effect, must_fire: true })
    const { id, response: answer, fault } = await ask(sim, rent)
    expect(fault?.name).toBe('wrong')
    const scenarios = [await copied(sim, id)]
    sim.faults.clear()
    scenarios.push(await copied(sim, id))
    for (const scenario of scenarios) {
      const again = await askedAgain(scenario, rent)
      expect({ response: again.response, happened: again.fault?.happened }).toEqual({
        response: answer,
        happened: fault?.happened,
      })
      // What becomes of the connection is not seen in the answer.
      expect(again.fault).toMatchObject(connectionOf(fault))
    }
  })
})

/** What answered, and what has its name by now. */
const renewed: readonly (readonly [object, object])[] = [
  [{ html_502: true }, { latency_ms: 10 }],
  [{ html_502: true }, { rate_limited: true }],
  [{ status: 500 }, { status: 501 }],
  [
    { status: 500, body: 'a' },
    { status: 500, body: 'b' },
  ],
  [
    { status: 500, headers: { 'Retry-After': '7' } },
    { status: 500, headers: { 'Retry-After': '8' } },
  ],
  [{ status: 500, stream: 'after' }, { status: 500 }],
  [{ truncate_body: 0.5 }, { truncate_body: 0.9 }],
  [{ reset: true, stream: 'after' }, { reset: true }],
  [{ empty_response: true }, { reset: true }],
  [{ refuse: 'invalid_args' }, { refuse: 'auth_error' }],
]

test.each(renewed)('what %j answered is not told by %j, which has taken its name', async (effect, now) => {
  const sim = createSimulator(limitless)
  sim.faults.add({ name: 'wrong', effect })
  const { id, response: answer, fault } = await ask(sim, rent)
  sim.faults.add({ name: 'wrong', effect: now })
  const again = await askedAgain(await copied(sim, id), rent)
  expect({ response: again.response, happened: again.fault?.happened }).toEqual({
    response: answer,
    happened: fault?.happened,
  })
  expect(again.fault).toMatchObject(connectionOf(fault))
})

const notAtFirst: readonly FaultDocument['when'][] = [
  { after: 1 },
  { every: 2 },
  { between: [0, 1], after: 1 },
  { sequence: [null, { html_502: true }] },
]

test.each(notAtFirst)(
  'the first request of its scenario is answered as the second was by a fault of %j',
  async (when) => {
    const sim = createSimulator(limitless)
    const effect = when?.sequence === undefined && { effect: { html_502: true as const } }
    sim.faults.add({ name: 'second', match: { operation: 'instances.create' }, when, ...effect })
    await ask(sim, rent)
    const { id, response: answer, fault } = await ask(sim, rent)
    expect(fault?.name).toBe('second')
    const again = await askedAgain(await copied(sim, id), rent)
    expect([again.response.status, again.response.body]).toEqual([answer.status, answer.body])
  },
)

test('a scenario of a fault keeps what it meets and how often, and neither its counts nor a key', async () => {
  const sim = createSimulator(limitless)
  const match = { operation: 'instances.create', api_key: 'renter-key', method: 'PUT' } as const
  sim.faults.add({ name: 'once', match, when: { times: 1 }, effect: { status: 500, body: '${x}' } })
  const { id } = await ask(sim, rent)
  expect(await copied(sim, id)).toEqual({
    name: `exchange-${id}`,
    description: `PUT /api/v0/asks/12345678/ is answered as in exchange ${id}: 500.`,
    faults: [
      {
        name: 'once',
        match: { operation: 'instances.create', method: 'PUT' },
        when: { times: 1 },
        effect: { status: 500, body: '$${x}', stream: 'before' },
      },
    ],
  })
})
