import { noInput } from '../../kernel/operation.ts'
import { operation } from '../operation/operation.ts'
import { listRules } from './list-rules.ts'
import { createRules } from './rules.ts'
import { createBody, createBodyUnder } from './creation-schema.ts'
import { createParams, created, instanceList } from './schema.ts'

export const create = operation({
  id: 'instances.create',
  method: 'PUT',
  path: '/api/v0/asks/{id}/',
  summary: 'Create an instance from an offer',
  section: 'Endpoints › PUT /api/v0/asks/{id}/',
  envelope: 'flagged',
  scope: 'instance_write',
  params: createParams,
  query: noInput,
  body: createBody,
  under: createBodyUnder,
  reportedSeconds: 4.5,
  response: created.meta({ id: 'InstanceCreationResult' }),
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
  section: 'Endpoints › GET /api/v0/instances/',
  envelope: 'flagged',
  scope: 'instance_read',
  thresholdSeconds: 2,
  params: noInput,
  query: noInput,
  body: noInput,
  response: instanceList.meta({ id: 'InstanceList' }),
  success: listRules.statuses,
  rules: listRules,
})
