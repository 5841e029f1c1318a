import { expect, test } from 'vitest'
import { alternativesOf, namesOf } from '../../src/kernel/rules-in-force.ts'
import { rules } from '../../src/marketplace/routes.ts'
import { isDrawn } from '../support/drawn.ts'
import { driftOf, type Step } from '../support/drift-loop.ts'

const NO_ID = 9_007_199_254
const list: Step = ['GET', '/api/v0/instances/']
const search: Step = ['POST', '/api/v0/bundles/', { limit: 3, order: [['dph_total', 'asc']] }]
const rent = (body: object): Step => [
  'PUT',
  ({ offer }) => `/api/v0/asks/${offer}/`,
  { image: 'a/b', disk: 16, ...body },
]
const change = (body: object): Step => ['PUT', ({ instance }) => `/api/v0/instances/${instance}/`, body]
const template: Step = ['POST', '/api/v0/template/', { name: 'mine', image: 'a/b', runtype: 'ssh' }]
const templates = (query = ''): Step => ['GET', `/api/v0/template/${query}`]
const volumes = (body: object): Step => ['POST', '/api/v0/network_volumes/search/', body]

/** Requests that show a rule. */
const shows: Readonly<Record<string, readonly Step[]>> = {
  'authentication.key-missing': [list, ['GET', '/api/v0/instances/', undefined, null]],
  'authentication.key-unknown': [list, ['GET', '/api/v0/instances/', undefined, 'another']],
  'authentication.key-in-query': [list, ['GET', '/api/v0/instances/?api_key=renter-key', undefined, null]],
  'authentication.scope-missing': [
    list,
    ['POST', '/api/v0/auth/apikeys/', { name: 'a', permissions: { api: { user_read: {} } } }],
    ['GET', '/api/v0/users/current/', undefined, ({ key = '' }) => key],
    ['GET', '/api/v0/instances/', undefined, ({ key = '' }) => key],
  ],
  'instances.create.instance-key': [search, rent({})],
  'instances.create.ask-id': [['PUT', `/api/v0/asks/${NO_ID}/`, { image: 'a/b' }]],
  'instances.create.offer-unknown': [['PUT', `/api/v0/asks/${NO_ID}/`, { image: 'a/b' }]],
  'instances.create.bid-below-minimum': [search, rent({ price: 0.002 })],
  'instances.create.vm-without-ssh-key': [search, rent({ vm: true })],
  'instances.create.runtype-words': [search, rent({ runtype: 'ssh_direc ssh_proxy' })],
  'instances.create.running-at-once': [search, rent({}), list],
  'instances.list.ports-not-running': [search, rent({}), change({ state: 'stopped' }), list],
  'instances.list.current-costs': [search, rent({}), list],
  'instances.list.unset': [search, rent({}), list],
  'instances.list.telemetry': [search, rent({}), change({ state: 'stopped' }), list],
  'instances.list.further-fields': [list],
  'instances.list.launch-ports': [search, rent({ runtype: 'ssh' }), list],
  'instances.show.gone': [['GET', `/api/v0/instances/${NO_ID}/`]],
  'instances.execute.other-command': [
    search,
    rent({}),
    change({ state: 'stopped' }),
    ['PUT', ({ instance }) => `/api/v0/instances/command/${instance}/`, { command: 'cat x' }],
  ],
  'instances.create.further-fields': [search, rent({ force: 'x' })],
  'rate-limit.per-account': Array.from({ length: 7 }, () => ['GET', '/api/v0/users/current/']),
  'network-volumes.search.duration-in-seconds': [volumes({ q: {} }), volumes({ q: { duration: { lte: 1000 } } })],
  'templates.search.further-parameters': [templates('?limit=1')],
  'endpoint-groups.update.further-parameters': [
    ['POST', '/api/v0/endptjobs/', { endpoint_name: 'mine' }],
    ['PUT', ({ group }) => `/api/v0/endptjobs/${group}/`, { endpoint_state: 'stopped' }],
    ['GET', '/api/v0/endptjobs/'],
  ],
  'network-volumes.list.plural-path': [['POST', '/api/v0/network_volumes/', { disk_id: NO_ID }]],
  'network-volumes.search.flat-query': [volumes({ limit: 'x' }), volumes({ limit: 2 })],
  'network-volumes.search.values-as-text': [volumes({ q: { storage_cost: { lte: '5' } } })],
  'network-volumes.search.further-fields': [volumes({ q: { limit: 2 } })],
  'rental-offers.search.without-key': [list, ['POST', '/api/v0/bundles/', { limit: 1 }, null]],
  'routing.trailing-slash': [list, ['GET', '/api/v0/users/cloud_integrations']],
  'routing.neighbouring-operations': [search],
  'templates.answers-whole': [template],
  'templates.env-object': [search, rent({ env: { A: '1' } }), list],
  'templates.disk-space-as-text': [
    ['POST', '/api/v0/template/', { name: 'm', image: 'a/b', recommended_disk_space: '16' }],
  ],
  'templates.search.further-fields': [templates()],
  'templates.search.values-as-text': [templates(`?select_filters=${encodeURIComponent('{"id":{"eq":"9001"}}')}`)],
  'templates.create.same-name': [template, ['POST', '/api/v0/template/', { name: 'mine', image: 'c/d' }], templates()],
  'templates.edit.null': [
    template,
    ['PUT', '/api/v0/template/', ({ hash_id }) => ({ hash_id, onstart: null, image: null })],
    templates(),
  ],
  'templates.delete.by-hash-id': [
    template,
    ['DELETE', '/api/v0/template/', ({ hash_id }) => ({ hash_id })],
    templates(),
  ],
  'users.current.further-fields': [['GET', '/api/v0/users/current/']],
  'worker-groups.older-name': [['GET', '/api/v0/autojobs/']],
  'ssh-keys.list.none': [['GET', '/api/v0/ssh/']],
  'rate-limit.headers': [list, list],
}

