import { assumed, choice, documented } from '../../kernel/rule.ts'
import { limitedOnDemand } from '../operation/rules.ts'
import { endlessRunsForAYear, expires, unpricedIsInvented, unsizedOffersWholeDisk } from './rules.ts'

const search = 'Endpoints › POST /api/v0/network_volumes/search/'
const reference = 'public API reference, January 2026'
const recorded = 'official client of August 2026, recorded'

export const searchRules = {
  statuses: assumed({
    id: 'network-volumes.search.statuses',
    evidence: `${reference}: 200; the contract shows the body only`,
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
    evidence: `${reference}: GB, MB/s, MiB/s, Unix seconds, $/GB/month, $/hour; the contract shows no units`,
    text: 'Offers show, and filters take, inet_* in MB/s, nw_disk_* in MiB/s, reliability2 from 0 to 1, and as storage_cost the price of the listing in $/GB/month; storage_cost_total is $/hour for the whole offer: storage_cost times disk_space (GB) over 730 hours.',
  }),
  defaultLimit: assumed({
    id: 'network-volumes.search.default-limit',
    evidence: `${reference}: the search for local volumes has 64; default and maximum are not shown`,
    text: 'Without a limit at most 64 offers are answered. There is no maximum.',
    value: 64,
  }),
  defaultOrder: assumed({
    id: 'network-volumes.search.default-order',
    evidence: 'judgement: no order is shown',
    text: 'Without an order, and among equals, offers come by ascending ask_contract_id.',
  }),
  unknownOrderField: assumed({
    id: 'network-volumes.search.unknown-order-field',
    evidence: 'official client 1.5.2, recorded: it orders by score, a field that no offer has, and gets offers',
    text: 'An order by a field that no offer has orders nothing and is not an error.',
  }),
  derivedFields: assumed({
    id: 'network-volumes.search.derived-filters',
    evidence:
      'judgement: the contract filters by disk_bw, which no offer shows, and by country codes, where offers show places',
    text: 'disk_bw reads nw_disk_avg_bw; geolocation reads the country code, which stands last.',
  }),
  durationInSeconds: assumed({
    id: 'network-volumes.search.duration-in-seconds',
    evidence:
      'official client 1.5.2: it takes days and multiplies them by 86,400 before it sends them, so seconds are on the wire; against it, the public API reference, January 2026, calls the filter days, with 30 as its example',
    text: 'duration is the time until end_date in seconds. An operand above 0 and below 86,400 is answered with a hint, for days may have been meant.',
    alternatives: {
      days: {
        text: 'duration is the time until end_date in days.',
        evidence: `${reference}: it calls the filter days, with 30 as its example`,
      },
    },
  }),
  rateLimit: assumed({
    id: 'network-volumes.search.rate-limit',
    evidence: `the contract gives the three error responses of this operation one shape; ${reference}: they are 400, 401 and 429. The code is ours`,
    text: 'Searches are limited under a configured threshold only; one that comes too soon is refused with {success, error, msg}, where other operations have {detail}.',
    status: 429,
    error: 'rate_limited',
    restsOn: limitedOnDemand.restsOn,
  }),
  furtherOperators: assumed({
    id: 'network-volumes.search.further-operators',
    evidence:
      'the template search of the contract has them; this one shows eq for verified, in for geolocation, and eq, gt, gte and lte for numbers',
    text: 'The operators neq, lt and notin work here too, and every operator on every field.',
  }),
}

/** How a search is read, and what else its offers show. */
export const searchChoices = {
  flatQuery: choice({
    id: 'network-volumes.search.flat-query',
    evidence: 'the contract has the query in q',
    text: 'Whether the body may be the query itself.',
    usual: 'refused',
    alternatives: {
      refused: { text: 'A body without q is refused.', evidence: 'the contract has the query in q' },
      read: { text: 'A body without q is the query.', evidence: `${recorded}: it sends no q` },
    },
    observed: 'read',
  }),
  textValues: choice({
    id: 'network-volumes.search.values-as-text',
    evidence: 'the contract shows numbers and booleans',
    text: 'Whether a filter takes numbers and booleans as strings.',
    usual: 'refused',
    alternatives: {
      refused: {
        text: 'A string is not a value for a field that is a number or a boolean.',
        evidence: 'the contract shows numbers and booleans',
      },
      read: {
        text: 'A string is read by the type of its field: "500" as a number, "true" as a boolean.',
        evidence: `${recorded}: it sends {"gt": "500"}`,
      },
    },
    observed: 'read',
  }),
  furtherFields: choice({
    id: 'network-volumes.search.further-fields',
    evidence: 'the contract lists the fields of offers and of queries',
    text: 'Whether offers show, and queries take, more fields than the contract lists.',
    usual: 'absent',
    alternatives: {
      absent: {
        text: 'Offers show the fields of the contract; a query with another key is refused.',
        evidence: 'the contract lists the fields of offers and of queries',
      },
      served: {
        text: 'Offers also show id (their ask_contract_id), reliability (reliability2), duration (the time until end_date), verification (verified or unverified), host_id (the owner of the disk) and cluster_id (a disk is a cluster of its own). A query filters by each number that an offer shows, under these names too; external, which no network volume is, and allocated_storage are read, of which the latter changes nothing; other keys are ignored.',
        evidence: `${recorded}: it sends disk_space, external and allocated_storage, and shows these fields; what a cluster is, and what allocated_storage does, is judgement`,
      },
    },
    observed: 'served',
  }),
}
