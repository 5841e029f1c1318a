import { route } from '../operation/route.ts'
import { list } from './operations.ts'
import { catalogue } from '../catalogue.ts'

export const cloudConnectionRoutes = [
  route(list, ({ tables, trace }, user) => {
    const connections = tables.cloud_connections.where('user_id', user.id)
    trace.apply(catalogue['cloud-connections.list.lists-own'])
    if (connections.length > 1) trace.apply(catalogue['cloud-connections.list.order'])
    if (connections.length > 0) trace.apply(catalogue['cloud-connections.list.cloud-types'])
    return connections.map(({ id, cloud_type, name }) => ({ id, cloud_type, name }))
  }),
]
