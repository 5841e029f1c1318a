import { found, judgement } from '../../kernel/evidence.ts'
import { assumed } from '../../kernel/rule.ts'
import { officialClient, vendorDocs } from '../sources.ts'

export const listRules = {
  lists: assumed({
    id: 'secrets.list.lists-own',
    evidence: found('{success, secrets: {name: masked value}}.', vendorDocs, officialClient),
    text: 'The names of the environment variables that the user keeps for all instances are answered, with masked values.',
    value: 200,
  }),
}

export const writeRules = {
  writes: assumed({
    id: 'secrets.write.writes',
    evidence: [
      ...found('POST, PUT with key and value, DELETE with key; {success, msg}.', vendorDocs, officialClient),
      ...judgement('What instances see of them is not shown, so that no value need be kept.'),
    ],
    text: 'The variable is created, changed or deleted. Its value is not kept.',
    value: 200,
  }),
  exists: assumed({
    id: 'secrets.create.exists',
    evidence: judgement('What exists is changed by PUT.'),
    text: 'A variable that the user has already is not created again.',
    status: 400,
    error: 'invalid_args',
  }),
  unknown: assumed({
    id: 'secrets.change.unknown',
    evidence: judgement('What is not there is 404, as elsewhere.'),
    text: 'A variable that the user does not have is neither changed nor deleted.',
    status: 404,
    error: 'invalid_args',
  }),
}
