import { refuse } from '../../kernel/refusal.ts'
import { route } from '../operation/route.ts'
import { adaptCreation, createInstance } from './create.ts'
import { listInstances, showInstance, dropOwner } from './list.ts'
import { changeInstance, destroyInstance, ownInstance, rebootInstance } from './manage.ts'
import { create, destroy, list, pageOperation, reboot, savedFiltersOperation, show, update } from './operations.ts'
import { pageOfInstances } from './page.ts'
import { catalogue } from '../catalogue.ts'

export const instanceRoutes = [
  route(
    create,
    (sim, user, { params, body }) => {
      const { id } = createInstance(sim, user, params.id, body)
      if (!sim.rules.shapes(catalogue['instances.create.instance-key'])) return { success: true, new_contract: id }
      sim.trace.apply(catalogue['instances.create.instance-key'])
      const instance_api_key = sim.invention.draw('instances', id)('instance_api_key', (f) =>
        f.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' }),
      )
      return { success: true, new_contract: id, instance_api_key }
    },
    adaptCreation,
  ),
  route(list, listInstances, dropOwner),
  route(pageOperation, (sim, user, { query }) => pageOfInstances(sim, user, query)),
  route(savedFiltersOperation, ({ trace }) => {
    trace.apply(catalogue['instances.saved-filters.none'])
    return { success: true, filters: [] }
  }),
  route(show, (sim, user, { params }) => {
    sim.trace.apply(catalogue['instances.show.shows'])
    const row = ownInstance(sim, user, params.id)
    if (row === undefined && sim.rules.shapes(catalogue['instances.show.gone']))
      throw refuse(catalogue['instances.show.gone'], `instance ${params.id} not found`)
    return { instances: row === undefined ? null : showInstance(sim, row) }
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
