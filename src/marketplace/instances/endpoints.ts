import { noInput } from '../../kernel/operation.ts'
import {
  changeBody,
  changeResult,
  instanceParams,
  ownerQuery,
  instanceShown,
  page,
  pageQuery,
  savedFilters,
  createBody,
  createBodyUnder,
  createParams,
  creationResult,
  instanceList,
} from './schema.ts'
import { catalogue } from '../catalogue.ts'
import { refuse } from '../../kernel/refusal.ts'
import { endpoint, observedEndpoint } from '../operation/route.ts'
import { ownRow } from '../own-row.ts'
import { adaptCreation, createInstance } from './create.ts'
import { listInstances, showInstance, dropOwner } from './list.ts'
import { changeInstance, destroyInstance, rebootInstance } from './manage.ts'
import { pageOfInstances } from './page.ts'

/** The rules that shape an instance, wherever it is shown. */
const shownRules = [
  'instances.create.progression',
  'templates.shell-words',
  'templates.env-words-unread',
  'instances.create.env-named-twice',
  'instances.list.time-and-money',
  'instances.list.status-values',
  'instances.list.idle',
  'instances.list.unknown-gpu',
  'instances.list.template-as-launched',
  'instances.list.without-template',
  'instances.list.runtypes',
  'instances.list.ports',
  'instances.list.ports-follow-env',
  'instances.list.launch-ports',
  'instances.list.volume-items',
  'instances.list.ports-not-running',
  'instances.list.current-costs',
  'instances.list.host-ports',
  'instances.list.unset',
  'instances.list.telemetry',
  'instances.list.further-fields',
] as const

const ofOne = {
  path: '/api/v0/instances/{id}/',
  params: instanceParams,
} as const

const change = { scope: 'instance_write', response: changeResult.meta({ id: 'InstanceChanged' }) } as const

const create = endpoint(
  {
    id: 'instances.create',
    method: 'PUT',
    path: '/api/v0/asks/{id}/',
    summary: 'Create an instance from an offer',
    scope: 'instance_write',
    params: createParams,
    body: createBody,
    schemasUnder: createBodyUnder,
    reportedSeconds: 4.5,
    response: creationResult.meta({ id: 'InstanceCreationResult' }),
    success: catalogue['instances.create.answer'],
    rules: [
      'instances.create.further-fields',
      'instances.create.runtype-words',
      'instances.create.vm-without-ssh-key',
      'instances.create.instance-key',
      'instances.create.ask-id',
      'instances.create.bid-below-minimum',
      'instances.create.credit-missing',
      'templates.env-object',
      'templates.env-hostname',
      'templates.env-is-a-string',
      'templates.env-object-ignored',
      'templates.env-malformed',
      'templates.env-words-unread',
      'templates.shell-words',
      'templates.args-malformed',
      'templates.create.defaults',
      'templates.create.no-quota',
      'instances.create.*',
    ],
    refusalFields: { choice: catalogue['instances.create.ask-id'], fields: { ask_id: 'id' } },
    stores: true,
    above: {
      image: catalogue['templates.create.no-quota'],
      env: catalogue['instances.create.env-too-long'],
      disk: catalogue['templates.create.no-quota'],
    },
    outside: { disk: catalogue['instances.create.smallest-disk'] },
    invalid: {
      template_id: catalogue['instances.create.template-id-refused'],
      price: catalogue['instances.create.price-invalid'],
    },
  },
  (sim, user, { params, body }) => {
    const { id } = createInstance(sim, user, params.id, body)
    if (!sim.rules.shapes(catalogue['instances.create.instance-key'])) return { success: true, new_contract: id }
    sim.trace.apply(catalogue['instances.create.instance-key'])
    const instance_api_key = sim.invention.draw('instances', id)('instance_api_key', (f) =>
      f.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' }),
    )
    return { success: true, new_contract: id, instance_api_key }
  },
  adaptCreation,
)

const list = endpoint(
  {
    id: 'instances.list',
    method: 'GET',
    path: '/api/v0/instances/',
    summary: "List the user's instances",
    scope: 'instance_read',
    limit: catalogue['instances.list.rate-limit'],
    response: instanceList.meta({ id: 'InstanceList' }),
    success: catalogue['instances.list.statuses'],
    rules: [
      'instances.create.progression',
      'templates.shell-words',
      'templates.env-words-unread',
      'instances.create.env-named-twice',
      'instances.list.*',
    ],
  },
  listInstances,
  dropOwner,
)

const pageOperation = observedEndpoint(
  {
    ...ofOne,
    id: 'instances.page',
    params: noInput,
    method: 'GET',
    path: '/api/v1/instances/',
    summary: "List the user's instances in pages",
    scope: 'instance_read',
    query: pageQuery,
    response: page.meta({ id: 'InstancePage' }),
    rules: [...shownRules, 'instances.page.*'],
  },
  (sim, user, { query }) => pageOfInstances(sim, user, query),
)

const savedFiltersOperation = observedEndpoint(
  {
    ...ofOne,
    id: 'instances.saved-filters',
    params: noInput,
    method: 'GET',
    path: '/api/v0/instances/filters/',
    summary: 'List the saved filters of the user',
    scope: 'instance_read',
    response: savedFilters.meta({ id: 'SavedFilters' }),
    rules: ['instances.saved-filters.*'],
  },
  ({ trace }) => {
    trace.apply(catalogue['instances.saved-filters.none'])
    return { success: true, filters: [] }
  },
)

const show = observedEndpoint(
  {
    ...ofOne,
    id: 'instances.show',
    method: 'GET',
    summary: 'Show an instance of the user',
    scope: 'instance_read',
    query: ownerQuery,
    response: instanceShown.meta({ id: 'InstanceShown' }),
    rules: [...shownRules, 'instances.show.*'],
  },
  (sim, user, { params }) => {
    sim.trace.apply(catalogue['instances.show.shows'])
    const row = ownRow(sim.tables.instances, user, params.id)
    if (row === undefined && sim.rules.shapes(catalogue['instances.show.gone']))
      throw refuse(catalogue['instances.show.gone'], `instance ${params.id} not found`)
    return { instances: row === undefined ? null : showInstance(sim, row) }
  },
)

const update = observedEndpoint(
  {
    ...ofOne,
    ...change,
    id: 'instances.change',
    method: 'PUT',
    summary: 'Start, stop or label an instance',
    body: changeBody.meta({ id: 'InstanceChange' }),
    success: catalogue['instances.change.answer'],
    rules: ['instances.change.*'],
    stores: true,
  },
  (sim, user, { params, body }) => changeInstance(sim, user, params.id, body),
)

const reboot = observedEndpoint(
  {
    ...ofOne,
    ...change,
    id: 'instances.reboot',
    method: 'PUT',
    path: '/api/v0/instances/reboot/{id}/',
    summary: 'Reboot an instance',
    success: catalogue['instances.change.answer'],
    rules: ['instances.change.answer', 'instances.change.unknown', 'instances.change.restarts', 'instances.reboot.*'],
  },
  (sim, user, { params }) => rebootInstance(sim, user, params.id),
)

const destroy = observedEndpoint(
  {
    ...ofOne,
    ...change,
    id: 'instances.destroy',
    method: 'DELETE',
    summary: 'Destroy an instance',
    success: catalogue['instances.change.answer'],
    rules: ['instances.change.answer', 'instances.change.unknown', 'instances.destroy.*'],
  },
  (sim, user, { params }) => destroyInstance(sim, user, params.id),
)

export const instanceEndpoints = [create, list, pageOperation, savedFiltersOperation, show, update, reboot, destroy]
