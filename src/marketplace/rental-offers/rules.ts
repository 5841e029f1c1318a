import { capture, code, found, judgement } from '../../kernel/evidence.ts'
import { officialClient, publicFiles, reference } from '../sources.ts'
import { assumed } from '../../kernel/rule.ts'
import { unknownGpu } from '../instances/gpus.ts'

export const searchRules = {
  finds: assumed({
    id: 'rental-offers.search.finds',
    evidence: [
      ...found('A flat query, answered with {offers}.', officialClient),
      ...found(
        'Offers are found without success in the answer.',
        capture('jdziat/vastai-mcp lookup_offer.json', '2026-09-05'),
      ),
    ],
    text: 'Offers that fulfil every filter are answered in the given order, by ascending id among equals; an order by a field that no offer has orders nothing.',
  }),
  readByType: assumed({
    id: 'rental-offers.search.read-by-type',
    evidence: found('It sends {"gte": "1"}.', officialClient),
    text: 'A value of a filter that is text is read by the type of its field; geolocation filters by the country code, which stands last.',
  }),
  rentable: assumed({
    id: 'rental-offers.search.rentable',
    evidence: [
      ...found('rentable and rented are fields of an offer.', reference),
      ...judgement('That a search leaves rented offers out is what clients rely on.'),
    ],
    text: 'An offer is rentable while nobody has rented it, unless its row says otherwise. Offers that are not rentable are found only where rentable or rented is asked for.',
  }),
  prices: assumed({
    id: 'rental-offers.search.prices',
    evidence: [
      ...found(
        'storage_total_cost is that of 8 GB where none is asked for, over 720 hours; search has the whole price, instance the disk alone.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
      ),
      ...found('It sends allocated_storage, 5 GB unless another size is given, and type.', officialClient),
    ],
    text: 'dph_total is the machine, at min_bid for the type bid, and the disk asked for, in $/hour: what an instance with that disk costs.',
  }),
  defaultLimit: assumed({
    id: 'rental-offers.search.default-limit',
    evidence: [
      ...found('The search for local volumes has 64.', reference),
      ...found('64 offers at most.', publicFiles(3, 'note', '2026-09-29'), code('ExAtlas', '2026-10')),
    ],
    text: 'Without a limit at most 64 offers are answered. There is no maximum.',
    value: 64,
  }),
  unknownGpu,
}
