import { noInput } from '../../kernel/operation.ts'
import { operation } from '../operation/operation.ts'
import { neighbouring } from '../operation/rules.ts'
import { changeRules, destroyRules, rebootRules, showRules } from './manage-rules.ts'
import { changeBody, changed, instanceParams, ownerQuery, shown } from './manage-schema.ts'
import { shownRules } from './list-rules.ts'
import { pageRules, savedFilterRules } from './page-rules.ts'
import { page, pageQuery, savedFilters } from './page-schema.ts'

const ofOne = {
  path: '/api/v0/instances/{id}/',
  existence: neighbouring,
  envelope: 'flagged',
  params: instanceParams,
} as const

export const savedFiltersOperation = operation({
  ...ofOne,
  id: 'instances.saved-filters',
  method: 'GET',
  path: '/api/v0/instances/filters/',
  summary: 'List the saved filters of the user',
  scope: 'instance_read',
  params: noInput,
  query: noInput,
  body: noInput,
  response: savedFilters.meta({ id: 'SavedFilters' }),
  rules: savedFilterRules,
})

export const pageOperation = operation({
  ...ofOne,
  id: 'instances.page',
  method: 'GET',
  path: '/api/v1/instances/',
  summary: "List the user's instances in pages",
  scope: 'instance_read',
  params: noInput,
  query: pageQuery,
  body: noInput,
  response: page.meta({ id: 'InstancePage' }),
  rules: { ...shownRules, ...pageRules },
})

const change = { scope: 'instance_write', query: noInput, response: changed.meta({ id: 'InstanceChanged' }) } as const

export const show = operation({
  ...ofOne,
  id: 'instances.show',
  method: 'GET',
  summary: 'Show an instance of the user',
  scope: 'instance_read',
  query: ownerQuery,
  body: noInput,
  response: shown.meta({ id: 'InstanceShown' }),
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
  body: noInput,
  success: rebootRules.answer,
  rules: rebootRules,
})

export const destroy = operation({
  ...ofOne,
  ...change,
  id: 'instances.destroy',
  method: 'DELETE',
  summary: 'Destroy an instance',
  body: noInput,
  success: destroyRules.answer,
  rules: destroyRules,
})
