import { code, docs, found, judgement } from '../../kernel/evidence.ts'
import { contract, officialClient, publicFiles, reference, vendorDocs } from '../sources.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { createRules as templateCreateRules, templateRules } from '../templates/rules.ts'
import { bids, launchRules } from './launch-rules.ts'

const at = 'Endpoints › PUT /api/v0/asks/{id}/'

const misuse = assumed({
  id: 'instances.create.misuse-status',
  evidence: found('invalid_args with 400 for arguments of this operation.', reference),
  text: 'The contract calls it an error; status and code are ours.',
})

/** How creations of instances are read and refused otherwise than the contract shows. */
const createChoices = {
  furtherFields: choice({
    id: 'instances.create.further-fields',
    evidence: found('It does not show it.', contract),
    text: 'Whether a creation reads client_id, cancel_unavail, vm, force, user, image_login, python_utf8 and lang_utf8, and the name in volume_info.',
    usual: 'ignored',
    alternatives: {
      ignored: { text: 'They are ignored, as every unknown field.', evidence: found('It does not show it.', contract) },
      read: {
        text: 'They are checked by their types. name is that of a new volume; a vm needs an SSH key; the others change nothing that is answered, and image_login is not kept.',
        evidence: found('It sends them.', officialClient, reference),
      },
    },
    observed: 'read',
  }),
  runtypeWords: choice({
    id: 'instances.create.runtype-words',
    evidence: found('It shows ssh, jupyter and args.', contract),
    text: 'Whether runtype may be several ways to connect, as image_runtype is.',
    usual: 'refused',
    alternatives: {
      refused: { text: 'It is one word.', evidence: found('It shows ssh, jupyter and args.', contract) },
      read: {
        text: 'It is one word, or several with spaces between: `ssh_direc ssh_proxy` is SSH, directly too; `jupyter_proxy ssh_proxy` is Jupyter with SSH.',
        evidence: found('It sends them.', officialClient),
      },
    },
    observed: 'read',
  }),
  vmWithoutKey: choice({
    id: 'instances.create.vm-without-ssh-key',
    evidence: found('It does not show it.', contract),
    text: 'What becomes of a vm for a user without an SSH key.',
    usual: 'rented',
    alternatives: {
      rented: { text: 'It is rented as any other.', evidence: found('It does not show it.', contract) },
      refused: {
        text: 'A vm is refused to a user without ssh_keys.',
        evidence: [
          ...found('400 no_ssh_key_for_vm.', publicFiles(4, 'note', '2026-07'), publicFiles(1, 'code')),
          ...found('400 no_ssh_key_for_vm; which keys a user has is what the fixture says.', reference),
        ],
        status: 400,
        error: 'no_ssh_key_for_vm',
      },
    },
    observed: 'refused',
  }),
  askId: choice({
    id: 'instances.create.ask-id',
    evidence: found('It shows no error body of this operation.', contract),
    text: 'Whether a refusal names the offer.',
    usual: 'absent',
    alternatives: {
      absent: { text: 'The body has success, error and msg.', evidence: found('It does not show it.', contract) },
      shown: {
        text: 'The body has ask_id, too: the id in the path.',
        evidence: [
          ...found('Refusals of a rent have ask_id.', publicFiles(2, 'capture', '2026-08')),
          ...found('Error bodies have ask_id.', reference),
        ],
      },
    },
    observed: 'shown',
  }),
}

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
        publicFiles(1, 'capture', '2026-01'),
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
        publicFiles(1, 'capture', '2026-08-26'),
        publicFiles(4, 'note', '2026-08-03'),
      ),
      ...judgement('A default of convenience: most tests want an instance that runs; a progression gives the rest.'),
    ],
    text: 'An instance runs as soon as it is created, or is stopped at once when target_state asks for that.',
  }),
  progression: assumed({
    id: 'instances.create.progression',
    evidence: found(
      'created, then loading, then running within one to five minutes.',
      publicFiles(3, 'note', '2026-08-03'),
    ),
    text: 'Where a progression is configured, a new instance is created for the first half of the way to running and loading for the second.',
  }),
  furtherParameters: assumed({
    id: 'instances.create.further-parameters',
    evidence: [
      ...found('label, onstart, args and others are taken.', publicFiles(1, 'code', '2026'), vendorDocs),
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
    evidence: found('404 for an unknown offer.', reference),
    text: 'An offer that does not exist cannot be rented.',
    status: 404,
    error: 'no_such_ask',
    alternatives: {
      reported: {
        text: 'An offer that does not exist cannot be rented.',
        evidence: found('404 with the code invalid_args.', publicFiles(1, 'code')),
        error: 'invalid_args',
      },
    },
    observed: 'reported',
  }),
  offerRented: assumed({
    id: 'instances.create.offer-rented',
    evidence: [
      ...found(
        '410 no_such_ask where another was faster.',
        publicFiles(1, 'capture', '2026-08'),
        publicFiles(4, 'code', '2026-10-08'),
      ),
      ...found('410 no_such_ask when the offer is gone.', reference),
    ],
    text: 'An offer is rented once; then it is gone.',
    status: 410,
    error: 'no_such_ask',
  }),
  templateUnknown: assumed({
    id: 'instances.create.template-unknown',
    evidence: found(
      '400, "invalid template hash or id or template not accessible by user".',
      publicFiles(1, 'capture', '2026-06-25'),
      publicFiles(2, 'note'),
      publicFiles(1, 'code'),
    ),
    text: "A template_hash_id that no template has now is refused, a retired one included; someone else's private template is as good as none.",
    status: 400,
    error: 'invalid_args',
  }),
  imageMissing: assumed({
    id: 'instances.create.image-missing',
    evidence: found('Every rent by a template whose image was cleared is 400.', publicFiles(1, 'note', '2026-08-21')),
    text: 'Without a template an image is required.',
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
    text: 'A volume or volume offer that does not exist cannot be attached.',
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
  bidBelowMinimum: assumed({
    id: 'instances.create.bid-below-minimum',
    evidence: judgement('The contract shows min_bid and does not say what becomes of a smaller bid.'),
    text: 'A bid below the min_bid of the offer is accepted, and the instance runs.',
  }),
  hostPortTwice: assumed({
    id: 'instances.create.host-port-twice',
    evidence: judgement('The contract states no limit on port mappings.'),
    text: 'One port of the host may be mapped to several ports of the container; every mapping is kept.',
  }),
  ...launchRules,
}
