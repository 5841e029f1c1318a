import { operation } from '../operation/operation.ts'
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
import { catalogue } from '../catalogue.ts'

export const search = operation({
  id: 'volumes.search',
  method: 'POST',
  path: '/api/v0/volumes/search/',
  summary: 'Search offers of local volumes',
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'misc',
  body: searchBody.meta({ id: 'VolumeSearch' }),
  response: searchResult.meta({ id: 'VolumeSearchResult' }),
  success: catalogue['volumes.search.finds'],
  rules: ['volumes.search.*'],
})

export const list = operation({
  id: 'volumes.list',
  method: 'GET',
  path: '/api/v0/volumes/',
  summary: "List the user's volumes",
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'instance_read',
  query: listQuery,
  response: volumeList.meta({ id: 'VolumeList' }),
  success: catalogue['volumes.list.lists-own'],
})

const creation = {
  method: 'PUT',
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'instance_write',
  body: createBody.meta({ id: 'VolumeCreation' }),
  response: creationResult.meta({ id: 'VolumeCreationResult' }),
  success: catalogue['volumes.create.creates'],
  rules: ['volumes.create.*'],
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
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'instance_write',
  query: removeQuery,
  body: removeBody.meta({ id: 'VolumeDeletion' }),
  response: deletionResult.meta({ id: 'VolumeDeletionResult' }),
  success: catalogue['volumes.delete.deletes'],
  rules: ['volumes.delete.*'],
})
