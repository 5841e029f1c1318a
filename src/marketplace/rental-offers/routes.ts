import { route } from '../operation/route.ts'
import { search } from './operations.ts'
import { searchOffers } from './search.ts'
import { checkSearch } from './search-query.ts'

export const rentalOfferRoutes = [
  route(search, (sim, _user, { body }) => ({ success: true, offers: searchOffers(sim, body) }), checkSearch),
]
