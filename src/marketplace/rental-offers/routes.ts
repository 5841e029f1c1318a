import { route } from '../operation/route.ts'
import { search, searchAsks, searchByUrl } from './operations.ts'
import { searchOffers } from './search.ts'
import { askOffers, checkAsk, checkSearch, checkUrl } from './search-query.ts'

export const rentalOfferRoutes = [
  route(search, (sim, _user, { body }) => ({ success: true, offers: searchOffers(sim, body).offers }), checkSearch),
  route(
    searchByUrl,
    (sim, _user, { query: { q = {} } }) => ({ success: true, offers: searchOffers(sim, q).offers }),
    checkUrl,
  ),
  route(searchAsks, (sim, _user, { body }) => askOffers(sim, body), checkAsk),
]
