import { assumed, documented } from '../../kernel/rule.ts'

const section = 'Authentication'
const reference = 'public API reference, January 2026'

export const authentication = {
  bearer: documented({
    id: 'authentication.bearer-key',
    section,
    text: 'The header `Authorization: Bearer <API_KEY>` names the user for whom the operation acts.',
  }),
  keyMissing: assumed({
    id: 'authentication.key-missing',
    evidence: `${reference}: 401 with {success, error, msg}; the code auth_error as reported from the live service`,
    text: 'A request without a bearer key is refused, with the header WWW-Authenticate that HTTP asks for.',
    status: 401,
    error: 'auth_error',
  }),
  keyUnknown: assumed({
    id: 'authentication.key-unknown',
    evidence: `${reference}: 401; how keys are created is not shown, so the fixture lists every key there is`,
    text: 'A key that the fixture does not list is refused, with the same header; no operation creates keys.',
    status: 401,
    error: 'auth_error',
  }),
  scopeMissing: assumed({
    id: 'authentication.scope-missing',
    evidence:
      'published nowhere; the code that the contract shows for missing privileges on unlist, the status that it shows beside that code on list',
    text: 'A key without the permission that the operation needs is refused.',
    status: 403,
    error: 'not_authorized',
  }),
  scopes: assumed({
    id: 'authentication.scopes',
    evidence: `${reference}: eleven scopes, one for each operation`,
    text: 'Each operation asks for one scope; a key without a list of permissions has them all.',
  }),
}
