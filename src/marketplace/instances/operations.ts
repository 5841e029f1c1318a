import { noInput } from '../../kernel/operation.ts'
import { operation } from '../operation/operation.ts'
import { changeBody, changeResult, instanceParams, ownerQuery, instanceShown } from './manage-schema.ts'
import { page, pageQuery, savedFilters } from './page-schema.ts'
import { createBody, createBodyUnder } from './creation-schema.ts'
import { createParams, creationResult, instanceList } from './schema.ts'
import { catalogue } from '../catalogue.ts'

export const create = operation({
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
})

export const list = operation({
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
})

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
  availability: catalogue['routing.neighbouring-operations'],
  params: instanceParams,
} as const

export const savedFiltersOperation = operation({
  ...ofOne,
  id: 'instances.saved-filters',
  params: noInput,
  method: 'GET',
  path: '/api/v0/instances/filters/',
  summary: 'List the saved filters of the user',
  scope: 'instance_read',
  response: savedFilters.meta({ id: 'SavedFilters' }),
  rules: ['instances.saved-filters.*'],
})

export const pageOperation = operation({
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
})

const change = { scope: 'instance_write', response: changeResult.meta({ id: 'InstanceChanged' }) } as const

export const show = operation({
  ...ofOne,
  id: 'instances.show',
  method: 'GET',
  summary: 'Show an instance of the user',
  scope: 'instance_read',
  query: ownerQuery,
  response: instanceShown.meta({ id: 'InstanceShown' }),
  rules: [...shownRules, 'instances.show.*'],
})

export const update = operation({
  ...ofOne,
  ...change,
  id: 'instances.change',
  method: 'PUT',
  summary: 'Start, stop or label an instance',
  body: changeBody.meta({ id: 'InstanceChange' }),
  success: catalogue['instances.change.answer'],
  rules: ['instances.change.*'],
  stores: true,
})

export const reboot = operation({
  ...ofOne,
  ...change,
  id: 'instances.reboot',
  method: 'PUT',
  path: '/api/v0/instances/reboot/{id}/',
  summary: 'Reboot an instance',
  success: catalogue['instances.change.answer'],
  rules: ['instances.change.answer', 'instances.change.unknown', 'instances.change.restarts', 'instances.reboot.*'],
})

export const destroy = operation({
  ...ofOne,
  ...change,
  id: 'instances.destroy',
  method: 'DELETE',
  summary: 'Destroy an instance',
  success: catalogue['instances.change.answer'],
  rules: ['instances.change.answer', 'instances.change.unknown', 'instances.destroy.*'],
})
