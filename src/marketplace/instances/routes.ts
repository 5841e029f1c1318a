import { JsonBytes } from '../../kernel/json-bytes.ts'
import { route } from '../operation/route.ts'
import { createInstance } from './create.ts'
import { listInstances, readInstance } from './list.ts'
import { withoutOwner } from './list-owner.ts'
import { changeInstance, destroyInstance, ownInstance, rebootInstance } from './manage.ts'
import { destroy, pageOperation, reboot, savedFiltersOperation, show, update } from './manage-operations.ts'
import { savedFilterRules } from './page-rules.ts'
import { showRules } from './manage-rules.ts'
import { adaptCreation } from './observed-creation.ts'
import { create, list } from './operations.ts'
import { pageOfInstances } from './page.ts'

export const instanceRoutes = [
  route(
    create,
    (sim, user, { params, body }) => ({
      success: true,
      new_contract: createInstance(sim, user, params.id, body).id,
    }),
    adaptCreation,
  ),
  route(list, listInstances, withoutOwner),
  route(pageOperation, (sim, user, { query }) => pageOfInstances(sim, user, query)),
  route(savedFiltersOperation, ({ trace }) => {
    trace.apply(savedFilterRules.none)
    return { success: true, filters: [] }
  }),
  route(show, (sim, user, { params }) => {
    sim.trace.apply(showRules.shows)
    const row = ownInstance(sim, user, params.id)
    return new JsonBytes([`{"instances":${row === undefined ? 'null' : readInstance(sim, row)}}`])
  }),
  route(update, (sim, user, { params, body }) => {
    changeInstance(sim, user, params.id, body)
    return { success: true }
  }),
  route(reboot, (sim, user, { params }) => {
    rebootInstance(sim, user, params.id)
    return { success: true }
  }),
  route(destroy, (sim, user, { params }) => {
    destroyInstance(sim, user, params.id)
    return { success: true }
  }),
]
