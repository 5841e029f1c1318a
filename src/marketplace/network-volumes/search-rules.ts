import { capture, code, found, judgement } from '../../kernel/evidence.ts'
import { contract, officialClient, olderClient, unnamed, reference } from '../sources.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { configuredLimit } from '../operation/rate-limit.ts'
import { endlessRunsForAYear, expires, unpricedIsInvented, unsizedOffersWholeDisk } from './rules.ts'

const search = 'Endpoints › POST /api/v0/network_volumes/search/'

export const searchRules = {
  statuses: assumed({
    id: 'network-volumes.search.statuses',
    evidence: found('200; the contract shows the body only.', reference),
    text: 'A search that succeeds is answered with 200.',
    value: 200,
  }),
  finds: documented({
    id: 'network-volumes.search.finds',
    section: search,
    text: 'Offers that fulfil every filter are answered, in the given order, at most limit of them.',
  }),
  expires,
  endlessRunsForAYear,
  unsizedOffersWholeDisk,
  unpricedIsInvented,
  units: assumed({
    id: 'network-volumes.search.units',
    evidence: judgement(
      'The units are those of the public API reference of January 2026, whose pages are gone; a month has 720 hours as for rental offers. No network volume was ever seen.',
    ),
    text: 'Offers show, and filters take, inet_* in MB/s, nw_disk_* in MiB/s, reliability2 from 0 to 1, and as storage_cost the price of the listing in $/GB/month; storage_cost_total is $/hour for the whole offer: storage_cost times disk_space (GB) over 720 hours.',
  }),
  defaultLimit: assumed({
    id: 'network-volumes.search.default-limit',
    evidence: [
      ...found('The search for local volumes has 64; default and maximum are not shown.', reference),
      ...found(
        'The search for offers gives 64 at most.',
        unnamed(3, 'note', '2026-09-29'),
        unnamed(1, 'code', '2026-10'),
      ),
    ],
    text: 'Without a limit at most 64 offers are answered. There is no maximum.',
    value: 64,
  }),
  defaultOrder: assumed({
    id: 'network-volumes.search.default-order',
    evidence: judgement('No order is shown.'),
    text: 'Without an order, and among equals, offers come by ascending ask_contract_id.',
  }),
  unknownOrderField: assumed({
    id: 'network-volumes.search.unknown-order-field',
    evidence: found('It orders by score, a field that no offer has, and gets offers.', olderClient),
    text: 'An order by a field that no offer has orders nothing and is not an error.',
  }),
  derivedFields: assumed({
    id: 'network-volumes.search.derived-filters',
    evidence: judgement(
      'The contract filters by disk_bw, which no offer shows, and by country codes, where offers show places; rental offers show "South Korea, KR" and are filtered by ["KR"]. No network volume was ever seen.',
    ),
    text: 'disk_bw reads nw_disk_avg_bw; geolocation reads the country code, which stands last.',
  }),
  durationInSeconds: assumed({
    id: 'network-volumes.search.duration-in-seconds',
    evidence: [
      ...found(
        'The duration of rental offers is in seconds.',
        capture('jdziat/vastai-mcp', '2026-09-05'),
        unnamed(2, 'capture', '2025-07-26'),
      ),
      ...found('It takes days and multiplies them by 86,400 before it sends them.', olderClient),
      ...judgement('Against it, the public API reference calls the filter days, with 30 as its example.'),
    ],
    text: 'duration is the time until end_date in seconds. An operand above 0 and below 86,400 is answered with a hint, for days may have been meant.',
    alternatives: {
      days: {
        text: 'duration is the time until end_date in days.',
        evidence: found('It calls the filter days, with 30 as its example.', reference),
      },
    },
  }),
  rateLimit: assumed({
    id: 'network-volumes.search.rate-limit',
    evidence: [
      ...found('The three error responses are 400, 401 and 429.', reference),
      ...judgement('The contract gives them one shape; the code is ours.'),
    ],
    text: 'Searches are limited under a configured threshold only; one that comes too soon is refused with {success, error, msg}, where other operations have {detail}.',
    status: 429,
    error: 'rate_limited',
    restsOn: configuredLimit.restsOn,
  }),
  furtherOperators: assumed({
    id: 'network-volumes.search.further-operators',
    evidence: judgement(
      'The template search of the contract has them; this one shows eq for verified, in for geolocation, and eq, gt, gte and lte for numbers.',
    ),
    text: 'The operators neq, lt and notin work here too, and every operator on every field.',
  }),
}

/** How a search is read, and what else its offers show. */
export const searchChoices = {
  flatQuery: choice({
    id: 'network-volumes.search.flat-query',
    evidence: found('It has the query in q.', contract),
    text: 'Whether the body may be the query itself.',
    usual: 'refused',
    usually: 'A body without q is refused.',
    alternatives: {
      read: { text: 'A body without q is the query.', evidence: found('It sends no q.', officialClient) },
    },
    observed: 'read',
  }),
  textValues: choice({
    id: 'network-volumes.search.values-as-text',
    evidence: found('It shows numbers and booleans.', contract),
    text: 'Whether a filter takes numbers and booleans as strings.',
    usual: 'refused',
    usually: 'A string is not a value for a field that is a number or a boolean.',
    alternatives: {
      read: {
        text: 'A string is read by the type of its field: "500" as a number, "true" as a boolean.',
        evidence: found('It sends {"gt": "500"}.', officialClient),
      },
    },
    observed: 'read',
  }),
  furtherFields: choice({
    id: 'network-volumes.search.further-fields',
    evidence: found('It lists the fields of offers and of queries.', contract),
    text: 'Whether offers show, and queries take, more fields than the contract lists.',
    usual: 'absent',
    usually: 'Offers show the fields of the contract; a query with another key is refused.',
    alternatives: {
      served: {
        text: 'Offers also show id (their ask_contract_id), reliability (reliability2), duration (the time until end_date), verification (verified or unverified), host_id (the owner of the disk) and cluster_id (a disk is a cluster of its own). A query filters by each number that an offer shows, under these names too; external, which no network volume is, and allocated_storage are read, of which the latter changes nothing; another key is refused.',
        evidence: [
          ...found('It sends disk_space, external and allocated_storage, and shows these fields.', officialClient),
          ...judgement('What a cluster is, and what allocated_storage does, is shown nowhere.'),
          ...found('A search for rental offers refuses a key that no offer has.', code('osteele/weft', '2026')),
        ],
      },
    },
    observed: 'served',
  }),
}
