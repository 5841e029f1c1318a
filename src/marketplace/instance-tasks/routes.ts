import { changeInstance, destroyInstance } from '../instances/manage.ts'
import { route } from '../operation/route.ts'
import { bid, changeSeveral, destroySeveral, recycle, updateTemplate as update } from './operations.ts'
import { changeBid, namedInstanceIds, recycleInstance, updateTemplate } from './tasks.ts'

const done = { success: true } as const

export const instanceTaskRoutes = [
  route(bid, (sim, user, { params, body }) => {
    changeBid(sim, user, params.id, body.price)
    return done
  }),
  route(recycle, (sim, user, { params }) => {
    recycleInstance(sim, user, params.id)
    return done
  }),
  route(update, (sim, user, { params, body }) => {
    updateTemplate(sim, user, params.id, body)
    return done
  }),
  route(changeSeveral, (sim, user, { body }) => {
    for (const id of namedInstanceIds(sim, user, body)) changeInstance(sim, user, id, body)
    return done
  }),
  route(destroySeveral, (sim, user, { body }) => {
    for (const id of namedInstanceIds(sim, user, body)) destroyInstance(sim, user, id)
    return done
  }),
]
