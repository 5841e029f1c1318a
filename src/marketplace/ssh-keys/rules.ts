import { code, found, judgement } from '../../kernel/evidence.ts'
import { assumed, choice } from '../../kernel/rule.ts'
import { officialClient, unnamed, vendorDocs } from '../sources.ts'

export const listRules = {
  lists: assumed({
    id: 'ssh-keys.list.lists-own',
    evidence: [
      ...found('A bare list of {id, user_id, public_key, created_at, deleted_at}.', unnamed(1, 'capture', '2026')),
      ...judgement('A fixture does not say when its keys came: created_at is its epoch.'),
    ],
    text: 'The SSH keys of the user are answered as a list, those of the fixture among them. The id of a key of the fixture follows from its text.',
    value: 200,
  }),
  none: choice({
    id: 'ssh-keys.list.none',
    evidence: found('Clients read a list.', unnamed(7, 'code')),
    text: 'What is answered to a user without SSH keys.',
    usual: 'empty',
    usually: 'An empty list.',
    alternatives: {
      refused: {
        text: 'It is refused.',
        evidence: found('404 where there are no keys.', vendorDocs),
        status: 404,
        error: 'no_ssh_key',
      },
    },
    observed: 'empty',
  }),
}

const noKey = assumed({
  id: 'ssh-keys.no-ssh-key',
  evidence: found('400 no_ssh_key.', vendorDocs),
  text: 'A request without ssh_key, and one for a key that the user does not have, is refused.',
  status: 400,
  error: 'no_ssh_key',
})

export const addRules = {
  noKey,
  adds: assumed({
    id: 'ssh-keys.create.adds',
    evidence: found('{success, key}.', vendorDocs, officialClient),
    text: 'The key is added to those of the user, who then may rent virtual machines.',
    value: 200,
  }),
  duplicate: assumed({
    id: 'ssh-keys.create.duplicate',
    evidence: found(
      'It looks for "duplicate" in the text of a refusal.',
      code('elliotwoods/vastai-blender', '2026-07'),
    ),
    text: 'A key that the user has already, under another id, is refused.',
    status: 400,
    error: 'duplicate_ssh_key',
  }),
}

export const changeRules = {
  noKey,
  duplicate: addRules.duplicate,
  changes: assumed({
    id: 'ssh-keys.change.changes',
    evidence: [
      ...found('{success, key} of a change, {success} of a deletion.', vendorDocs, officialClient),
      ...judgement('A change to the text that the key has already is repeated, not refused.'),
    ],
    text: 'The key is replaced, and keeps its id, or deleted. An instance to which it is attached keeps it. A change to the text that it has already changes nothing.',
    value: 200,
  }),
}

export const attachRules = {
  noKey,
  attaches: assumed({
    id: 'ssh-keys.of-instance.attaches',
    evidence: found(
      'POST with ssh_key, DELETE with the id of the key; {success, msg}.',
      vendorDocs,
      unnamed(6, 'code'),
    ),
    text: 'A key is attached to an instance of the user, whether it is one of the user or not, and taken away by its id. An instance has those that the user had when it was rented.',
    value: 200,
  }),
  attachedAlready: assumed({
    id: 'ssh-keys.of-instance.attached-already',
    evidence: found('"SSH key already associated with instance."', unnamed(1, 'note', '2026-07')),
    text: 'A key that is attached already is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  instanceUnknown: assumed({
    id: 'ssh-keys.of-instance.instance-unknown',
    evidence: found('404 no_such_instance.', vendorDocs),
    text: 'An instance that the user does not have has no keys.',
    status: 404,
    error: 'no_such_instance',
  }),
  keyUnknown: assumed({
    id: 'ssh-keys.of-instance.key-unknown',
    evidence: found('404 no_such_ssh_key.', vendorDocs),
    text: 'A key that is not attached cannot be taken away.',
    status: 404,
    error: 'no_such_ssh_key',
  }),
}
