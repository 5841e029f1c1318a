import { operation } from '../operation/operation.ts'
import { cloudConnections } from './schema.ts'
import { refusal, valued } from '../catalogue.ts'

export const list = operation({
  id: 'cloud-connections.list',
  method: 'GET',
  path: '/api/v0/users/cloud_integrations/',
  summary: "List the user's cloud connections",
  scope: 'user_read',
  limit: refusal('cloud-connections.list.rate-limit'),
  response: cloudConnections.meta({ id: 'CloudConnectionList' }),
  success: valued('cloud-connections.list.statuses'),
  rules: ['cloud-connections.list.*'],
})
