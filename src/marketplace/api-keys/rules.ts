import { found, judgement } from '../../kernel/evidence.ts'
import { assumed } from '../../kernel/rule.ts'
import { unnamed, vendorDocs } from '../sources.ts'

export const listRules = {
  lists: assumed({
    id: 'api-keys.list.lists-own',
    evidence: [
      ...found('{apikeys: [{id, user_id, rights, team_id, team_name}]}.', vendorDocs, unnamed(3, 'code')),
      ...judgement('Nobody is in a team here.'),
    ],
    text: 'The API keys of the user are listed without the keys themselves. The id of a key of the fixture follows from its digest.',
    value: 200,
  }),
}

export const createRules = {
  creates: assumed({
    id: 'api-keys.create.creates',
    evidence: found('POST with name, permissions and key_params; {id, key, permissions}.', vendorDocs),
    text: 'The user has another key, which names him from then on. permissions.api names what it may do; names that are no permission count for nothing.',
    value: 200,
  }),
}

export const deleteRules = {
  deletes: assumed({
    id: 'api-keys.delete.deletes',
    evidence: found('DELETE with the id.', vendorDocs, unnamed(1, 'code')),
    text: 'The key names nobody from then on.',
    value: 200,
  }),
  unknown: assumed({
    id: 'api-keys.delete.key-unknown',
    evidence: judgement('What is not there is 404, as elsewhere.'),
    text: 'A key that the user does not have cannot be deleted.',
    status: 404,
    error: 'invalid_id',
  }),
}
