import { operation } from '../operation/operation.ts'
import { searchResult, askResult, queryInBody, queryInUrl, searchBody } from './schema.ts'
import { catalogue } from '../catalogue.ts'

const searching = {
  availability: catalogue['routing.neighbouring-operations'],
  scope: 'misc',
  keyless: catalogue['rental-offers.search.without-key'],
  rules: ['rental-offers.search.*', 'instances.list.unknown-gpu'],
} as const

export const search = operation({
  ...searching,
  id: 'rental-offers.search',
  method: 'POST',
  path: '/api/v0/bundles/',
  summary: 'Search rental offers',
  body: searchBody.meta({ id: 'RentalOfferSearch' }),
  response: searchResult.meta({ id: 'RentalOfferSearchResult' }),
})

export const searchByUrl = operation({
  ...searching,
  id: 'rental-offers.search-by-url',
  method: 'GET',
  path: '/api/v0/bundles/',
  summary: 'Search rental offers by a query in the URL',
  query: queryInUrl,
  response: searchResult.meta({ id: 'RentalOfferSearchResult' }),
})

export const searchAsks = operation({
  ...searching,
  id: 'rental-offers.search-asks',
  method: 'PUT',
  path: '/api/v0/search/asks/',
  summary: 'Search rental offers by a query in q',
  body: queryInBody.meta({ id: 'RentalOfferAsk' }),
  response: askResult.meta({ id: 'RentalOfferAskResult' }),
})
