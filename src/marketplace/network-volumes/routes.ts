import { route } from '../operation/route.ts'
import { listVolume, unlistVolume } from './listing.ts'
import { list, search, unlist } from './operations.ts'
import { searchVolumes, presentOffers } from './search.ts'
import { adaptSearch, toSearchQuery } from './search-query.ts'

export const networkVolumeRoutes = [
  route(list, (sim, user, { body }) => {
    const { id, size, created } = listVolume(sim, user, body)
    const text = `${created ? 'created' : 'updated'} network volume ask with id ${id} and size ${size}`
    return { success: true, disk_id: text, msg: text }
  }),
  route(
    search,
    (sim, _user, { body }) => presentOffers(sim, searchVolumes(sim, toSearchQuery(sim, body.q))),
    adaptSearch,
  ),
  route(unlist, (sim, user, { body }) => {
    unlistVolume(sim, user, body.id)
    return { success: true, id: body.id, msg: `unlisted network volume ask with id ${body.id}` }
  }),
]
