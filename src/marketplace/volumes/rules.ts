import { code, found, judgement } from '../../kernel/evidence.ts'
import { officialClient, reference } from '../sources.ts'
import { assumed } from '../../kernel/rule.ts'

export const searchRules = {
  finds: assumed({
    id: 'volumes.search.finds',
    evidence: found('It sends the query flat, numbers as strings, orders by score, and reads offers.', officialClient),
    text: 'The offers that fulfil every filter are answered in the order that is asked for, and by ascending id; a string is read by the type of its field, geolocation by the country code, driver_version as one number, cuda_vers is cuda_max_good, a field that no offer has orders nothing. No offer is external. One whose end_date is over is none; one without lasts for 365 days more.',
    value: 200,
  }),
  unknownName: assumed({
    id: 'volumes.search.unknown-name',
    evidence: [
      ...found('A search for rental offers refuses a key that no offer has.', code('osteele/weft', '2026')),
      ...judgement('This search was not seen to; a search that leaves a filter out finds what was not asked for.'),
    ],
    text: 'A key of a query by a name that no offer has is refused, whatever the value.',
    status: 400,
    error: 'invalid_args',
  }),
  spaceLeft: assumed({
    id: 'volumes.search.space-left',
    evidence: judgement('What is created from an offer is taken.'),
    text: 'disk_space is what volumes have left of the offer.',
  }),
  defaultLimit: assumed({
    id: 'volumes.search.default-limit',
    evidence: found('The default limit is 64.', reference),
    text: 'Without a limit at most 64 offers are answered.',
    value: 64,
  }),
}

export const listRules = {
  listsOwn: assumed({
    id: 'volumes.list.lists-own',
    evidence: [
      ...found('It sends owner and type, and reads volumes with their start_date.', officialClient),
      ...judgement('The status and the order are shown nowhere.'),
    ],
    text: "The user's own volumes are answered by ascending id, local ones, those on network disks, or, without a type, all; each with the instances to which it is attached.",
    value: 200,
  }),
}

export const createRules = {
  creates: assumed({
    id: 'volumes.create.creates',
    evidence: found('It sends the id of an offer and a size, and prints the answer.', officialClient),
    text: 'A volume of that size is created from the offer, or on the disk of the network volume offer.',
    value: 200,
  }),
  offerUnknown: assumed({
    id: 'volumes.create.offer-unknown',
    evidence: judgement('As for instances.'),
    text: 'An offer that does not exist, or is over, gives no volume.',
    status: 404,
    error: 'no_such_ask',
  }),
  sizeExceedsOffer: assumed({
    id: 'volumes.create.size-exceeds-offer',
    evidence: judgement('An offer cannot give more than it has left.'),
    text: 'A volume larger than what the offer has left is refused.',
    status: 400,
    error: 'invalid_args',
  }),
}

export const removeRules = {
  removes: assumed({
    id: 'volumes.delete.deletes',
    evidence: [
      ...found('It sends the id in the query, and prints the answer.', officialClient),
      ...found('The id stands in the body.', reference),
    ],
    text: 'The volume that the query names, or else the body, is deleted, and its offer has its space again.',
    value: 200,
  }),
  volumeUnknown: assumed({
    id: 'volumes.delete.volume-unknown',
    evidence: [
      ...found('Unlisting is refused by 400, "does not exist".', reference),
      ...judgement('That the volume of another user is unknown too is shown nowhere.'),
    ],
    text: 'A volume that does not exist for the user cannot be deleted.',
    status: 400,
    error: 'invalid_args',
  }),
  attached: assumed({
    id: 'volumes.delete.attached',
    evidence: judgement('An instance that runs would lose what is mounted in it; the code is ours.'),
    text: 'A volume that is attached to an instance cannot be deleted.',
    status: 400,
    error: 'volume_in_use',
  }),
}
