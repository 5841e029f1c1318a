import { operation } from '../operation/operation.ts'
import { neighbouringOperations } from '../operation/rules.ts'
import { createRules, listRules, removeRules, searchRules } from './rules.ts'
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

export const search = operation({
  id: 'volumes.search',
  method: 'POST',
  path: '/api/v0/volumes/search/',
  summary: 'Search offers of local volumes',
  availability: neighbouringOperations,
  scope: 'misc',
  body: searchBody.meta({ id: 'VolumeSearch' }),
  response: searchResult.meta({ id: 'VolumeSearchResult' }),
  success: searchRules.finds,
  rules: searchRules,
})

export const list = operation({
  id: 'volumes.list',
  method: 'GET',
  path: '/api/v0/volumes/',
  summary: "List the user's volumes",
  availability: neighbouringOperations,
  scope: 'instance_read',
  query: listQuery,
  response: volumeList.meta({ id: 'VolumeList' }),
  success: listRules.listsOwn,
})

const creation = {
  method: 'PUT',
  availability: neighbouringOperations,
  scope: 'instance_write',
  body: createBody.meta({ id: 'VolumeCreation' }),
  response: creationResult.meta({ id: 'VolumeCreationResult' }),
  success: createRules.creates,
  rules: createRules,
  stores: true,
} as const

export const create = operation({
  ...creation,
  id: 'volumes.create',
  path: '/api/v0/volumes/',
  summary: 'Create a local volume from an offer',
})

export const createNetwork = operation({
  ...creation,
  id: 'network-volumes.create',
  path: '/api/v0/network_volumes/',
  summary: 'Create a volume on a network disk that is listed',
})

export const remove = operation({
  id: 'volumes.delete',
  method: 'DELETE',
  path: '/api/v0/volumes/',
  summary: 'Delete a volume',
  availability: neighbouringOperations,
  scope: 'instance_write',
  query: removeQuery,
  body: removeBody.meta({ id: 'VolumeDeletion' }),
  response: deletionResult.meta({ id: 'VolumeDeletionResult' }),
  success: removeRules.removes,
  rules: removeRules,
})
