import { describe, expect, test } from 'vitest'
import { collectExamples, powerless } from '../../src/contract/examples.ts'
import { operationsUnder } from '../../src/marketplace/routes.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { dialects, RulesInForce } from '../../src/kernel/rules-in-force.ts'
import { MASK } from '../../src/kernel/secret.ts'

const SECRET = 'hunter2-9c41'
const KEY = 'renter-key'
const TEMPLATES = '/api/v0/template/'

interface Sent {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

const send = ({ fetch }: Simulator, { path = TEMPLATES, headers, text }: Sent): Promise<Response> =>
  fetch(path, {
    ...(text !== undefined && { method: 'POST', body: text }),
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json', ...headers },
  })

/** Everything that a simulator shows of a request. */
async function told(sent: Sent, options = {}): Promise<string> {
  const lines: string[] = []
  const simulator = createSimulator({ ...options, onExchange: (exchange) => lines.push(JSON.stringify(exchange)) })
  const answer = await send(simulator, sent)
  const shown = [simulator.journal.list(), simulator.findings()]
  return [await answer.text(), ...answer.headers, ...lines, JSON.stringify(shown)].join('\n')
}

const names =
  'auth auth[] keys[] _key pwd session sig bearer x-api-key secret_key api_token api_key[] jupyterToken password token secret access_token hf_token docker-login-pass x-forwarded-authorization x-auth x-password x-secret x-access-key set-cookie clientSecret AWS_SECRET_ACCESS_KEY dbPassword signature key credentials docker_login_pas'.split(
    ' ',
  )

describe('a value under the name of a secret comes out nowhere', () => {
  test.each(names)('%s in a query, a header and a body', async (name) => {
    expect(await told({ path: `${TEMPLATES}?a=1&${name}=${SECRET}` })).not.toContain(SECRET)
    expect(await told({ text: JSON.stringify({ name: 'x', image: 'y', deep: [{ [name]: SECRET }] }) })).not.toContain(
      SECRET,
    )
    expect(await told({ headers: { [name.replace('[]', '')]: SECRET } })).not.toContain(SECRET)
  })
})

const filters = (text: string): Sent => ({ path: `${TEMPLATES}?select_filters=${encodeURIComponent(text)}` })

test.each<readonly [string, Sent]>([
  ['an address in Referer', { headers: { Referer: `http://x.test/?a=1&api_key=${SECRET}` } }],
  ['a filter behind a blank', filters(` {"token":"${SECRET}"}`)],
  ['a filter in a list', filters(`[{"token":"${SECRET}"}]`)],
  ['JSON in a text', { text: JSON.stringify({ name: 'x', image: 'y', note: JSON.stringify({ password: SECRET }) }) }],
  ['what stands before a name in what is not JSON', { text: `{"value":"${SECRET}","docker_login_pass",}` }],
  ['the key as a word of a parameter', { path: `${TEMPLATES}?x=Bearer%20host-key` }],
  ['the key as a word of a path', { path: '/api/v0/x-host-key-y/' }],
])('%s comes out nowhere', async (_, sent) => {
  const text = await told(sent)
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain('host-key')
})

const CONTROL = 'control-token-77aa/b'

test.each<readonly [string, Sent]>([
  ['a path', { path: `/${encodeURIComponent(CONTROL)}/x` }],
  ['a parameter', { path: `${TEMPLATES}?x=${encodeURIComponent(CONTROL)}` }],
  ['a header', { headers: { 'X-Note': CONTROL } }],
  ['a body', { text: JSON.stringify({ name: 'x', image: CONTROL }) }],
])('the control token in %s comes out nowhere', async (_, sent) => {
  // What a client put into a template it may read there.
  const text = await told(sent, { controlToken: CONTROL, rules: { 'templates.answers-whole': 'short' } })
  expect(text).not.toContain(CONTROL)
  expect(text).not.toContain(encodeURIComponent(CONTROL))
})

describe('a short key', () => {
  test('masks no word of the contract, so that a path is found', async () => {
    const simulator = createSimulator()
    for (const key of ['api', 'instances'])
      await simulator.fetch('/api/v0/instances/', { headers: { Authorization: `Bearer ${key}` } })
    expect(simulator.journal.verify({ path: '/api/v0/instances/' })).toMatchObject({ verified: true, count: 2 })
  })

  test('masks no part of a word, and makes no text longer', async () => {
    const users = [{ id: 1, name: 'short', api_keys: [{ key: 'e' }] }]
    const simulator = createSimulator({ fixture: { users } })
    const body = JSON.stringify({ note: `${'e'.repeat(1000)} e` })
    await simulator.fetch(TEMPLATES, { method: 'POST', headers: { Authorization: 'Bearer e' }, body })
    const [exchange] = simulator.journal.list()
    expect(exchange?.request.body).toEqual({ note: `${'e'.repeat(1000)} *` })
  })
})

const usersOf = (state: object): readonly object[] => (state as { readonly users: readonly object[] }).users

test.each(dialects)(
  'only secrets are masked in the requests that the %s interface shows, and in the answers of the default fixture',
  async (dialect) => {
    const { fetch, clock, exportState, importState, journal } = createSimulator({ clock: 'frozen', dialect })
    const rules = new RulesInForce(dialect)
    importState({ ...exportState(), users: [...usersOf(exportState()), ...powerless.users] })
    await collectExamples({ fetch, passMinute: () => clock.advance(60) }, rules)
    const shown = journal.list({ limit: 1000 })
    expect(new Set(shown.map(({ operation }) => operation))).toEqual(
      new Set(operationsUnder(rules).map(({ id }) => id)),
    )
    const masked = new Set<string>()
    const look = (value: unknown, name: string): void => {
      if (value === MASK) masked.add(name)
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) look(each, Array.isArray(value) ? name : key)
    }
    look(shown, '')
    // What answers say of keys, and the rows of users that they change, are masked whole.
    const ofKeys =
      'HF_TOKEN api_key instance_api_key key key_sha256 name permissions public_key secret_names value'.split(' ')
    const expected = ['authorization', 'jupyter_token', ...(dialect === 'observed' ? ofKeys : [])]
    expect([...masked].toSorted()).toEqual(expected.toSorted())
  },
)

