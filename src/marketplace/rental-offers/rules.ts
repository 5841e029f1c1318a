import { assumed } from '../../kernel/rule.ts'
import { unknownGpu } from '../instances/gpus.ts'

const reference = 'public API reference, January 2026'
const client = 'official client of August 2026, recorded'

export const searchRules = {
  finds: assumed({
    id: 'rental-offers.search.finds',
    evidence: `${client}: a flat query, answered with {offers}`,
    text: 'Offers that fulfil every filter are answered in the given order, by ascending id among equals; an order by a field that no offer has orders nothing.',
  }),
  readByType: assumed({
    id: 'rental-offers.search.read-by-type',
    evidence: `${client}: {"gte": "1"}`,
    text: 'A value of a filter that is text is read by the type of its field; geolocation filters by the country code, which stands last.',
  }),
  rentable: assumed({
    id: 'rental-offers.search.rentable',
    evidence: `${reference}: rentable and rented are fields of an offer; that a search leaves rented offers out is reported by public clients`,
    text: 'An offer is rentable while nobody has rented it, unless its row says otherwise. Offers that are not rentable are found only where rentable or rented is asked for.',
  }),
  prices: assumed({
    id: 'rental-offers.search.prices',
    evidence: `${client}: it sends allocated_storage, 5 GB unless it is told otherwise, and type`,
    text: 'dph_total is the machine, at min_bid for the type bid, and the disk asked for, in $/hour: what an instance with that disk costs.',
  }),
  defaultLimit: assumed({
    id: 'rental-offers.search.default-limit',
    evidence: `${reference}: the search for local volumes has 64`,
    text: 'Without a limit at most 64 offers are answered. There is no maximum.',
    value: 64,
  }),
  unknownGpu,
}
