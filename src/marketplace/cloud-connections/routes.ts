import type { Sim } from '../../kernel/sim.ts'
import { route } from '../operation/route.ts'
import { list } from './operations.ts'
import { listRules } from './rules.ts'
import type { CloudConnectionTables } from './collections.ts'

export const cloudConnectionRoutes = [
  route(list, ({ tables, trace }: Sim<CloudConnectionTables>, user) => {
    const connections = tables.cloud_connections.where('user_id', user.id)
    trace.apply(listRules.listsOwn)
    if (connections.length > 1) trace.apply(listRules.order)
    if (connections.length > 0) trace.apply(listRules.cloudTypes)
    return connections.map(({ id, cloud_type, name }) => ({ id, cloud_type, name }))
  }),
]
