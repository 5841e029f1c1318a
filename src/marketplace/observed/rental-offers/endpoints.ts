import { searchResult, askResult, queryInBody, queryInUrl, searchBody } from './schema.ts'
import { catalogue } from '../../catalogue.ts'
import { observedEndpoint } from '../../operation/route.ts'
import { searchOffers, askOffers, checkAsk, checkSearch, checkUrl } from './search.ts'

const searching = {
  scope: 'misc',
  keyless: catalogue['rental-offers.search.without-key'],
  rules: ['rental-offers.search.*', 'instances.list.unknown-gpu'],
} as const

const search = observedEndpoint(
  {
    ...searching,
    id: 'rental-offers.search',
    method: 'POST',
    path: '/api/v0/bundles/',
    summary: 'Search rental offers',
    body: searchBody.meta({ id: 'RentalOfferSearch' }),
    response: searchResult.meta({ id: 'RentalOfferSearchResult' }),
  },
  (sim, _user, { body }) => ({ success: true, offers: searchOffers(sim, body).offers }),
  checkSearch,
)

const searchByUrl = observedEndpoint(
  {
    ...searching,
    id: 'rental-offers.search-by-url',
    method: 'GET',
    path: '/api/v0/bundles/',
    summary: 'Search rental offers by a query in the URL',
    query: queryInUrl,
    response: searchResult.meta({ id: 'RentalOfferSearchResult' }),
  },
  (sim, _user, { query: { q = {} } }) => ({ success: true, offers: searchOffers(sim, q).offers }),
  checkUrl,
)

const searchAsks = observedEndpoint(
  {
    ...searching,
    id: 'rental-offers.search-asks',
    method: 'PUT',
    path: '/api/v0/search/asks/',
    summary: 'Search rental offers by a query in q',
    body: queryInBody.meta({ id: 'RentalOfferAsk' }),
    response: askResult.meta({ id: 'RentalOfferAskResult' }),
  },
  (sim, _user, { body }) => askOffers(sim, body),
  checkAsk,
)

export const rentalOfferEndpoints = [search, searchByUrl, searchAsks]
