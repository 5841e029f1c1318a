import { operation } from '../operation/operation.ts'
import { cloudConnections } from './schema.ts'
import { catalogue } from '../catalogue.ts'

export const list = operation({
  id: 'cloud-connections.list',
  method: 'GET',
  path: '/api/v0/users/cloud_integrations/',
  summary: "List the user's cloud connections",
  scope: 'user_read',
  limit: catalogue['cloud-connections.list.rate-limit'],
  response: cloudConnections.meta({ id: 'CloudConnectionList' }),
  success: catalogue['cloud-connections.list.statuses'],
  rules: ['cloud-connections.list.*'],
})
