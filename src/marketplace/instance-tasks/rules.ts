import { code, found, judgement } from '../../kernel/evidence.ts'
import { assumed } from '../../kernel/rule.ts'
import { changeRules } from '../instances/manage-rules.ts'
import { createRules } from '../instances/rules.ts'
import { officialClient, unnamed, vendorDocs } from '../sources.ts'

const { unknown, restarts } = changeRules

export const bidRules = {
  unknown,
  restarts,
  bids: assumed({
    id: 'instances.bid.sets-price',
    evidence: [
      ...found(
        'PUT with client_id and price from 0.001 to 32; {success}.',
        vendorDocs,
        officialClient,
        unnamed(3, 'code'),
      ),
      ...found(
        'An interruption shows cur_state, next_state and intended_status stopped.',
        code('dstackai/dstack', '2026'),
      ),
      ...judgement('How long the market takes to act on a bid is not shown: here it acts at once.'),
    ],
    text: 'The bid of an instance is price, in $/hour. A bid of at least min_bid starts an instance that was outbid, a smaller one stops it: actual_status is exited then, and the other three are stopped.',
    value: 200,
  }),
  notBid: assumed({
    id: 'instances.bid.not-a-bid',
    evidence: judgement('An instance that was rented at the price has no bid to change.'),
    text: 'A bid for an instance that was not rented by a bid is refused.',
    status: 400,
    error: 'invalid_args',
  }),
}

export const recycleRules = {
  unknown,
  restarts,
  recycles: assumed({
    id: 'instances.recycle.recycles',
    evidence: found(
      'PUT; destroyed and created anew on the same machine, at the same priority.',
      vendorDocs,
      unnamed(3, 'code'),
    ),
    text: 'The instance boots from its image again, as if it had just been rented; it keeps its id, its machine and its settings.',
    value: 200,
  }),
}

export const templateUpdateRules = {
  unknown,
  restarts,
  templateUnknown: createRules.templateUnknown,
  envObject: createRules.envObject,
  envHostname: createRules.envHostname,
  envIsString: createRules.envIsString,
  envObjectIgnored: createRules.envObjectIgnored,
  envMalformed: createRules.envMalformed,
  envWordsUnread: createRules.envWordsUnread,
  shellWords: createRules.shellWords,
  envTooLong: createRules.envTooLong,
  updates: assumed({
    id: 'instances.update-template.updates',
    evidence: found('PUT with image, env, onstart and template_hash_id; {success}.', vendorDocs, unnamed(2, 'code')),
    text: 'The instance takes image, tag, env and onstart of the template that is named, and then those that are given, of which a tag alone replaces that of the image, and env is read as at a rent; it shows them from then on, and boots again.',
    value: 200,
  }),
}

export const severalRules = {
  several: assumed({
    id: 'instances.several.each',
    evidence: found('PUT and DELETE with ids.', officialClient),
    text: 'What is asked of one instance is done to each that is named in ids or instance_ids, in that order. Where one of them is not an instance of the user, nothing is changed.',
    value: 200,
  }),
  unknown,
}
