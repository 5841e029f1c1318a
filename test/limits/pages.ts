import { type Named, targets } from './hostile.ts'
import type { Call } from './probe.ts'

const page = (path: string): Named => ({
  ...targets(`/_sim/ui${path}`),
  'a text that is looked for': { path: `/_sim/ui${path}?text=${'x'.repeat(1000)}` },
})
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
  'GET /docs/:page': {
    'a long name': { path: `/docs${elsewhere}` },
    'a name that is not text': { path: '/docs/%ff%00%3Cb%3E' },
  },
  'GET /_sim/ui': page(''),
  'POST /_sim/ui': { '': { method: 'POST', path: '/_sim/ui', body: 'x'.repeat(10_000) } },
  'GET /_sim/ui/*': page(elsewhere),
  'POST /_sim/ui/*': { '': { method: 'POST', path: `/_sim/ui${elsewhere}` } },
  'ALL /_sim/ui/:file{.+[.](js|css|woff2)}': get('/_sim/ui/x.js'),
  'GET /_sim/ui/script.js': get('/_sim/ui/script.js'),
  'GET /_sim/ui/style.css': get('/_sim/ui/style.css'),
  'GET /_sim/ui/:font{[a-z-]+[.]woff2}': get('/_sim/ui/geist.woff2'),
  'POST /_sim/ui/session': Object.fromEntries(
    ['[', '"x",', '{"a":'].map((part): [string, Call] => [
      part,
      {
        method: 'POST',
        path: '/_sim/ui/session',
        body: part.repeat(1_000_000 / part.length),
      },
    ]),
  ),
  'GET /_sim/ui/events': get('/_sim/ui/events'),
  'GET /_sim/ui/:page': {
    ...page('/requests'),
    'an address that people kept': { path: `/_sim/ui/journal?${'status=4xx&'.repeat(500)}q=x` },
  },
  'a path that nobody knows': { ...targets(elsewhere), '': { path: elsewhere } },
}
