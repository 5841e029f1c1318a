import { andThen, inSlices } from '../../kernel/slices.ts'
import { route } from '../operation/route.ts'
import { search } from './operations.ts'
import { searchOffers } from './search.ts'

export const rentalOfferRoutes = [
  route(search, (sim, _user, { body }) =>
    andThen(inSlices(searchOffers(sim, body)), (offers) => ({ success: true, offers })),
  ),
]
