import { type Named, targets } from './hostile.ts'
import { many } from './matches.ts'
import type { Call } from './probe.ts'

const page = (path: string): Named => ({
  ...targets(`/_sim/ui${path}`),
  'a text that is looked for': { path: `/_sim/ui${path}?text=${'x'.repeat(1000)}` },
})
const views = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`GET /_sim/ui/${name}`, page(`/${name}`)]))
export const get = (path: string): Named => ({ '': { path } })

/** Every other path: unknown ones too. */
export const elsewhere = `/${'a-'.repeat(7000)}`

/** Hostile requests for the pages, by method and path as the routes have them. */
export const pages: Readonly<Record<string, Named>> = {
  'GET /': targets('/'),
  'GET /_sim': targets('/_sim'),
  'GET /healthz': targets('/healthz'),
  'GET /livez': targets('/livez'),
  'GET /readyz': targets('/readyz'),
  'GET /metrics': targets('/metrics'),
  'GET /favicon.ico': targets('/favicon.ico'),
  'GET /openapi.json': get('/openapi.json'),
  'ALL /docs': get('/docs'),
  'ALL /docs/*': get('/docs/x'),
  'GET /docs': get('/docs'),
  'GET /docs/': get('/docs/'),
  'GET /docs/control': get('/docs/control'),
  'GET /docs/:page': {
    'the most rules': { path: '/docs/instances.create?dialect=observed' },
    'the largest schema': { path: '/docs/control.put-state' },
    'a name like many': { path: `/docs/${'instances.'.repeat(25)}` },
    'a long name': { path: `/docs${elsewhere}` },
    'a name that is not text': { path: '/docs/%ff%00%3Cb%3E' },
    'a long dialect': { path: `/docs/instances.list?dialect=${'x'.repeat(10_000)}` },
  },
  'GET /_sim/ui': page(''),
  'POST /_sim/ui': { '': { method: 'POST', path: '/_sim/ui', body: 'x'.repeat(10_000) } },
  'GET /_sim/ui/*': page(elsewhere),
  'POST /_sim/ui/*': { '': { method: 'POST', path: `/_sim/ui${elsewhere}` } },
  'ALL /_sim/ui/:file{.+[.](js|css)}': get('/_sim/ui/x.js'),
  'GET /_sim/ui/script.js': get('/_sim/ui/script.js'),
  'GET /_sim/ui/style.css': get('/_sim/ui/style.css'),
  'POST /_sim/ui/session': Object.fromEntries(
    ['a=1&', 'x', 'page=%2F&'].map((part): [string, Call] => [
      part,
      {
        method: 'POST',
        path: '/_sim/ui/session',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: part.repeat(1_000_000 / part.length),
      },
    ]),
  ),
  'GET /_sim/ui/events': get('/_sim/ui/events'),
  'GET /_sim/ui/journal': {
    ...page('/journal'),
    ...Object.fromEntries(many(20, (at) => [`exchange ${at + 1}`, { path: `/_sim/ui/journal?exchange=${at + 1}` }])),
  },
  'GET /_sim/ui/switcher': {
    ...page('/switcher'),
    'the sandbox with itself': { path: '/_sim/ui/switcher?compare=default' },
    'the sandbox with another': { path: '/_sim/ui/switcher?compare=other' },
  },
  ...views(['state', 'faults', 'clock', 'coverage', 'findings', 'sweep']),
  'a path that nobody knows': { ...targets(elsewhere), '': { path: elsewhere } },
}
