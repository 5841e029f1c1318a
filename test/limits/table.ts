import { MAX_TIMELINE, MAX_TYING } from '../../src/testing/scenarios/document.ts'
import { MAX_SEED } from '../../src/kernel/invention.ts'
import { apiBodies, control, controlBodies, type Named, stateOf, targets } from './hostile.ts'
import { many, manyKeys, matches } from './matches.ts'
import { bodyOf, within } from './places.ts'
import { elsewhere, get } from './pages.ts'

const scenario = (rest: object): object => ({ scenario: { name: 'x', description: 'x', ...rest } })

const scenarios: Readonly<Record<string, unknown>> = {
  'a timeline of prices': scenario({
    timeline: many(MAX_TIMELINE, (at) => ({ after: at, set: { offers: { '12345678': { dph_base: at } } } })),
  }),
  'a timeline of rows': scenario({
    timeline: many(MAX_TYING, (at) => ({
      after: at,
      set: { network_disks: { [7000 + at]: { user_id: 1001, size: 5 } } },
    })),
  }),
  'a timeline of removals': scenario({
    timeline: many(MAX_TYING, (at) => ({ after: at, remove: { offers: [at + 1] } })),
  }),
  'parameters that multiply': scenario({
    params: { a: { type: 'string', default: 'x'.repeat(4000) } },
    faults: [{ name: 'f', effect: { status: 503, body: '${a}'.repeat(20_000) } }],
  }),
  'unknown parameters': {
    ...scenario({ fixture: '${b}'.repeat(20_000) }),
    params: manyKeys(10_000, (at) => [`p${at}`, at]),
  },
  'many faults': scenario({
    faults: many(1000, (at) => ({ name: `f${at}`, match: matches['many paths'], effect: { status: 503 } })),
  }),
  'faults of many stubs': scenario({
    faults: many(1000, (at) => ({
      name: `f${at}`,
      match: { path: `/x${'**/'.repeat(20)}${at}` },
      effect: { status: 503 },
    })),
    stubs: many(1000, (at) => ({ name: `s${at}`, match: { path: `/y${'**/'.repeat(20)}${at}` }, answer: {} })),
  }),
  'faults that spell a path': scenario({
    faults: many(1000, (at) => ({
      name: `f${at}`,
      match: { path: `/${'api/v0/network_volumes/search'.replaceAll(/(?=.)/g, '**')}**~` },
      effect: { status: 503 },
    })),
  }),
  'faults of one name': scenario({ faults: many(10_000, () => ({ name: 'f' })) }),
  'rows of the wrong kind': scenario({ fixture: { users: many(10_000, () => ({ idd: 1 })) } }),
  'references to nothing': scenario({
    fixture: { network_disks: many(10_000, (at) => ({ id: at + 1, user_id: 9, size: 1 })) },
  }),
}

const rent = '/api/v0/asks/12345678/'
const template = '/api/v0/template/'

/** Hostile requests for every entry point, by its method and path as the routes have them. */
export const api: Readonly<Record<string, Named>> = {
  'POST /api/v0/network_volume/': apiBodies('/api/v0/network_volume/', 'POST', bodyOf('disk_id')),
  'POST /api/v0/network_volumes/search/': apiBodies(
    '/api/v0/network_volumes/search/',
    'POST',
    bodyOf('q'),
    within('{"q":{"geolocation":{"in":', '}}}'),
    within('{"q":{"order":', '}}'),
    within('{"q":{"inet_up":{"notin":', '}}}'),
  ),
  'POST /_sim/fork': controlBodies('POST /fork', bodyOf('sandbox')),
  'POST /api/v0/network_volumes/unlist/': apiBodies('/api/v0/network_volumes/unlist/', 'POST', bodyOf('id')),
  'GET /api/v0/template/': targets(template),
  'POST /api/v0/template/': apiBodies(
    template,
    'POST',
    within('{"name":"x","image":"y","env":', '}'),
    within('{"name":"x","image":"y","args_str":', '}'),
    within('{"name":"x","image":"y","extra_filters":', '}'),
    within('{"name":"x","image":"y","volume_info":', '}'),
  ),
  'PUT /api/v0/template/': apiBodies(template, 'PUT', bodyOf('hash_id')),
  'DELETE /api/v0/template/': apiBodies(template, 'DELETE', bodyOf('template_id')),
  'PUT /api/v0/asks/:id/': apiBodies(
    rent,
    'PUT',
    within('{"image":"y","env":', '}'),
    within('{"image":"y","volume_info":', '}'),
  ),
  'GET /api/v0/instances/': targets('/api/v0/instances/'),
  'PUT /api/v0/endptjobs/:id/': apiBodies('/api/v0/endptjobs/1/', 'PUT', bodyOf('target_util')),
  'GET /api/v0/users/cloud_integrations/': targets('/api/v0/users/cloud_integrations/'),
  'OPTIONS /api/*': targets(template, 'OPTIONS'),
  'OPTIONS /*': targets('/openapi.json', 'OPTIONS'),
}

