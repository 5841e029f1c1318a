import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entryOf, KeptCapture } from '../../src/drift/kept-capture.ts'
import { captures } from '../support/captures.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

const { folder } = captures()

const SECRET = 'S3CRETAAA111'
const KEY = 'hdrsecret-AAAA1111'

interface Kept {
  readonly target?: string
  readonly requestHeaders?: readonly string[]
  readonly request?: unknown
  readonly responseHeaders?: readonly string[]
  readonly response?: unknown
}

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)

function keptOf({ target = '/api/v0/instances/', requestHeaders = [], request, responseHeaders = [], response }: Kept) {
  const capture = new KeptCapture()
  const forwarded = {
    method: 'POST',
    target,
    requestHeaders: ['Authorization', `Bearer ${KEY}`, ...requestHeaders],
    requestText: textOf(request),
    status: 200,
    responseHeaders,
    responseText: textOf(response),
    contentType: 'application/json',
    startedMs: 0,
    endedMs: 1,
  }
  capture.add(entryOf(new URL('https://the.service'), forwarded))
  return capture.text()
}

const secrets: readonly (readonly [string, Kept])[] = [
  [
    'a redirect that repeats the query',
    {
      target: `/api/v0/instances?api_key=${SECRET}`,
      responseHeaders: ['Location', `/api/v0/instances/?api_key=${SECRET}`],
    },
  ],
  ['a key of the query in a message', { target: `/x/?api_key=${SECRET}`, response: { msg: `no key ${SECRET}` } }],
  ['a key of the query in a text', { target: `/x/?api_key=${SECRET}`, response: `no key ${SECRET}` }],
  ['a Referer', { requestHeaders: ['Referer', `http://x/y?a=1&api_key=${SECRET}`] }],
  ['a Link', { responseHeaders: ['Link', `</n?api_key=${SECRET}>; rel=next`] }],
  ['a Content-Location', { responseHeaders: ['Content-Location', `/x?token=${SECRET}`] }],
  ['a password before a host', { responseHeaders: ['Location', `https://u:${SECRET}@h/`] }],
  ['a token before a host', { response: { git: `https://${SECRET}@h/repository` } }],
  ['a fragment', { responseHeaders: ['Location', `https://h/#access_token=${SECRET}&state=1`] }],
  ['an environment variable', { target: '/api/v0/secrets/', request: { key: 'MYVAR', value: SECRET } }],
  ['an env', { request: { name: 'a', env: `-p 80:80 -e HF_TOKEN=${SECRET}` } }],
  ['an env in quotes', { request: { name: 'a', env: `-e HF_TOKEN="a ${SECRET}"` } }],
  ['a pair', { response: { instances: [{ extra_env: [['HF_TOKEN', SECRET]] }] } }],
  ['a page', { response: { instances: [{ webpage: `https://h/?token=${SECRET}` }] } }],
  ['a signed link', { response: { result_url: `https://s3/x?X-Amz-Date=1&X-Amz-Signature=${SECRET}` } }],
  ['a form in parts', { request: `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--b--` }],
  ['a cookie that a text repeats', { requestHeaders: ['Cookie', `sid=${SECRET}; a=1`], response: `hello ${SECRET}` }],
  ['the key in a text', { response: `no ${KEY}` }],
  ['an option', { request: { onstart: `cd /w\npython serve.py --api-key ${SECRET} --port 80` } }],
  ['an option in quotes', { request: { args_str: `serve --password="a ${SECRET}" x` } }],
  ['an option with an equals sign', { request: { args: ['serve', `--hf-token=${SECRET}`] } }],
  ['a header in a command', { request: { onstart: `curl -H "Authorization: Bearer ${SECRET}" https://h/` } }],
  ['a header with user and password', { request: { onstart: `curl -H 'Authorization: Basic ${SECRET}' https://h/` } }],
  ['a quoted key', { request: { readme: `Bearer "${SECRET}"` } }],
  ['a user of curl', { request: { onstart: `curl -s -u me:${SECRET} https://h/` } }],
  ['a registry login', { request: { login: `-u me -p ${SECRET} registry.example` } }],
  ['a password of mysql', { request: { onstart: `mysql -h db -u me -p${SECRET} jobs` } }],
  ['a token of GitHub in a readme', { request: { readme: `clone with ghp_${SECRET}` } }],
  ['a token of another kind in a text that is no JSON', { response: `<p>glpat-${SECRET}</p>` }],
  ['a token with dots', { response: { note: `eyJhbGciOiJI.${SECRET}.sig` } }],
  ['a private key', { request: { onstart: `echo "-----BEGIN RSA PRIVATE KEY-----\n${SECRET}" > k` } }],
  ['a list of lists', { response: [[['x', { note: `curl https://h/?sig=${SECRET}` }]]] }],
]

