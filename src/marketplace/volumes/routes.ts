import type { VolumeRow } from '../instances/rows.ts'
import { refuse } from '../../kernel/refusal.ts'
import { route } from '../operation/route.ts'
import { create, createNetwork, list, remove, search } from './operations.ts'
import { adaptSearch, searchOffers } from './search.ts'
import { createNetworkVolume, createVolume, removeVolume, presentVolume } from './volume.ts'
import { catalogue } from '../catalogue.ts'

const creationAnswer = ({ id, size }: VolumeRow) => ({
  success: true,
  id,
  msg: `created the volume ${id} of ${size} GB`,
})

export const volumeRoutes = [
  route(search, (sim, _user, { body }) => ({ success: true, offers: searchOffers(sim, body) }), adaptSearch),
  route(list, (sim, user, { query: { type = 'all_volume' } }) => {
    const own = sim.tables.volumes.where('user_id', user.id)
    const isAsked = ({ network_disk_id }: VolumeRow): boolean =>
      type === 'all_volume' || (type === 'network_volume') === (network_disk_id !== undefined)
    return { success: true, volumes: own.filter(isAsked).map((row) => presentVolume(sim, user, row)) }
  }),
  route(create, (sim, user, { body }) => creationAnswer(createVolume(sim, user, body))),
  route(createNetwork, (sim, user, { body }) => creationAnswer(createNetworkVolume(sim, user, body))),
  route(remove, (sim, user, { query, body }) => {
    const id = query.id ?? body.id
    if (id === undefined) throw refuse(catalogue['request.wrong-field'], 'id: is missing')
    removeVolume(sim, user, id)
    return { success: true, msg: `the volume ${id} is deleted` }
  }),
]
