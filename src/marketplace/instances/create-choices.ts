import { choice } from '../../kernel/rule.ts'

const august = 'official client of August 2026, recorded'
const reference = 'public API reference, January 2026'
const contract = 'the contract does not show it'

/** How creations of instances are read and refused otherwise than the contract shows. */
export const createChoices = {
  furtherFields: choice({
    id: 'instances.create.further-fields',
    evidence: contract,
    text: 'Whether a creation reads client_id, cancel_unavail, vm, force, user, image_login, python_utf8 and lang_utf8, and the name in volume_info.',
    usual: 'ignored',
    alternatives: {
      ignored: { text: 'They are ignored, as every unknown field.', evidence: contract },
      read: {
        text: 'They are checked by their types. name is that of a new volume; a vm needs an SSH key; the others change nothing that is answered, and image_login is not kept.',
        evidence: `${august}; ${reference}`,
      },
    },
    observed: 'read',
  }),
  runtypeWords: choice({
    id: 'instances.create.runtype-words',
    evidence: 'the contract shows ssh, jupyter and args',
    text: 'Whether runtype may be several ways to connect, as image_runtype is.',
    usual: 'refused',
    alternatives: {
      refused: { text: 'It is one word.', evidence: 'the contract shows ssh, jupyter and args' },
      read: {
        text: 'It is one word, or several with spaces between: `ssh_direc ssh_proxy` is SSH, directly too; `jupyter_proxy ssh_proxy` is Jupyter with SSH.',
        evidence: `${august}: it sends them`,
      },
    },
    observed: 'read',
  }),
  vmWithoutKey: choice({
    id: 'instances.create.vm-without-ssh-key',
    evidence: contract,
    text: 'What becomes of a vm for a user without an SSH key.',
    usual: 'rented',
    alternatives: {
      rented: { text: 'It is rented as any other.', evidence: contract },
      refused: {
        text: 'A vm is refused to a user without ssh_keys.',
        evidence: `${reference}: 400 no_ssh_key_for_vm; which keys a user has is what the fixture says`,
        status: 400,
        error: 'no_ssh_key_for_vm',
      },
    },
    observed: 'refused',
  }),
  askId: choice({
    id: 'instances.create.ask-id',
    evidence: 'the contract shows no error body of this operation',
    text: 'Whether a refusal names the offer.',
    usual: 'absent',
    alternatives: {
      absent: { text: 'The body has success, error and msg.', evidence: contract },
      shown: {
        text: 'The body has ask_id, too: the id in the path.',
        evidence: `${reference}: error bodies have ask_id`,
      },
    },
    observed: 'shown',
  }),
}
