import { assumed, choice, documented } from '../../kernel/rule.ts'

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
    alternatives: {
      reported: {
        text: 'A request without a key is refused.',
        evidence: 'reported from the live service: no key is 403 auth_error',
        status: 403,
      },
    },
    observed: 'reported',
  }),
  keyUnknown: assumed({
    id: 'authentication.key-unknown',
    evidence: `${reference}: 401; how keys are created is not shown, so the fixture lists every key there is`,
    text: 'A key that the fixture does not list is refused, with the same header; no operation creates keys.',
    status: 401,
    error: 'auth_error',
    alternatives: {
      reported: {
        text: 'A key that the fixture does not list is refused; no operation creates keys.',
        evidence: 'reported from the live service: an unknown key is 404 auth_error',
        status: 404,
      },
    },
    observed: 'reported',
  }),
  keyInQuery: choice({
    id: 'authentication.key-in-query',
    evidence: 'the contract has the header alone',
    text: 'Whether the parameter api_key of a URL names the user.',
    usual: 'ignored',
    alternatives: {
      ignored: { text: 'A key in the URL names nobody.', evidence: 'the contract has the header alone' },
      read: {
        text: 'The parameter api_key names the user where no header does. A secret in a URL is a finding.',
        evidence: 'official client of April 2026, recorded: it sends the key as api_key, listings only there',
      },
    },
    observed: 'read',
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
