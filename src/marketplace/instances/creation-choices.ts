import { code, docs, found, judgement } from '../../kernel/evidence.ts'
import { choice } from '../../kernel/rule.ts'
import { contract, officialClient, unnamed, reference, vendorDocs } from '../sources.ts'

/** How creations of instances are read and refused otherwise than the contract shows. */
export const createChoices = {
  furtherFields: choice({
    id: 'instances.create.further-fields',
    evidence: found('It does not show it.', contract),
    text: 'Whether a creation reads client_id, cancel_unavail, vm, force, user, image_login, python_utf8 and lang_utf8, and the name in volume_info.',
    usual: 'ignored',
    usually: 'They are ignored, as every unknown field.',
    alternatives: {
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
    usually: 'It is one word.',
    alternatives: {
      read: {
        text: 'It is one word, or several with spaces between: `ssh_direc ssh_proxy` is SSH, directly too; `jupyter_proxy ssh_proxy` is Jupyter with SSH.',
        evidence: found('It sends them.', officialClient),
      },
    },
    observed: 'read',
  }),
  vmWithoutKey: choice({
    id: 'instances.create.vm-without-ssh-key',
    despite: 'the contract has no parameter vm',
    evidence: found('It does not show it.', contract),
    text: 'What becomes of a vm for a user without an SSH key.',
    usual: 'rented',
    usually: 'It is rented as any other.',
    alternatives: {
      refused: {
        text: 'A vm is refused to a user without ssh_keys.',
        evidence: [
          ...found('400 no_ssh_key_for_vm.', unnamed(4, 'note', '2026-07'), unnamed(1, 'code')),
          ...found('400 no_ssh_key_for_vm; which keys a user has is what the fixture says.', reference),
        ],
        status: 400,
        error: 'no_ssh_key_for_vm',
      },
    },
    observed: 'refused',
  }),
  instanceKey: choice({
    id: 'instances.create.instance-key',
    evidence: found('It shows new_contract.', contract),
    text: 'Whether the answer has a key of the new instance.',
    usual: 'absent',
    usually: 'It has none.',
    alternatives: {
      answered: {
        text: 'instance_api_key is there too, a text that names nobody here.',
        evidence: found('Answers have instance_api_key.', unnamed(1, 'capture', '2026-01'), vendorDocs),
      },
    },
    observed: 'answered',
  }),
  askId: choice({
    id: 'instances.create.ask-id',
    despite: 'the contract shows refusals with success, error and msg alone',
    evidence: found('It shows no error body of this operation.', contract),
    text: 'Whether a refusal names the offer.',
    usual: 'absent',
    usually: 'The body has success, error and msg.',
    alternatives: {
      shown: {
        text: 'The body has ask_id, too: the id in the path.',
        evidence: [
          ...found('Refusals of a rent have ask_id.', unnamed(2, 'capture', '2026-08')),
          ...found('Error bodies have ask_id.', reference),
        ],
      },
    },
    observed: 'shown',
  }),
  bidBelowMinimum: choice({
    id: 'instances.create.bid-below-minimum',
    evidence: judgement('The contract shows min_bid and does not say what becomes of a smaller bid.'),
    text: 'What becomes of a bid below the min_bid of the offer.',
    usual: 'rented',
    usually: 'It is accepted, and the instance runs.',
    alternatives: {
      refused: {
        text: 'It is refused as an offer that does not exist.',
        evidence: found(
          'A bid below min_bid does not win: no_such_ask, or an instance that is created stopped.',
          code('dstackai/dstack', '2026'),
          unnamed(1, 'note'),
          docs('vast-ai/vast-claude-plugin', '2026-06'),
        ),
        status: 400,
        error: 'invalid_args',
      },
    },
    observed: 'refused',
  }),
  creditMissing: choice({
    id: 'instances.create.credit-missing',
    despite: 'the contract knows no credit; the choice is for those who do',
    evidence: found('It does not show it.', contract),
    text: 'What becomes of a creation by a user whose credit is 0 or less.',
    usual: 'rented',
    usually: 'Credit is not looked at.',
    alternatives: {
      refused: {
        text: 'It is refused.',
        evidence: found(
          '400 insufficient_credit, "Your account lacks credit; see the billing page."',
          unnamed(4, 'note', '2026-09-15'),
          unnamed(1, 'code'),
          code('osteele/weft', '2026'),
        ),
        status: 400,
        error: 'insufficient_credit',
      },
    },
    observed: 'refused',
  }),
}
