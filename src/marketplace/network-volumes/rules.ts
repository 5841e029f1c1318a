import { assumed, documented } from '../../kernel/rule.ts'
import { limitedOnDemand } from '../operation/rules.ts'

const at = 'Endpoints › POST /api/v0/network_volume/'
const search = 'Endpoints › POST /api/v0/network_volumes/search/'
const unlistAt = 'Endpoints › POST /api/v0/network_volumes/unlist/'
const reference = 'public API reference, January 2026'

export const unlistStatus = assumed({
  id: 'network-volumes.unlist.statuses',
  evidence: `${reference}: 200, 400 without id, 403 without privileges`,
  text: 'Unlisting succeeds with 200 and is refused with 400 for an argument and 403 for privileges; the contract shows bodies only.',
  value: 200,
})

const endlessRunsForAYear = assumed({
  id: 'network-volumes.list.endless-runs-for-a-year',
  evidence: 'judgement: end_date is optional on a listing, yet every offer shows one',
  text: 'A listing without an end_date expires 365 days after its start.',
  value: 365,
})

const unsizedOffersWholeDisk = assumed({
  id: 'network-volumes.list.unsized-offers-whole-disk',
  evidence: 'judgement: size is optional, its default is not shown',
  text: 'A listing without a size offers the whole disk.',
})

const unpricedIsInvented = assumed({
  id: 'network-volumes.list.unpriced-is-invented',
  evidence: 'judgement: price_disk is optional, its default is not shown',
  text: 'A listing without a price has one between 0.03 and 0.30, invented from the seed.',
  value: { from: 0.03, to: 0.3 },
})

const expires = documented({
  id: 'network-volumes.search.expires',
  section: 'Resources › Network volume listing',
  text: 'A listing expires at its end_date: from that instant there is none.',
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
  unsizedOffersWholeDisk,
  unpricedIsInvented,
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
  expires,
  endlessRunsForAYear,
}

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
  privilegesMissing: documented({
    id: 'network-volumes.unlist.privileges-missing',
    section: unlistAt,
    text: 'A key without the privileges for unlisting is refused.',
    status: 403,
    error: 'not_authorized',
    restsOn: [unlistStatus],
  }),
  idUnknown: assumed({
    id: 'network-volumes.unlist.id-unknown',
    evidence: `${reference}, for the sibling operation on local volumes: 400, "does not exist"`,
    text: 'An id that no live listing has is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  notOwned: assumed({
    id: 'network-volumes.unlist.not-owned',
    evidence:
      'judgement: the contract refuses missing privileges here and states ownership for disks and endpoint groups only; code and status as on list',
    text: "Someone else's listing cannot be unlisted.",
    status: 403,
    error: 'not_authorized',
  }),
  expires,
  endlessRunsForAYear,
}
