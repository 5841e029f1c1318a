import { operation } from '../operation/operation.ts'
import { neighbouring } from '../operation/rules.ts'
import { searchRules } from './rules.ts'
import { found, searchBody } from './schema.ts'

export const search = operation({
  id: 'rental-offers.search',
  method: 'POST',
  path: '/api/v0/bundles/',
  summary: 'Search rental offers',
  existence: neighbouring,
  scope: 'misc',
  body: searchBody.meta({ id: 'RentalOfferSearch' }),
  response: found.meta({ id: 'RentalOfferSearchResult' }),
  rules: searchRules,
})
