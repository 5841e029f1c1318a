import { code, docs, found, judgement } from '../../kernel/evidence.ts'
import { unnamed, reference, vendorDocs } from '../sources.ts'
import { assumed, documented } from '../../kernel/rule.ts'
import { createRules as templateCreateRules, templateRules } from '../templates/rules.ts'
import { createChoices } from './creation-choices.ts'
import { bids, launchRules } from './launch-rules.ts'

const at = 'Endpoints › PUT /api/v0/asks/{id}/'

const misuse = assumed({
  id: 'instances.create.misuse-status',
  evidence: found('invalid_args with 400 for arguments of this operation.', reference),
  text: 'The contract calls it an error; status and code are ours.',
})

export const createRules = {
  ...createChoices,
  envObject: templateRules.envObject,
  envHostname: templateRules.envHostname,
  envIsString: templateRules.envIsString,
  envObjectIgnored: templateRules.envObjectIgnored,
  envMalformed: templateRules.envMalformed,
  envWordsUnread: templateRules.envWordsUnread,
  shellWords: templateRules.shellWords,
  argsMalformed: templateRules.argsMalformed,
  templateDefaults: templateCreateRules.defaults,
  noQuota: templateCreateRules.noQuota,
  rents: documented({
    id: 'instances.create.rents',
    section: at,
    text: 'The offer becomes an instance of the user; new_contract is its identifier.',
  }),
  response: assumed({
    id: 'instances.create.answer',
    evidence: [
      ...found(
        '200 {success: true, new_contract}.',
        unnamed(1, 'capture', '2026-01'),
        code('osteele/weft', '2026'),
        code('dstackai/dstack', '2026'),
        vendorDocs,
      ),
      ...found('200 {success: true, new_contract}.', reference),
    ],
    text: 'The answer has the status 200 and the field success besides new_contract.',
    value: 200,
  }),
  runningAtOnce: assumed({
    id: 'instances.create.running-at-once',
    evidence: [
      ...found(
        'Never so: null or created, loading, then running after one to five minutes.',
        unnamed(1, 'capture', '2026-08-26'),
        unnamed(4, 'note', '2026-08-03'),
      ),
      ...judgement('A default of convenience: most tests want an instance that runs; a progression gives the rest.'),
    ],
    text: 'An instance runs as soon as it is created, or is stopped at once when target_state asks for that.',
    alternatives: {
      stopped: {
        text: 'An instance is created stopped, though the answer says success; it shows loading.',
        evidence: found(
          'Where cancel_unavail is not true, a rent of a GPU that was taken succeeds with an instance that is stopped; its disk is charged.',
          unnamed(3, 'note', '2026-09'),
          vendorDocs,
        ),
      },
    },
  }),
  progression: assumed({
    id: 'instances.create.progression',
    evidence: found(
      'created, then loading, then running within one to five minutes.',
      unnamed(3, 'note', '2026-08-03'),
    ),
    text: 'Where a progression is configured, a new instance is created for the first half of the way to running and loading for the second.',
  }),
  furtherParameters: assumed({
    id: 'instances.create.further-parameters',
    evidence: [
      ...found('label, onstart, args and others are taken.', unnamed(1, 'code', '2026'), vendorDocs),
      ...found(
        'label, onstart, args, args_str, use_jupyter_lab, jupyter_dir, target_state, price, runtypes like ssh_direct; tag, ssh_direct, use_ssh and jup_direct as similar scalars of a template.',
        reference,
      ),
    ],
    text: 'Further parameters are understood besides those that the contract names.',
  }),
  templateIdRefused: documented({
    id: 'instances.create.template-id-refused',
    section: `${at}; Errors`,
    text: 'template_id in place of template_hash_id is an error.',
    status: 400,
    error: 'invalid_args',
    restsOn: [misuse],
  }),
  offerUnknown: assumed({
    id: 'instances.create.offer-unknown',
    evidence: [
      ...found(
        '400 invalid_args, "error 404/3603: no_such_ask  Instance type by id N is not available."',
        unnamed(3, 'capture'),
        unnamed(1, 'note', '2026-06'),
        unnamed(9, 'code', '2026'),
      ),
      ...judgement('The reference has 404; it is in the text only.'),
    ],
    text: 'An offer that does not exist cannot be rented; the text has no_such_ask.',
    status: 400,
    error: 'invalid_args',
    alternatives: {
      '404': {
        text: 'An offer that does not exist cannot be rented.',
        evidence: found('404 for an unknown offer.', reference, vendorDocs),
        status: 404,
        error: 'no_such_ask',
      },
    },
  }),
  offerRented: assumed({
    id: 'instances.create.offer-rented',
    evidence: [
      ...found(
        '410 no_such_ask where another was faster.',
        unnamed(1, 'capture', '2026-08'),
        unnamed(4, 'code', '2026-10-08'),
      ),
      ...found('410 no_such_ask when the offer is gone.', reference),
    ],
    text: 'An offer is rented once; then it is gone. It is gone, too, from its end_date on, and where its row says that it is not rentable.',
    status: 410,
    error: 'no_such_ask',
  }),
  templateUnknown: assumed({
    id: 'instances.create.template-unknown',
    evidence: found(
      '400, "invalid template hash or id or template not accessible by user".',
      unnamed(1, 'capture', '2026-06-25'),
      unnamed(2, 'note'),
      unnamed(1, 'code'),
    ),
    text: "A template_hash_id that no template has now is refused, a retired one included; someone else's private template is unknown.",
    status: 400,
    error: 'invalid_args',
  }),
  imageMissing: assumed({
    id: 'instances.create.image-missing',
    evidence: found('Every rent by a template whose image was cleared is 400.', unnamed(1, 'note', '2026-08-21')),
    text: 'Without a template an image is required, and so it is with one whose image an edit has unset.',
    status: 400,
    error: 'invalid_args',
  }),
  priceInvalid: assumed({
    id: 'instances.create.price-invalid',
    evidence: [
      ...found('400 invalid_price, 0.001 to 128.', reference),
      ...found('The range.', docs('vast-ai/vast-claude-plugin', '2026-06')),
    ],
    text: 'A bid lies between 0.001 and 128 $/hour.',
    status: 400,
    error: 'invalid_price',
    value: bids,
  }),
  volumeUnknown: assumed({
    id: 'instances.create.volume-unknown',
    evidence: judgement('invalid_args, as the contract shows for references that do not resolve.'),
    text: 'A volume that does not exist cannot be attached, nor can one be created from an offer that does not exist or is over.',
    status: 400,
    error: 'invalid_args',
  }),
  volumeNotOwned: assumed({
    id: 'instances.create.volume-not-owned',
    evidence: judgement('not_authorized with 403, as the contract shows for a disk of someone else.'),
    text: "Someone else's volume cannot be attached.",
    status: 403,
    error: 'not_authorized',
  }),
  volumeSize: assumed({
    id: 'instances.create.volume-size',
    evidence: judgement('A new volume needs a size, and an offer cannot give more than it has left.'),
    text: 'A new volume without a size, or larger than what its offer has left, is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  volumeShared: assumed({
    id: 'instances.create.volume-shared',
    evidence: judgement('The contract states no limit on the attachments of a volume.'),
    text: 'A volume that is attached to an instance already can be attached to another one.',
  }),
  argsTooLong: assumed({
    id: 'instances.create.args-too-long',
    evidence: found(
      '400, "error 400/3471: Invalid args: len(image) > 1024, or len(args) > 16384, or len(label) > 256"; onstart counts as args.',
      unnamed(1, 'capture', '2026-07-25'),
      unnamed(3, 'note', '2026-07'),
    ),
    text: 'onstart and the arguments have at most so many characters together.',
    status: 400,
    error: 'invalid_args',
    value: 16_384,
  }),
  hostPortTwice: assumed({
    id: 'instances.create.host-port-twice',
    evidence: judgement('The contract states no limit on port mappings.'),
    text: 'One port of the host may be mapped to several ports of the container; every mapping is kept.',
  }),
  ...launchRules,
}
