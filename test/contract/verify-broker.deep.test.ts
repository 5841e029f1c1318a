import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { noConnections, pactOf } from './pact-file.ts'
import { verify } from './pact-process.ts'

interface Asked {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly body: unknown
}

/** A broker that knows one pact of any provider, and takes its results. */
async function broker(pact: object) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    asked.push({
      method: request.method,
      path: request.url,
      authorization: request.headers.authorization,
      body: await bodyOf(request),
    })
    const self = { href: `${url}/pact` }
    const forVerification = { href: `${url}/pacts-of/{provider}`, templated: true }
    const answers: Readonly<Record<string, object>> = {
      '/': { _links: { 'pb:provider-pacts-for-verification': forVerification } },
      '/pacts-of/marketplace': {
        _links: { self: { href: `${url}/pacts-of/marketplace` } },
        _embedded: { pacts: [{ shortDescription: 'the latest', _links: { self } }] },
      },
      '/pact': { ...pact, _links: { self, 'pb:publish-verification-results': { href: `${url}/results` } } },
      '/results': {},
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/hal+json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? undefined : JSON.parse(text)
}

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)
const publish = ['--publish', '--provider-version', '1']
const good = noConnections('good', 'the account is empty')

test('a result is published where the broker asks for it', async () => {
  const { url, asked } = await broker(pactOf([good]))
  const end = await verify([`${url}/pact`, ...publish, '--broker-token', 'secret'])
  expect({ code: end.code, summary: lastLine(end.stdout) }).toEqual({
    code: 0,
    summary: '1 of 1 interactions verified.',
  })
  expect(asked).toEqual([
    { method: 'GET', path: '/pact', authorization: 'Bearer secret', body: undefined },
    {
      method: 'POST',
      path: '/results',
      authorization: 'Bearer secret',
      body: expect.objectContaining({ providerApplicationVersion: '1', success: true }) as unknown,
    },
  ])
})

test('a failure is published as one', async () => {
  const { url, asked } = await broker(pactOf([noConnections('bad')]))
  expect((await verify([`${url}/pact`, ...publish])).code).toBe(1)
  expect(asked.slice(1)).toEqual([
    {
      method: 'POST',
      path: '/results',
      authorization: undefined,
      body: expect.objectContaining({ providerApplicationVersion: '1', success: false }) as unknown,
    },
  ])
})

test('without --publish nothing is published', async () => {
  const { url, asked } = await broker(pactOf([good]))
  expect((await verify([`${url}/pact`])).code).toBe(0)
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /pact'])
})

test('an unknown state in a pact by URL ends with 2 and names the nearest', async () => {
  const { url } = await broker(pactOf([noConnections('bad', 'the account is emty'), good]))
  const end = await verify([`${url}/pact`])
  expect(end.code).toBe(2)
  expect(end.stdout.trimEnd().split('\n').slice(-3)).toEqual([
    'FAILED  bad, given the account is emty',
    '  there is no provider state "the account is emty"; did you mean "the account is empty"?',
    '1 of 2 interactions verified.',
  ])
})

test('several unknown states in one interaction are named all the same', async () => {
  const { url } = await broker(pactOf([noConnections('bad', 'the account is emty', 'the disk id is invalid', 'nope')]))
  const end = await verify([`${url}/pact`])
  expect(end.code).toBe(2)
  expect(end.stdout.trimEnd().split('\n').slice(-3)).toEqual([
    'there is no provider state "the account is emty"; did you mean "the account is empty"?',
    'there is no provider state "nope"; rental-sim scenarios lists them, and rental-sim/scenarios/mine.yaml makes it one: { name: mine, description: mine, provider_states: ["nope"], fixture: default }',
    '0 of 1 interactions verified.',
  ])
})

test('a pact that the broker does not have fails, beside one that holds', async () => {
  const { url } = await broker(pactOf([good]))
  const end = await verify([`${url}/pact`, `${url}/gone`])
  expect(end.code).toBe(1)
  expect(end.stdout.trimEnd().split('\n').slice(-2)).toEqual([
    `Failed to load pact: Failed to load pact '${url}/gone' - Request failed with status - 404 Not Found`,
    '1 of 1 interactions verified.',
  ])
})

test('a broker is asked for the pacts of the provider, by the selectors', async () => {
  const { url, asked } = await broker(pactOf([good]))
  const source = ['--broker-base-url', url, '--provider', 'marketplace', '--broker-username', 'me']
  const selectors = ['--consumer-version-selectors', '[{"mainBranch":true}]', '--enable-pending']
  const end = await verify([...source, ...selectors], {
    PACT_BROKER_PASSWORD: 'secret',
  })
  expect({ code: end.code, summary: lastLine(end.stdout) }).toEqual({
    code: 0,
    summary: '1 of 1 interactions verified.',
  })
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /',
    'GET /pacts-of/marketplace',
    'POST /pacts-of/marketplace',
    'GET /pact',
  ])
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([`Basic ${btoa('me:secret')}`]))
  expect(asked[2]?.body).toMatchObject({
    includePendingStatus: true,
    consumerVersionSelectors: [{ mainBranch: true }],
  })
})