export const controls: Readonly<Record<string, Named>> = {
  'ALL /_sim/*': { ...targets(`/_sim${elsewhere}`), '': { path: `/_sim${elsewhere}` } },
  'GET /_sim/health': targets('/_sim/health'),
  'GET /_sim/metrics': targets('/_sim/metrics'),
  'GET /_sim/openapi.json': get('/_sim/openapi.json'),
  'GET /_sim/schemas/:file': {
    fixture: { path: '/_sim/schemas/fixture.schema.json' },
    scenario: { path: '/_sim/schemas/scenario.schema.json' },
    'a long name': { path: `/_sim/schemas${elsewhere}` },
  },
  'GET /_sim/clock': targets('/_sim/clock'),
  'PUT /_sim/clock': controlBodies('PUT /clock', bodyOf('at')),
  'POST /_sim/clock/advance': {
    ...controlBodies('POST /clock/advance', bodyOf('seconds')),
    ...control('POST /clock/advance', { 'over a timeline': { seconds: 2000 } }),
  },
  'GET /_sim/state': targets('/_sim/state'),
  'POST /_sim/state/:collection': controlBodies('POST /state/offers', bodyOf('gpu_name')),
  'GET /_sim/state/:collection/:id': control(`GET /state/${'x'.repeat(7000)}/${'1'.repeat(7000)}`),
  'PATCH /_sim/state': controlBodies('PATCH /state', within('{"offers":{"12345678":', '}}'), within('{"offers":', '}')),
  'PATCH /_sim/state/:collection/:id': controlBodies('PATCH /state/offers/12345678', bodyOf('gpu_name')),
  'DELETE /_sim/state/:collection/:id': control(`DELETE /state/${'x'.repeat(7000)}/${'1'.repeat(7000)}`),
  'POST /_sim/reset': {
    ...controlBodies(
      'POST /reset',
      bodyOf('fixture'),
      bodyOf('seed'),
      bodyOf('clock'),
      bodyOf('scenario'),
      within('{"fixture":{"users":', '}}'),
    ),
    ...control('POST /reset', {
      'names of fixtures': { fixture: many(200, () => 'default') },
      'one name twice': { fixture: ['default', 'default'] },
      'a long seed': { seed: 'x'.repeat(MAX_SEED) },
      'references to nothing': {
        fixture: { network_disks: many(10_000, (at) => ({ id: at + 1, user_id: 9, size: 1 })) },
      },
    }),
  },
  'PUT /_sim/start': {
    ...controlBodies(
      'PUT /start',
      bodyOf('fixture'),
      bodyOf('seed'),
      bodyOf('scenario'),
      within('{"fixture":{"users":', '}}'),
    ),
    ...control('PUT /start', {
      'names of fixtures': { fixture: many(200, () => 'default') },
      'references to nothing': {
        fixture: { network_disks: many(10_000, (at) => ({ id: at + 1, user_id: 9, size: 1 })) },
      },
      '': { fixture: 'default', scenario: null, seed: 'rental-sim' },
    }),
  },
  'POST /_sim/reload': control('POST /reload'),
  'GET /_sim/snapshots': targets('/_sim/snapshots'),
  'POST /_sim/snapshots': {
    ...controlBodies('POST /snapshots', bodyOf('name')),
    ...control('POST /snapshots', { '': { name: 'kept' } }),
  },
  'POST /_sim/snapshots/:name/restore': control('POST /snapshots/kept/restore'),
  'DELETE /_sim/snapshots/:name': control(`DELETE /snapshots/${'x'.repeat(14_000)}`),
  'GET /_sim/requests': {
    ...targets('/_sim/requests'),
    all: { path: '/_sim/requests?limit=1000000' },
    'words that stand nowhere': { path: `/_sim/requests?limit=1000000&text=${'nowhere+'.repeat(30)}` },
    'many statuses': { path: `/_sim/requests?limit=1000000&status=${many(100, () => '!200-299').join(',')}` },
  },
  'DELETE /_sim/requests': control('DELETE /requests'),
  'GET /_sim/requests/:id': Object.fromEntries(
    many(20, (at) => [`exchange ${at + 1}`, { path: `/_sim/requests/${at + 1}` }]),
  ),
  'POST /_sim/requests/:id/fork': controlBodies('POST /requests/1/fork', bodyOf('sandbox')),
  'POST /_sim/requests/:id/release': control('POST /requests/1/release'),
  'POST /_sim/requests/verify': {
    ...controlBodies(
      'POST /requests/verify',
      bodyOf('match'),
      within('{"match":{"body":', '}}'),
      within('{"match":{"headers":', '}}'),
      within('{"match":{"body":{"$.a":', '}}}'),
    ),
    ...control(
      'POST /requests/verify',
      Object.fromEntries(Object.entries(matches).map(([name, match]) => [name, { match }])),
    ),
  },
  'GET /_sim/rules': targets('/_sim/rules'),
  'GET /_sim/coverage': targets('/_sim/coverage'),
  'GET /_sim/findings': targets('/_sim/findings'),
  'GET /_sim/findings/expected': targets('/_sim/findings/expected'),
  'PUT /_sim/findings/expected': {
    ...controlBodies('PUT /findings/expected', bodyOf('expected')),
    ...control('PUT /findings/expected', {
      'many entries': many(4000, (at) => ({ kind: `unread-field${at}` })),
    }),
  },
  'GET /_sim/totals': targets('/_sim/totals'),
  'GET /_sim/trial': targets('/_sim/trial'),
  'GET /_sim/faults': targets('/_sim/faults'),
  'POST /_sim/faults': {
    ...controlBodies(
      'POST /faults',
      bodyOf('match'),
      bodyOf('effect'),
      bodyOf('when'),
      within('{"name":"f","effect":{"status":503,"body":', '}}'),
      within('{"name":"f","effect":{"status":503,"headers":', '}}'),
      within('{"name":"f","effect":{"answer":', '}}'),
      within('{"name":"f","when":{"sequence":', '}}'),
    ),
    ...control(
      'POST /faults',
      Object.fromEntries(
        Object.entries(matches).map(([name, match]) => [name, { name: 'f', match, effect: { latency_ms: 0 } }]),
      ),
    ),
  },
  'DELETE /_sim/faults': control('DELETE /faults'),
  'DELETE /_sim/faults/:name': control(`DELETE /faults/${'x'.repeat(14_000)}`),
  'GET /_sim/stubs': targets('/_sim/stubs'),
  'POST /_sim/stubs': {
    ...controlBodies(
      'POST /stubs',
      bodyOf('match'),
      within('{"name":"s","match":{"path":"/x"},"answer":{"body":', '}}'),
      within('{"name":"s","match":{"path":"/x"},"answer":{"headers":', '}}'),
    ),
    ...control('POST /stubs', {
      ...Object.fromEntries(
        Object.entries(matches).map(([name, match]) => [
          name,
          { name: 's', match: { path: '/x', ...match }, answer: {} },
        ]),
      ),
      'values of the request': {
        name: 's',
        match: { path: '/x' },
        answer: { body: '$request{$.body}'.repeat(50_000) },
      },
      'values that are not closed': { name: 's', match: { path: '/x' }, answer: { body: '$request{'.repeat(100_000) } },
    }),
  },
  'DELETE /_sim/stubs': control('DELETE /stubs'),
  'DELETE /_sim/stubs/:name': control(`DELETE /stubs/${'x'.repeat(14_000)}`),
  'GET /_sim/bundle': targets('/_sim/bundle'),
  'GET /_sim/scenarios': targets('/_sim/scenarios'),
  'GET /_sim/scenario': targets('/_sim/scenario'),
  'PUT /_sim/scenario': {
    ...controlBodies(
      'PUT /scenario',
      bodyOf('scenario'),
      bodyOf('params'),
      within('{"scenario":{"faults":', '}}'),
      within('{"scenario":{"timeline":', '}}'),
      within('{"scenario":{"fixture":', '}}'),
    ),
    ...control('PUT /scenario', scenarios),
  },
  'DELETE /_sim/scenario': control('DELETE /scenario'),
  'POST /_sim/pact/provider-states': {
    ...controlBodies('POST /pact/provider-states', bodyOf('state'), bodyOf('params')),
    ...control('POST /pact/provider-states', { 'a long name': { state: 'x'.repeat(900_000) } }),
  },
  'GET /_sim/overview': targets('/_sim/overview'),
  'GET /_sim/journal': {
    ...targets('/_sim/journal'),
    all: { path: '/_sim/journal?limit=1000000' },
    'words that stand nowhere': { path: `/_sim/journal?q=${'nowhere+'.repeat(30)}` },
    'words that are excluded': { path: `/_sim/journal?q=${'-a+'.repeat(80)}` },
    'criteria that are excluded': { path: `/_sim/journal?q=${'-status:1+'.repeat(25)}` },
  },
  'GET /_sim/journal/:id': Object.fromEntries(
    many(20, (at) => [`request ${at + 1}`, { path: `/_sim/journal/${at + 1}` }]),
  ),
  'GET /_sim/har': targets('/_sim/har'),
  'GET /_sim/clock/upcoming': targets('/_sim/clock/upcoming'),
  'GET /_sim/state/:collection': {
    'a text that is looked for': { path: `/_sim/state/offers?text=${'x'.repeat(200)}` },
    'every row': { path: '/_sim/state/offers?limit=100000&sort=-dph_base' },
    'a long name': { path: `/_sim/state/${'x'.repeat(14_000)}` },
  },
  'GET /_sim/state/:collection/fields': get('/_sim/state/instances/fields'),
  'GET /_sim/state/:collection/:id/details': get('/_sim/state/instances/31/details'),
  'GET /_sim/undo': targets('/_sim/undo'),
  'POST /_sim/undo': controlBodies('POST /undo', bodyOf('text'), within('{"text":"a","back":', '}')),
  'POST /_sim/undo/:id': control(`POST /undo/${'1'.repeat(14_000)}`),
  'DELETE /_sim/undo/:id': control(`DELETE /undo/${'1'.repeat(14_000)}`),
  'GET /_sim/coverage/map': targets('/_sim/coverage/map'),
  'GET /_sim/rules/:id': get(`/_sim/rules/${'instances.'.repeat(1000)}`),
  'GET /_sim/rules/:id/cover': get('/_sim/rules/instances.list.order/cover'),
  'GET /_sim/faults/activity': targets('/_sim/faults/activity'),
  'GET /_sim/sweep': targets('/_sim/sweep'),
  'GET /_sim/sweep/:number': get(`/_sim/sweep/${'1'.repeat(14_000)}`),
  'GET /_sim/compare/:sandbox': get('/_sim/compare/default'),
  'GET /_sim/sandboxes': targets('/_sim/sandboxes'),
  'DELETE /_sim/sandboxes': control('DELETE /sandboxes'),
  'DELETE /_sim/sandboxes/:id': control(`DELETE /sandboxes/${'x'.repeat(14_000)}`),
}

/** Entry points that may take as long as their size needs, and why. */
export const exempt: Readonly<Record<string, { readonly why: string; readonly calls: Named }>> = {
  'PUT /_sim/state': {
    why: 'a whole state of up to 16 MiB comes in one document, and is checked whole before anything is replaced',
    calls: {
      'rows of the wrong kind': { method: 'PUT', path: '/_sim/state', body: stateOf('{"idd":1}') },
      numbers: { method: 'PUT', path: '/_sim/state', body: stateOf('1') },
    },
  },
}
