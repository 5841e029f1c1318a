import { found, judgement } from '../../kernel/evidence.ts'
import { aprilClient, contract, officialClient, reference } from '../sources.ts'
import type { Availability } from '../../kernel/operation.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'

const at = 'Endpoints › POST /api/v0/network_volume/'
const unlistAt = 'Endpoints › POST /api/v0/network_volumes/unlist/'

export const unlistStatus = assumed({
  id: 'network-volumes.unlist.statuses',
  evidence: found('200, 400 without id, 403 without privileges.', reference),
  text: 'Unlisting succeeds with 200 and is refused with 400 for an argument and 403 for privileges; the contract shows bodies only.',
  value: 200,
})

export const endlessRunsForAYear = assumed({
  id: 'network-volumes.list.endless-runs-for-a-year',
  evidence: judgement(
    'end_date is optional on a listing, yet every offer shows one; the service never sold such volumes, so nothing was seen.',
  ),
  text: 'A listing without an end_date expires 365 days after its start.',
  value: 365,
})

export const unsizedOffersWholeDisk = assumed({
  id: 'network-volumes.list.unsized-offers-whole-disk',
  evidence: judgement('size is optional, its default is not shown.'),
  text: 'A listing without a size offers the whole disk.',
})

export const unpricedIsInvented = assumed({
  id: 'network-volumes.list.unpriced-is-invented',
  evidence: judgement('price_disk is optional, its default is not shown.'),
  text: 'A listing without a price has one between 0.03 and 0.30, invented from the seed.',
  value: { from: 0.03, to: 0.3 },
})

export const expires = documented({
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
    evidence: judgement('size is the space available to rent.'),
    text: 'A size larger than the disk is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  endsInThePast: assumed({
    id: 'network-volumes.list.ends-in-the-past',
    evidence: judgement('A listing that has expired cannot be meant.'),
    text: 'An end_date that is not in the future is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  relistsAfterExpiry: assumed({
    id: 'network-volumes.list.relists-after-expiry',
    evidence: judgement('Whether an expired listing still exists is not shown.'),
    text: 'A disk whose listing has expired counts as not listed: it gets a new offer.',
  }),
  expires,
  endlessRunsForAYear,
}

export const pluralPath: Availability = choice({
  id: 'network-volumes.list.plural-path',
  evidence: found('It has the path in the singular.', contract),
  text: 'Whether a network volume is listed at /api/v0/network_volumes/ too.',
  usual: 'absent',
  usually: 'Network volumes are listed at /api/v0/network_volume/.',
  alternatives: {
    served: {
      text: 'Network volumes are listed at /api/v0/network_volumes/, too.',
      evidence: found('It sends there.', officialClient, aprilClient),
    },
  },
  observed: 'served',
})

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
    evidence: found('400, "does not exist", for the sibling operation on local volumes.', reference),
    text: 'An id that no live listing has is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  notOwned: assumed({
    id: 'network-volumes.unlist.not-owned',
    evidence: judgement(
      'The contract refuses missing privileges here and states ownership for disks and endpoint groups only; code and status as on list.',
    ),
    text: "Someone else's listing cannot be unlisted.",
    status: 403,
    error: 'not_authorized',
  }),
  expires,
  endlessRunsForAYear,
}