/** Choices that no answer tells from what is invented, from what a capture does not show, or from another rule. */
const notShown: Readonly<Record<string, string>> = {
  'rate-limit.configured': 'a request that is let through says nothing of a limit',
  'templates.env-hostname': 'nothing that is answered shows it',
  'templates.create.hash-id': 'a hash is invented either way',
  'instances.create.credit-missing': 'no capture that can be played shows the credit',
  'instances.list.host-ports': 'a port of the host is invented where it is not the mapped one',
  'instances.list.owner-in-query': 'an own listing is the same with it',
  'rental-offers.search.rentable': 'a search that finds more says nothing of what is rented',
}

const choices = rules.flatMap((rule) => {
  const inUse = rule.observed ?? namesOf(rule)[0]
  return Object.keys(alternativesOf(rule)).length === 0
    ? []
    : namesOf(rule).flatMap((name) => (name === inUse ? [] : [[rule.id, name] as const]))
})

test('every choice of every rule is tried, or is known to show itself in no answer', () => {
  const ids = new Set(choices.map(([id]) => id))
  expect([...ids].filter((id) => shows[id] === undefined && notShown[id] === undefined)).toEqual([])
})

test.each(choices.filter(([id, choice]) => shows[id] !== undefined && isDrawn(`${id} ${choice}`)))(
  '%s: %s is found, and holds where it was written exactly if a simulator answers so',
  async (id, choice) => {
    const { isShown, named, rules, holds, replays } = await driftOf(
      shows[id] ?? [],
      { [id]: choice },
      id.startsWith('rate-limit'),
    )
    expect({ isShown, named, holds, replays, rules: Object.keys(rules).includes(id) }).toEqual({
      isShown: true,
      named: [id],
      holds: true,
      replays: true,
      rules: true,
    })
  },
)
