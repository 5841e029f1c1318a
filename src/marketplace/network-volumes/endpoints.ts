import { listBody, listResult, unlistBody, unlistResult } from './schema.ts'
import { searchResult, searchBody, widerBody, widerSearchResult } from './search-schema.ts'
import { catalogue } from '../catalogue.ts'
import { endpoint } from '../operation/route.ts'
import { listVolume, unlistVolume } from './listing.ts'
import { searchVolumes, presentOffers, adaptSearch, toSearchQuery } from './search.ts'

const wider = { body: widerBody, response: widerSearchResult }

const declared = {}

const list = endpoint(
  {
    id: 'network-volumes.list',
    method: 'POST',
    path: '/api/v0/network_volume/',
    otherPaths: [{ path: '/api/v0/network_volumes/', availability: catalogue['network-volumes.list.plural-path'] }],
    summary: 'List a network disk for rent, or update its listing',
    envelope: 'plain',
    scope: 'instance_write',
    body: listBody.meta({ id: 'NetworkVolumeListing' }),
    response: listResult.meta({ id: 'NetworkVolumeListingResult' }),
    rules: [
      'network-volumes.list.creates',
      'network-volumes.list.updates',
      'network-volumes.list.disk-id-invalid',
      'network-volumes.list.disk-not-owned',
      'network-volumes.list.unsized-offers-whole-disk',
      'network-volumes.list.unpriced-is-invented',
      'network-volumes.list.size-exceeds-disk',
      'network-volumes.list.ends-in-the-past',
      'network-volumes.list.relists-after-expiry',
      'network-volumes.search.expires',
      'network-volumes.list.endless-runs-for-a-year',
    ],
    stores: true,
    invalid: { disk_id: catalogue['network-volumes.list.disk-id-invalid'] },
  },
  (sim, user, { body }) => {
    const { id, size, created } = listVolume(sim, user, body)
    const text = `${created ? 'created' : 'updated'} network volume ask with id ${id} and size ${size}`
    return { success: true, disk_id: text, msg: text }
  },
)

const search = endpoint(
  {
    id: 'network-volumes.search',
    method: 'POST',
    path: '/api/v0/network_volumes/search/',
    summary: 'Search network volume offers',
    scope: 'misc',
    body: searchBody,
    response: searchResult.meta({ id: 'NetworkVolumeSearchResult' }),
    schemasUnder: (rules) => (rules.shapes(catalogue['network-volumes.search.further-fields']) ? wider : declared),
    success: catalogue['network-volumes.search.statuses'],
    rules: [
      'network-volumes.search.statuses',
      'network-volumes.search.finds',
      'network-volumes.search.expires',
      'network-volumes.list.endless-runs-for-a-year',
      'network-volumes.list.unsized-offers-whole-disk',
      'network-volumes.list.unpriced-is-invented',
      'network-volumes.search.*',
    ],
    configuredLimit: catalogue['network-volumes.search.rate-limit'],
  },
  (sim, _user, { body }) => presentOffers(sim, searchVolumes(sim, toSearchQuery(sim, body.q))),
  adaptSearch,
)

const unlist = endpoint(
  {
    id: 'network-volumes.unlist',
    method: 'POST',
    path: '/api/v0/network_volumes/unlist/',
    summary: 'Unlist a network volume',
    envelope: 'plain',
    scope: 'machine_write',
    scopeRefusal: catalogue['network-volumes.unlist.privileges-missing'],
    body: unlistBody.meta({ id: 'NetworkVolumeUnlisting' }),
    response: unlistResult.meta({ id: 'NetworkVolumeUnlistingResult' }),
    success: catalogue['network-volumes.unlist.statuses'],
    rules: [
      'network-volumes.unlist.*',
      'network-volumes.search.expires',
      'network-volumes.list.endless-runs-for-a-year',
    ],
    missing: { id: catalogue['network-volumes.unlist.id-missing'] },
  },
  (sim, user, { body }) => {
    unlistVolume(sim, user, body.id)
    return { success: true, id: body.id, msg: `unlisted network volume ask with id ${body.id}` }
  },
)

export const networkVolumeEndpoints = [list, search, unlist]
