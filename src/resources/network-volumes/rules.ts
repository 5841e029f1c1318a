import { assumed, documented } from '../../kernel/rule.ts'

const at = 'Endpoints › POST /api/v0/network_volume/'
const search = 'Endpoints › POST /api/v0/network_volumes/search/'
const unlistAt = 'Endpoints › POST /api/v0/network_volumes/unlist/'
const reference = 'public API reference, January 2026'

const unlistStatus = assumed({
  id: 'network-volumes.unlist.statuses',
  evidence: `${reference}: 400 without id, 403 without privileges; an unknown id as for the sibling operation on local volumes`,
  text: 'Unlisting is refused with 400 for an argument and with 403 for privileges; the contract shows the codes only.',
})

const endlessRunsForAYear = assumed({
  id: 'network-volumes.list.endless-runs-for-a-year',
  evidence: 'judgement: end_date is optional on a listing, yet every offer shows one',
  text: 'A listing without an end_date expires 365 days after its start.',
})

export const listRules = {
  creates: documented({
    id: 'network-volumes.list.creates',
    section: at,
    text: 'A disk without a listing gets one; disk_id in the answer is a text that names the offer and its size.',
  }),
  updates: documented({
    id: 'network-volumes.list.updates',
    section: at,
    text: 'A disk that is listed already keeps its offer; price, size, end date and discount that are given replace the old ones.',
  }),
  diskIdInvalid: documented({
    id: 'network-volumes.list.disk-id-invalid',
    section: at,
    text: 'A missing or invalid disk_id is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  diskNotOwned: documented({
    id: 'network-volumes.list.disk-not-owned',
    section: `${at}; Authentication 4`,
    text: 'A network disk that does not exist or belongs to someone else is refused.',
    status: 403,
    error: 'not_authorized',
  }),
  unsizedOffersWholeDisk: assumed({
    id: 'network-volumes.list.unsized-offers-whole-disk',
    evidence: 'judgement: size is optional, its default is not shown',
    text: 'A listing without a size offers the whole disk.',
  }),
  unpricedIsInvented: assumed({
    id: 'network-volumes.list.unpriced-is-invented',
    evidence: 'judgement: price_disk is optional, its default is not shown',
    text: 'A new listing without a price gets one between 0.03 and 0.30, invented from the seed.',
  }),
  sizeExceedsDisk: assumed({
    id: 'network-volumes.list.size-exceeds-disk',
    evidence: 'judgement: size is the space available to rent',
    text: 'A size larger than the disk is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  endsInThePast: assumed({
    id: 'network-volumes.list.ends-in-the-past',
    evidence: 'judgement: a listing that has expired cannot be meant',
    text: 'An end_date that is not in the future is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  relistsAfterExpiry: assumed({
    id: 'network-volumes.list.relists-after-expiry',
    evidence: 'judgement: whether an expired listing still exists is not shown',
    text: 'A disk whose listing has expired counts as not listed: it gets a new offer.',
  }),
  endlessRunsForAYear,
}

export const searchRules = {
  finds: documented({
    id: 'network-volumes.search.finds',
    section: search,
    text: 'Offers that fulfil every filter are answered, in the given order, at most limit of them.',
  }),
  expires: documented({
    id: 'network-volumes.search.expires',
    section: 'Resources › Network volume listing',
    text: 'A listing expires at its end_date: from that instant it is not found.',
  }),
  endlessRunsForAYear,
  units: assumed({
    id: 'network-volumes.search.units',
    evidence: `${reference}: GB, MB/s, MiB/s, Unix seconds, $/GB/month, $/hour; the contract shows no units`,
    text: 'Offers show, and filters take, inet_* in MB/s, nw_disk_* in MiB/s, reliability2 from 0 to 1, and as storage_cost the price of the listing in $/GB/month; storage_cost_total is $/hour for the whole offer: storage_cost times disk_space (GB) over 730 hours.',
  }),
  defaultLimit: assumed({
    id: 'network-volumes.search.default-limit',
    evidence: `${reference}: the search for local volumes has 64; default and maximum are not shown`,
    text: 'Without a limit at most 64 offers are answered. There is no maximum.',
  }),
  defaultOrder: assumed({
    id: 'network-volumes.search.default-order',
    evidence: 'judgement: no order is shown',
    text: 'Without an order, and among equals, offers come by ascending ask_contract_id.',
  }),
  unknownOrderField: assumed({
    id: 'network-volumes.search.unknown-order-field',
    evidence: 'official client 1.5.2, recorded: it orders by score, a field that no offer has, and gets offers',
    text: 'An order by a field that no offer has orders nothing and is no error.',
  }),
  derivedFields: assumed({
    id: 'network-volumes.search.derived-filters',
    evidence: 'judgement: the contract filters by disk_bw and duration, which no offer shows',
    text: 'disk_bw reads nw_disk_avg_bw; duration is the time until end_date, in seconds; geolocation reads the country code.',
  }),
  furtherOperators: assumed({
    id: 'network-volumes.search.further-operators',
    evidence:
      'the template search of the contract has them; this one shows eq for verified, in for geolocation, and eq, gt, gte and lte for numbers',
    text: 'The operators neq, lt and notin work here too, and every operator on every field.',
  }),
}

export const unlistRules = {
  unlists: documented({
    id: 'network-volumes.unlist.unlists',
    section: unlistAt,
    text: 'The listing is deleted; the answer repeats its id.',
  }),
  idMissing: documented({
    id: 'network-volumes.unlist.id-missing',
    section: unlistAt,
    text: 'A body without id is refused.',
    status: 400,
    error: 'invalid_args',
    restsOn: [unlistStatus],
  }),
  idUnknown: assumed({
    id: 'network-volumes.unlist.id-unknown',
    evidence: `${reference}, for the sibling operation on local volumes: 400, "does not exist"`,
    text: 'An id that no live listing has is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  notOwned: documented({
    id: 'network-volumes.unlist.not-owned',
    section: unlistAt,
    text: "Someone else's listing cannot be unlisted.",
    status: 403,
    error: 'not_authorized',
    restsOn: [unlistStatus],
  }),
}
