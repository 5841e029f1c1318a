import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { endWhatTestsStart, serve, start } from '../support/run-cli.ts'

endWhatTestsStart()

const KEY = 'renter-key'
const UNKNOWN = 'nobodys-key-5f2a'
const PASSWORD = 'hunter2-9c41'
const TEMPLATES = '/api/v0/template/'
const RENT = '/api/v0/asks/12345678/'
const OTHER_RENT = '/api/v0/asks/12345679/'

interface Attempt {
  readonly name: string
  readonly secret: string
  readonly method?: string
  readonly path?: string
  /** The API key in the Authorization header; null for none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

const create = (rest: object): string => JSON.stringify({ name: 'x', image: 'y', ...rest })
const post = (name: string, secret: string, text: string, path = TEMPLATES): Attempt => ({
  name,
  secret,
  method: path === TEMPLATES ? 'POST' : 'PUT',
  path,
  text,
})

const attempts: readonly Attempt[] = [
  { name: 'a key in the header', secret: KEY },
  { name: 'an unknown key in the header', secret: UNKNOWN, key: UNKNOWN },
  { name: 'a key under another scheme', secret: UNKNOWN, key: null, headers: { Authorization: `Token ${UNKNOWN}` } },
  { name: 'the key again in another header', secret: KEY, headers: { 'X-Note': `key ${KEY}` } },
  { name: 'a key in X-Api-Key', secret: UNKNOWN, key: null, headers: { 'X-Api-Key': UNKNOWN } },
  { name: 'a key in a cookie', secret: UNKNOWN, key: null, headers: { Cookie: `api_key=${UNKNOWN}` } },
  { name: 'a key in the query', secret: UNKNOWN, key: null, path: `${TEMPLATES}?api_key=${UNKNOWN}` },
  {
    name: 'a key in the query of no operation',
    secret: UNKNOWN,
    key: null,
    path: `/nowhere?a=1&api_key=${UNKNOWN}&b=2`,
  },
  { name: 'a key in the query, name escaped', secret: UNKNOWN, key: null, path: `${TEMPLATES}?api%5Fkey=${UNKNOWN}` },
  { name: 'the key in the query under another name', secret: KEY, path: `${TEMPLATES}?owner=${KEY}` },
  { name: 'the key in a path', secret: KEY, path: `/api/v0/${KEY}/` },
  { name: 'the key in a path without its slash', secret: KEY, path: `/api/v0/asks/${KEY}` },
  { name: 'the key in a path under a wrong method', secret: KEY, method: 'DELETE', path: `/api/v0/asks/${KEY}/` },
  { name: 'a key in a path, and in no header', secret: KEY, key: null, path: `/api/v0/${KEY}/` },
  post('the key in a body', KEY, create({ note: KEY })),
  post('the key as the name of a body field', KEY, create({ [KEY]: 1 })),
  post('a key in a body under its name', UNKNOWN, create({ api_key: UNKNOWN })),
  post('the key in a malformed body', KEY, `{"note":"${KEY}"`),
  post('a registry password', PASSWORD, create({ docker_login_pass: PASSWORD })),
  post('a registry password in a nested object', PASSWORD, create({ login: { docker_login_pass: PASSWORD } })),
  post('a registry password of a wrong type', PASSWORD, create({ docker_login_pass: { value: PASSWORD } })),
  post('a registry password in malformed JSON', PASSWORD, `{"name":"x","docker_login_pass":"${PASSWORD}",}`),
  post('a registry password that breaks off', PASSWORD, `{"name":"x","docker_login_pass": "${PASSWORD}`),
  post('a registry password in single quotes', PASSWORD, `{'name':'x','docker_login_pass':'${PASSWORD}'}`),
  post('a registry password without quotes', PASSWORD, `{name: x, docker_login_pass: ${PASSWORD}}`),
  post('a registry password with an escaped quote', PASSWORD, String.raw`{"docker_login_pass":"a\"${PASSWORD}",}`),
  post('an escaped name', PASSWORD, String.raw`{"name":"x","image":"y","docker\u005flogin_pass":"${PASSWORD}"}`),
  post(
    'an escaped first letter',
    PASSWORD,
    String.raw`{"name":"x","image":"y","\u0064ocker_login_pass":"${PASSWORD}"}`,
  ),
  post('an escaped name in malformed JSON', PASSWORD, String.raw`{"docker\u005flogin_pass":"${PASSWORD}",}`),
  {
    ...post('a registry password as a form', PASSWORD, `name=x&docker_login_pass=${PASSWORD}`),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  },
  {
    name: 'a registry password in a filter',
    secret: PASSWORD,
    path: filtered({ docker_login_pass: { eq: PASSWORD } }),
  },
  post('image_login', PASSWORD, JSON.stringify({ image: 'y', image_login: `-u me -p ${PASSWORD} r.io` }), OTHER_RENT),
  post('image_login in malformed JSON', PASSWORD, `{"image_login":"-u me -p ${PASSWORD}",}`, OTHER_RENT),
]

function filtered(filters: object): string {
  return `${TEMPLATES}?select_filters=${encodeURIComponent(JSON.stringify(filters))}`
}

function requestOf(base: string, { method = 'GET', path = TEMPLATES, key = KEY, headers, text }: Attempt): Request {
  return new Request(`${base}${path}`, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  })
}

type Fetch = (request: Request) => Promise<Response>

async function textOf(fetch: Fetch, request: Request): Promise<string> {
  const response = await fetch(request)
  return `${[...response.headers].join('\n')}\n${await response.text()}`
}

const views = ['requests', 'requests/1', 'state', 'findings', 'coverage'] as const

/** Where a secret shows after a request: its answer, or a view of the control API. */
async function leaks(fetch: Fetch, base: string, attempt: Attempt): Promise<readonly string[]> {
  const answer = await textOf(fetch, requestOf(base, attempt))
  const shown = await Promise.all(
    views.map(async (view) => [view, await textOf(fetch, new Request(`${base}/_sim/${view}`))] as const),
  )
  expect(shown[0]?.[1]).toContain('"id":1')
  return [['answer', answer] as const, ...shown].filter(([, text]) => text.includes(attempt.secret)).map(([at]) => at)
}

const simulator = (): Simulator => createSimulator({ strict: true })

test.each(attempts)('$name comes out nowhere', async (attempt) => {
  expect(await leaks(simulator().fetch, 'http://sim.test', attempt)).toEqual([])
})

const list: Attempt = { name: 'list', secret: '', path: '/api/v0/instances/' }
const rent: Attempt = { name: 'rent', secret: '', method: 'PUT', path: RENT, text: '{"image":"library/ubuntu"}' }

async function jupyterToken(fetch: Fetch, base: string): Promise<string> {
  expect((await fetch(requestOf(base, rent))).status).toBe(200)
  const { instances } = (await (await fetch(requestOf(base, list))).json()) as {
    instances: readonly { readonly jupyter_token: string }[]
  }
  const token = instances.at(-1)?.jupyter_token ?? ''
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  return token
}

test('a jupyter_token comes out of the listing only', async () => {
  const { fetch } = simulator()
  const token = await jupyterToken(fetch, 'http://sim.test')
  const texts = await Promise.all(
    [...views, 'requests/2'].map((view) => textOf(fetch, new Request(`http://sim.test/_sim/${view}`))),
  )
  expect(texts.filter((text) => text.includes(token))).toEqual([])
  expect(texts.at(-1)).toContain('"jupyter_token":"********"')
})

test('a listener of exchanges gets no key and no password', async () => {
  const told: string[] = []
  const { fetch } = createSimulator({ onExchange: (exchange) => told.push(JSON.stringify(exchange)) })
  for (const attempt of attempts.filter(({ text }) => text?.startsWith('{"name"'))) {
    await fetch(requestOf('http://sim.test', attempt))
    expect(told.at(-1)).not.toContain(attempt.secret)
  }
  expect(told.length).toBeGreaterThan(5)
})

async function pretty() {
  const server = start(['--port', '0', '--log', 'pretty'])
  const banner = await server.until(/http:\/\/127\.0\.0\.1:\d+[\s\S]*\n/)
  return { ...server, url: /http:\/\/127\.0\.0\.1:\d+/.exec(banner)?.[0] ?? '' }
}

describe('log lines', () => {
  const isExchange = { json: /^\{"event":"exchange"/, pretty: /^ {2}[\d:]{8} {2}\d{3} / }

  test.each(['json', 'pretty'] as const)('--log %s writes no secret', async (form) => {
    const address = form === 'json' ? await serve() : await pretty()
    for (const attempt of attempts) await (await fetch(requestOf(address.url, attempt))).text()
    const token = await jupyterToken(fetch, address.url)
    await (await fetch(requestOf(address.url, { ...list, path: '/the-end' }))).text()
    const lines = (await address.until(/the-end/)).split('\n').filter((line) => isExchange[form].test(line))
    expect(lines.length).toBe(attempts.length + 3)
    const secrets = [KEY, UNKNOWN, PASSWORD, token]
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  })
})
