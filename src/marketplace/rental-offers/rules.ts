import { capture, code, found, judgement, note } from '../../kernel/evidence.ts'
import { contract, officialClient, unnamed, reference } from '../sources.ts'
import { assumed, choice } from '../../kernel/rule.ts'
import { unknownGpu } from '../instances/gpus.ts'

const withoutKey = choice({
  id: 'rental-offers.search.without-key',
  evidence: found('It asks for a key at every operation.', contract),
  text: 'Whether a search needs a key.',
  usual: 'refused',
  usually: 'A search without a key is refused.',
  alternatives: {
    served: {
      text: 'A search without a key is answered; a key that is sent must be known.',
      evidence: found(
        'Searches without a key find offers.',
        code('dstackai/gpuhunt', '2026'),
        unnamed(2, 'code'),
        unnamed(1, 'note'),
      ),
    },
  },
  observed: 'served',
})

export const searchRules = {
  withoutKey,
  finds: assumed({
    id: 'rental-offers.search.finds',
    evidence: [
      ...found('A flat query, answered with {offers}.', officialClient),
      ...found(
        'Offers are found without success in the answer.',
        capture('jdziat/vastai-mcp lookup_offer.json', '2026-09-05'),
      ),
    ],
    text: 'Offers that fulfil every filter are answered in the given order, by ascending id among equals.',
  }),
  unknownName: assumed({
    id: 'rental-offers.search.unknown-name',
    evidence: [
      ...found('"<name> is not a valid search key", for a filter.', code('osteele/weft', '2026')),
      ...found('An order by a name that is none is refused.', unnamed(1, 'note')),
      ...found(
        'It sends extra_ids, sort_option and target_reliability with a search.',
        code('vast-ai/vast-cli, vastai/sync and vastai/async_', '2026'),
      ),
      ...judgement(
        'A text under a name that is none is no other mistake than a filter; what the keys do is not shown.',
      ),
    ],
    text: 'A key of a query and an order by a name that no offer has are refused, whatever the value: an offer that does not fulfil what was asked is not found. extra_ids, sort_option, target_reliability as a number, gpu_option, show_incompatible, template_id and disable_bundling are taken, and change nothing.',
    status: 400,
    error: 'invalid_args',
  }),
  nullOperand: assumed({
    id: 'rental-offers.search.null-operand',
    evidence: found(
      '"ask_contract_offers.driver_vers gte None: query values can\'t be None".',
      note('osteele/weft', '2026-06-03'),
      unnamed(1, 'note'),
    ),
    text: 'A filter by null is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  byId: assumed({
    id: 'rental-offers.search.by-id',
    evidence: found(
      'A filter by id finds nothing; ask_contract_id does.',
      capture('jdziat/vastai-mcp lookup_offer.json', '2026-09-05'),
      unnamed(1, 'note', '2026-07'),
      unnamed(1, 'note', '2026-10-02'),
    ),
    text: 'A filter by id compares with nothing, so that eq finds no offer; ask_contract_id is the id to search for.',
  }),
  otherForms: assumed({
    id: 'rental-offers.search.other-forms',
    evidence: [
      ...found(
        'A search by PUT has the query in q and is answered with {offers, truncated}.',
        capture('jdziat/vastai-mcp lookup_offer.json', '2026-09-05'),
      ),
      ...found(
        'A flat body of that is 400, "rentable: Extra inputs are not permitted".',
        unnamed(1, 'note', '2026-05-04'),
      ),
      ...found('It searches by GET with q.', code('500farm/prometheus-vastai', '2025'), unnamed(3, 'code')),
    ],
    text: 'The query of a search stands in q: as JSON in a URL, or in the body of a PUT, where anything but q and select_cols is refused. Its answer has truncated, which says whether offers were left out, in the place of success; select_cols names the columns.',
    status: 400,
    error: 'invalid_args',
  }),
  readByType: assumed({
    id: 'rental-offers.search.read-by-type',
    evidence: found('It sends {"gte": "1"}, and {"external": false}.', officialClient),
    text: 'A value of a filter that is text is read by the type of its field, and true as 1 where that is a number; a value without an operator is one for eq; geolocation filters by the country code, which stands last. external is null where a machine is not external, and fulfils eq false.',
  }),
  rentable: assumed({
    id: 'rental-offers.search.rentable',
    evidence: [
      ...found(
        'rentable true is put into a search that does not name it, so that rented true alone finds nothing; rentable {"eq": "any"} found 27 offers that are rented.',
        note('vast-ai/vast-cli issue 391', '2026-05-06'),
        note('vast-ai/vast-cli PR 392', '2026-05-06'),
      ),
      ...found('rentable and rented are fields of an offer.', reference),
    ],
    text: 'An offer is rentable while nobody has rented it and its end_date is to come, unless its row says otherwise. Offers that are not rentable are found only where rentable is asked for: by eq false, eq any or an empty filter.',
    alternatives: {
      'rented-too': {
        text: 'Offers that are not rentable are found where rented is asked for, too.',
        evidence: judgement('A search for what is rented would find nothing otherwise.'),
      },
    },
  }),
  prices: assumed({
    id: 'rental-offers.search.prices',
    evidence: [
      ...found(
        'storage_total_cost is that of 8 GB where none is asked for, over 720 hours; search has the whole price, instance the disk alone.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
      ),
      ...found('A search for bids shows min_bid as dph_base.', unnamed(1, 'note', '2026-10-02')),
      ...found('It sends allocated_storage, 5 GB unless another size is given, and type.', officialClient),
    ],
    text: 'dph_total is the machine, at min_bid for the type bid, and the disk asked for, in $/hour: what an instance with that disk costs. dph_base is the machine alone.',
  }),
  defaultLimit: assumed({
    id: 'rental-offers.search.default-limit',
    evidence: [
      ...found('The search for local volumes has 64.', reference),
      ...found('64 offers at most.', unnamed(3, 'note', '2026-09-29'), unnamed(1, 'code', '2026-10')),
    ],
    text: 'Without a limit at most 64 offers are answered. There is no maximum.',
    value: 64,
  }),
  unknownGpu,
}
