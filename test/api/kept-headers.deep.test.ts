import { expect, test } from 'vitest'
import { attributes } from '../support/pages.ts'
import { played } from '../support/played.ts'

const ORIGIN = { Origin: 'http://localhost:5173' }
const KEY = { Authorization: 'Bearer renter-key' }
const BROWSER = { Accept: 'text/html' }
const PREFLIGHT = {
  ...ORIGIN,
  'Access-Control-Request-Method': 'PUT',
  'Access-Control-Request-Headers': 'authorization',
}

type Asked = readonly [method: string, path: string, headers?: Readonly<Record<string, string>>]

const probes = ['/', '/favicon.ico', '/healthz', '/readyz', '/metrics', '/robots.txt']
const documents = ['/openapi.json', '/_sim/openapi.json', '/_sim/schemas/fixture.schema.json', '/_sim/metrics']
const pages = [
  '/_sim',
  '/_sim/ui',
  '/_sim/ui/requests',
  '/_sim/ui/journal?exchange=3',
  '/_sim/ui/nowhere',
  '/docs',
  '/docs/',
  '/docs/nowhere',
]
const api = ['/api/v0/instances/', '/api/v0/nowhere/', '/~other/api/v0/instances/', '/~other/api/v0/nowhere/']
const control = ['/_sim/clock', '/_sim/nowhere', '/~other/_sim/clock', '/~%20/_sim/clock', '/billing/1']

const asked: Readonly<Record<string, readonly Asked[]>> = {
  probes: probes.flatMap((path): readonly Asked[] => [
    ['GET', path],
    ['GET', path, BROWSER],
    ['HEAD', path],
    ['POST', path],
  ]),
  documents: documents.flatMap((path): readonly Asked[] => [
    ['GET', path],
    ['GET', path, ORIGIN],
    ['POST', path],
  ]),
  pages: pages.flatMap((path): readonly Asked[] => [
    ['GET', path],
    ['GET', path, BROWSER],
    ['GET', path, ORIGIN],
  ]),
  api: api.flatMap((path): readonly Asked[] => [
    ['GET', path],
    ['GET', path, KEY],
    ['GET', path, { ...KEY, ...ORIGIN }],
    ['GET', path, { ...KEY, 'X-Request-Id': 'a-request', 'X-Sim-Sandbox': 'empty' }],
    ['HEAD', path, KEY],
    ['POST', path, KEY],
    ['OPTIONS', path, PREFLIGHT],
    ['OPTIONS', path],
  ]),
  control: control.flatMap((path): readonly Asked[] => [
    ['GET', path],
    ['GET', path, ORIGIN],
    ['DELETE', path, { Origin: 'http://elsewhere.test' }],
    ['OPTIONS', path, PREFLIGHT],
  ]),
}

/** Names of worlds and numbers of exchanges are other ones each time; lengths follow the text, instants the requests before. */
const steady = (name: string, value: string): string =>
  ['x-sim-world', 'x-sim-exchange', 'content-length', 'etag'].includes(name)
    ? 'one'
    : value.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an instant')

/** Headers with the same first words stand in one line; those of the content beside the status. */
const FAMILIES = ['access-control', 'content', 'x-sim']

/** The Date is proved in test/node/http. */
async function seen(response: Response): Promise<string> {
  const lines = new Map<string, string[]>()
  for (const [name, value] of response.headers) {
    const family = FAMILIES.find((each) => name.startsWith(`${each}-`))
    const line = family === undefined ? name : `${family}-`
    const told = `${family === undefined ? '' : `${name.slice(line.length)} `}${steady(name, value)}`
    if (name !== 'date') lines.set(line, [...(lines.get(line) ?? []), told])
  }
  const size = (await response.arrayBuffer()).byteLength
  const content = lines.get('content-') ?? []
  lines.delete('content-')
  const headers = [...lines].map(([line, told]) => `  ${line}: ${told.join('; ')}`)
  return [[response.status, size === 0 ? 'empty' : 'with a body', ...content].join('; '), ...headers].join('\n')
}

/** Each answer once, below the requests that got it. */
async function inGroups(answers: readonly (readonly [request: string, answer: Response])[]): Promise<string> {
  const groups = new Map<string, Set<string>>()
  for (const [request, answer] of answers) {
    const text = await seen(answer)
    groups.set(text, (groups.get(text) ?? new Set()).add(request))
  }
  return [...groups].map(([text, alike]) => `${[...alike].join('\n')}\n${text}\n`).join('\n')
}

test.each(Object.entries(asked))('status and headers of %s stay', async (name, requests) => {
  const { ask } = await played()
  const answers: (readonly [string, Response])[] = []
  for (const [method, path, headers = {}] of requests) {
    const sent = Object.entries(headers).map(([header, value]) => `, ${header}: ${value}`)
    answers.push([`${method} ${path}${sent.join('')}`, await ask(path, { method, headers })])
  }
  await expect(await inGroups(answers)).toMatchFileSnapshot(`../data/headers/${name}.txt`)
})

test('what a page loads says what it is, and is asked for again before it is used', async () => {
  const { ask } = await played()
  const answers: (readonly [string, Response])[] = []
  for (const page of ['/_sim/ui/requests', '/docs/']) {
    const html = await (await ask(page)).text()
    const loaded = [...attributes(html, 'src'), ...attributes(html, 'href')].filter((url) =>
      /\.(js|css|svg|png|json)$/.test(url),
    )
    expect(loaded.length).toBeGreaterThan(1)
    for (const url of loaded) {
      const { pathname } = new URL(url, `http://sim.test${page}`)
      answers.push([pathname, await ask(pathname)])
    }
  }
  await expect(await inGroups(answers)).toMatchFileSnapshot('../data/headers/assets.txt')
})