/** The request as the journal keeps it. */
async function kept(sent: Sent) {
  const simulator = createSimulator()
  await send(simulator, sent)
  const [exchange] = simulator.journal.list()
  return { query: exchange?.request.query, body: exchange?.request.body, headers: exchange?.request.headers }
}

test('a hidden value keeps its type, and the others stay as they were sent', async () => {
  const secrets = {
    password: 'p',
    key: 7,
    tokens: ['a', '', 8, null, true],
    secret: { in: 'x', deep: [{ a: 'y' }] },
    auth: '',
  }
  const { body } = await kept({ text: JSON.stringify({ name: 'x', ...secrets, rows: [{ id: 1, api_key: 'k' }] }) })
  expect(body).toEqual({
    name: 'x',
    password: MASK,
    key: 0,
    tokens: [MASK, '', 0, null, true],
    secret: { in: MASK, deep: [{ a: MASK }] },
    auth: '',
    rows: [{ id: 1, api_key: MASK }],
  })
})

test.each([
  ['a=1&password=x&b=2', `a=1&password=${MASK}&b=2`],
  ['password', 'password'],
  ['pass%77ord=x', `pass%77ord=${MASK}`],
  ['pass+word=x', `pass+word=${MASK}`],
  ['passing+on=x', 'passing+on=x'],
  ['api%5Fkey=x', `api%5Fkey=${MASK}`],
  ['pass%zzword=x', 'pass%zzword=x'],
  ['key%zz=x&key=y', `key%zz=x&key=${MASK}`],
  ['q=%7B%22token%22%3A%22x%22%7D', `q=${encodeURIComponent(`{"token":"${MASK}"}`)}`],
  ['q=%7B%22name%22%3A%22x%22%7D', 'q=%7B%22name%22%3A%22x%22%7D'],
  ['q=%7B%zz', 'q=%7B%zz'],
])('of the query %s the journal keeps %s', async (query, shown) => {
  expect((await kept({ path: `${TEMPLATES}?${query}` })).query).toBe(shown)
})

test('a header is masked by its name, and an address in one loses its secrets alone', async () => {
  const { headers } = await kept({ headers: { Referer: 'http://x.test/?a=1&token=x&b=2', 'X-Secret': 'x' } })
  expect(headers).toMatchObject({
    referer: `http://x.test/?a=1&token=${MASK}&b=2`,
    'x-secret': MASK,
    authorization: MASK,
  })
})
