import { noInput } from '../../kernel/operation.ts'
import { operation } from '../operation/operation.ts'
import { updateRules } from './rules.ts'
import { groupFields, updateBody, updated, updateParams } from './schema.ts'

const everyField = Object.fromEntries(Object.keys(groupFields).map((field) => [field, updateRules.ranges]))

export const update = operation({
  id: 'endpoint-groups.update',
  method: 'PUT',
  path: '/api/v0/endptjobs/{id}/',
  summary: 'Update an endpoint group',
  section: 'Endpoints › PUT /api/v0/endptjobs/{id}/',
  envelope: 'flagged',
  scope: 'misc',
  thresholdSeconds: 2,
  params: updateParams,
  query: noInput,
  body: updateBody.meta({ id: 'EndpointGroupUpdate' }),
  response: updated.meta({ id: 'EndpointGroupUpdateResult' }),
  rules: updateRules,
  stores: true,
  above: { target_util: updateRules.targetUtilMaximum },
  outside: everyField,
})
