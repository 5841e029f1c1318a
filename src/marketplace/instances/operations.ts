import { noInput } from '../../kernel/operation.ts'
import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { listRules, pageRules, savedFilterRules, shownRules } from './list-rules.ts'
import { changeRules, destroyRules, rebootRules, showRules } from './manage-rules.ts'
import { changeBody, changeResult, instanceParams, ownerQuery, instanceShown } from './manage-schema.ts'
import { page, pageQuery, savedFilters } from './page-schema.ts'
import { createRules } from './rules.ts'
import { createBody, createBodyUnder } from './creation-schema.ts'
import { createParams, creationResult, instanceList } from './schema.ts'

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
  success: createRules.response,
  rules: createRules,
  refusalFields: { choice: createRules.askId, fields: { ask_id: 'id' } },
  stores: true,
  above: { image: createRules.noQuota, env: createRules.envTooLong, disk: createRules.noQuota },
  outside: { disk: createRules.smallestDisk },
  invalid: { template_id: createRules.templateIdRefused, price: createRules.priceInvalid },
})

export const list = operation({
  id: 'instances.list',
  method: 'GET',
  path: '/api/v0/instances/',
  summary: "List the user's instances",
  scope: 'instance_read',
  thresholdSeconds: 2,
  response: instanceList.meta({ id: 'InstanceList' }),
  success: listRules.statuses,
  rules: listRules,
})

const ofOne = {
  path: '/api/v0/instances/{id}/',
  availability: neighbouringOperations,
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
  rules: savedFilterRules,
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
  rules: { ...shownRules, ...pageRules },
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
  rules: { ...shownRules, ...showRules },
})

export const update = operation({
  ...ofOne,
  ...change,
  id: 'instances.change',
  method: 'PUT',
  summary: 'Start, stop or label an instance',
  body: changeBody.meta({ id: 'InstanceChange' }),
  success: changeRules.answer,
  rules: changeRules,
  stores: true,
})

export const reboot = operation({
  ...ofOne,
  ...change,
  id: 'instances.reboot',
  method: 'PUT',
  path: '/api/v0/instances/reboot/{id}/',
  summary: 'Reboot an instance',
  success: rebootRules.answer,
  rules: rebootRules,
})

export const destroy = operation({
  ...ofOne,
  ...change,
  id: 'instances.destroy',
  method: 'DELETE',
  summary: 'Destroy an instance',
  success: destroyRules.answer,
  rules: destroyRules,
})
