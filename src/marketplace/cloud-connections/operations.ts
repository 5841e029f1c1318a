import { operation } from '../operation/operation.ts'
import { listRules } from './rules.ts'
import { cloudConnections } from './schema.ts'

export const list = operation({
  id: 'cloud-connections.list',
  method: 'GET',
  path: '/api/v0/users/cloud_integrations/',
  summary: "List the user's cloud connections",
  scope: 'user_read',
  thresholdSeconds: 2.9,
  response: cloudConnections.meta({ id: 'CloudConnectionList' }),
  success: listRules.statuses,
  rules: listRules,
})
