import { cloudConnections } from './schema.ts'
import { catalogue } from '../catalogue.ts'
import { endpoint } from '../operation/route.ts'

const list = endpoint(
  {
    id: 'cloud-connections.list',
    method: 'GET',
    path: '/api/v0/users/cloud_integrations/',
    summary: "List the user's cloud connections",
    scope: 'user_read',
    limit: catalogue['cloud-connections.list.rate-limit'],
    response: cloudConnections.meta({ id: 'CloudConnectionList' }),
    success: catalogue['cloud-connections.list.statuses'],
    rules: ['cloud-connections.list.*'],
  },
  ({ tables, trace }, user) => {
    const connections = tables.cloud_connections.where('user_id', user.id)
    trace.apply(catalogue['cloud-connections.list.lists-own'])
    if (connections.length > 1) trace.apply(catalogue['cloud-connections.list.order'])
    if (connections.length > 0) trace.apply(catalogue['cloud-connections.list.cloud-types'])
    return connections.map(({ id, cloud_type, name }) => ({ id, cloud_type, name }))
  },
)

export const cloudConnectionEndpoints = [list]
