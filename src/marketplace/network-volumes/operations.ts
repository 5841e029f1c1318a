import { operation } from '../operation/operation.ts'
import { listRules, pluralPath, unlistRules, unlistStatus } from './rules.ts'
import { listBody, listResult, unlistBody, unlistResult } from './schema.ts'
import { searchChoices, searchRules } from './search-rules.ts'
import { searchResult, searchBody, widerBody, widerSearchResult } from './search-schema.ts'

export const list = operation({
  id: 'network-volumes.list',
  method: 'POST',
  path: '/api/v0/network_volume/',
  otherPaths: [{ path: '/api/v0/network_volumes/', availability: pluralPath }],
  summary: 'List a network disk for rent, or update its listing',
  envelope: 'plain',
  scope: 'instance_write',
  body: listBody.meta({ id: 'NetworkVolumeListing' }),
  response: listResult.meta({ id: 'NetworkVolumeListingResult' }),
  rules: listRules,
  stores: true,
  invalid: { disk_id: listRules.diskIdInvalid },
})

const wider = { body: widerBody, response: widerSearchResult }
const declared = {}

export const search = operation({
  id: 'network-volumes.search',
  method: 'POST',
  path: '/api/v0/network_volumes/search/',
  summary: 'Search network volume offers',
  scope: 'misc',
  body: searchBody,
  response: searchResult.meta({ id: 'NetworkVolumeSearchResult' }),
  schemasUnder: (rules) => (rules.shapes(searchChoices.furtherFields) ? wider : declared),
  success: searchRules.statuses,
  rules: { ...searchRules, ...searchChoices },
  configuredLimit: searchRules.rateLimit,
})

export const unlist = operation({
  id: 'network-volumes.unlist',
  method: 'POST',
  path: '/api/v0/network_volumes/unlist/',
  summary: 'Unlist a network volume',
  envelope: 'plain',
  scope: 'machine_write',
  scopeRefusal: unlistRules.privilegesMissing,
  body: unlistBody.meta({ id: 'NetworkVolumeUnlisting' }),
  response: unlistResult.meta({ id: 'NetworkVolumeUnlistingResult' }),
  success: unlistStatus,
  rules: unlistRules,
  missing: { id: unlistRules.idMissing },
})
