import {
  createBody,
  creationResult,
  searchResult,
  volumeList,
  listQuery,
  removeBody,
  deletionResult,
  removeQuery,
  searchBody,
} from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { type VolumeRow } from '../../instances/rows.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { observedEndpoint } from '../../operation/route.ts'
import { adaptSearch, searchOffers } from './search.ts'
import { createNetworkVolume, createVolume, removeVolume, presentVolume } from './volume.ts'

const creation = {
  method: 'PUT',
  scope: 'instance_write',
  body: createBody.meta({ id: 'VolumeCreation' }),
  response: creationResult.meta({ id: 'VolumeCreationResult' }),
  success: catalogue['volumes.create.creates'],
  rules: ['volumes.create.*'],
  stores: true,
} as const

const creationAnswer = ({ id, size }: VolumeRow) => ({
  success: true,
  id,
  msg: `created the volume ${id} of ${size} GB`,
})

const search = observedEndpoint(
  {
    id: 'volumes.search',
    method: 'POST',
    path: '/api/v0/volumes/search/',
    summary: 'Search offers of local volumes',
    scope: 'misc',
    body: searchBody.meta({ id: 'VolumeSearch' }),
    response: searchResult.meta({ id: 'VolumeSearchResult' }),
    success: catalogue['volumes.search.finds'],
    rules: ['volumes.search.*'],
  },
  (sim, _user, { body }) => ({ success: true, offers: searchOffers(sim, body) }),
  adaptSearch,
)

const list = observedEndpoint(
  {
    id: 'volumes.list',
    method: 'GET',
    path: '/api/v0/volumes/',
    summary: "List the user's volumes",
    scope: 'instance_read',
    query: listQuery,
    response: volumeList.meta({ id: 'VolumeList' }),
    success: catalogue['volumes.list.lists-own'],
  },
  (sim, user, { query: { type = 'all_volume' } }) => {
    const own = sim.tables.volumes.where('user_id', user.id)
    const isAsked = ({ network_disk_id }: VolumeRow): boolean =>
      type === 'all_volume' || (type === 'network_volume') === (network_disk_id !== undefined)
    return { success: true, volumes: own.filter(isAsked).map((row) => presentVolume(sim, user, row)) }
  },
)

const create = observedEndpoint(
  {
    ...creation,
    id: 'volumes.create',
    path: '/api/v0/volumes/',
    summary: 'Create a local volume from an offer',
  },
  (sim, user, { body }) => creationAnswer(createVolume(sim, user, body)),
)

const createNetwork = observedEndpoint(
  {
    ...creation,
    id: 'network-volumes.create',
    path: '/api/v0/network_volumes/',
    summary: 'Create a volume on a network disk that is listed',
  },
  (sim, user, { body }) => creationAnswer(createNetworkVolume(sim, user, body)),
)

const remove = observedEndpoint(
  {
    id: 'volumes.delete',
    method: 'DELETE',
    path: '/api/v0/volumes/',
    summary: 'Delete a volume',
    scope: 'instance_write',
    query: removeQuery,
    body: removeBody.meta({ id: 'VolumeDeletion' }),
    response: deletionResult.meta({ id: 'VolumeDeletionResult' }),
    success: catalogue['volumes.delete.deletes'],
    rules: ['volumes.delete.*'],
  },
  (sim, user, { query, body }) => {
    const id = query.id ?? body.id
    if (id === undefined) throw refuse(catalogue['request.wrong-field'], 'id: is missing')
    removeVolume(sim, user, id)
    return { success: true, msg: `the volume ${id} is deleted` }
  },
)

export const volumeEndpoints = [search, list, create, createNetwork, remove]
