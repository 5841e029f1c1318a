import { route } from '../operation/route.ts'
import { list } from './operations.ts'
import { listRules } from './rules.ts'

export const cloudConnectionRoutes = [
  route(list, ({ tables, trace }, user) => {
    const connections = tables.cloud_connections.where('user_id', user.id)
    trace.apply(listRules.listsOwn)
    if (connections.length > 1) trace.apply(listRules.order)
    if (connections.length > 0) trace.apply(listRules.cloudTypes)
    return connections.map(({ id, cloud_type, name }) => ({ id, cloud_type, name }))
  }),
]