test.each(secrets)('a file that is kept does not show the secret of %s', (_, exchange) => {
  const text = keptOf(exchange)
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(KEY)
})

test.each<[string, Kept, string]>([
  ['a query', { responseHeaders: ['Location', '/x/?limit=5&order=id'] }, '/x/?limit=5&order=id'],
  ['an env', { request: { env: '-e MODE=fast -p 80:80' } }, '-e MODE=fast -p 80:80'],
  ['an address', { response: { webpage: 'https://h/?page=2#top' } }, 'https://h/?page=2#top'],
  ['an image', { request: { image: 'me@sha256:0123' } }, 'me@sha256:0123'],
  ['a pair', { response: { extra_env: [['MODE', 'fast']] } }, '["MODE","fast"]'],
  [
    'a plain word',
    { request: { readme: 'Basic setup, and basic usage of a bearer key' } },
    'Basic setup, and basic usage of a',
  ],
  ['a command', { request: { onstart: 'curl -s -o a.tgz https://h/ && mkdir -p /w/a' } }, 'mkdir -p /w/a'],
  [
    'an option',
    { request: { args_str: '--max-tokens 12 --port 80 -p 8080:80' } },
    '--max-tokens 12 --port 80 -p 8080:80',
  ],
  ['a count', { response: { tokens_used: 12, note: 'max_tokens=12' } }, 'max_tokens=12'],
])('%s without a secret is kept as it is', (_, exchange, shown) => {
  expect(JSON.stringify(JSON.parse(keptOf(exchange))).replaceAll('\\"', '"')).toContain(shown)
})

/** Sends each exchange to the service behind the proxy, which answers by its number. */
const CLIENT = `import { readFileSync } from 'node:fs'
import { request } from 'node:http'
const { RENTAL_SIM_URL, RENTAL_SIM_API_KEY } = process.env
for (const [number, { target, headers, text }] of JSON.parse(readFileSync(process.argv[2], 'utf8')).entries())
  await new Promise((resolve, reject) => {
    const own = ['Authorization', 'Bearer ' + RENTAL_SIM_API_KEY, 'X-Case', String(number)]
    const sent = request(RENTAL_SIM_URL + target, { method: 'POST', headers: ['Host', 'the.service', ...own, ...headers] })
    sent.on('error', reject).on('response', (answer) => answer.resume().on('end', resolve)).end(text)
  })`

test('a run with --proxy and --keep shows none of these secrets, and every exchange', async () => {
  const service = createServer((request, response) => {
    const [, { response: body, responseHeaders = [] } = {}] = secrets[Number(request.headers['x-case'])] ?? []
    response.writeHead(200, ['Content-Type', 'application/json', ...responseHeaders])
    request.resume().on('end', () => response.end(textOf(body)))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const [client, sent, keep] = ['client.mjs', 'sent.json', 'kept.har'].map((name) => join(folder, name))
  writeFileSync(client ?? '', CLIENT)
  writeFileSync(
    sent ?? '',
    JSON.stringify(
      secrets.map(([, { target = '/api/v0/instances/', requestHeaders = [], request }]) => {
        const text = textOf(request)
        return { target, headers: [...requestHeaders, 'Content-Length', String(Buffer.byteLength(text))], text }
      }),
    ),
  )
  const { port } = service.address() as AddressInfo
  const args = ['--proxy', '--url', `http://127.0.0.1:${port}`, '--keep', keep ?? '']
  const { stdout, stderr } = await run(['drift', ...args, '--', process.execPath, client ?? '', sent ?? ''], {
    RENTAL_API_KEY: KEY,
  })
  service.close()
  const kept = readFileSync(keep ?? '', 'utf8')
  expect(JSON.parse(kept).log.entries).toHaveLength(secrets.length)
  for (const text of [kept, stdout, stderr]) {
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(KEY)
  }
})
