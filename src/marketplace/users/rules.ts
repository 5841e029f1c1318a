import { code, docs, found, judgement, note } from '../../kernel/evidence.ts'
import { aprilClient, contract, unnamed, reference, vendorDocs } from '../sources.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'

const section = 'Authentication'

export const authenticationRules = {
  bearer: documented({
    id: 'authentication.bearer-key',
    section,
    text: 'The header `Authorization: Bearer <API_KEY>` names the user for whom the operation acts.',
  }),
  keyMissing: assumed({
    id: 'authentication.key-missing',
    evidence: [
      ...found('401 with {success, error, msg}.', reference),
      ...found(
        'One operation answers 401; the vendor’s client waits for 401.',
        code('vast-ai/vast-cli PR 492', '2026-08-12'),
        unnamed(1, 'code'),
      ),
    ],
    text: 'A request without a bearer key is refused, with the header WWW-Authenticate that HTTP asks for.',
    status: 401,
    error: 'auth_error',
    alternatives: {
      reported: {
        text: 'A request without a key is refused.',
        evidence: found('403, "This action requires login".', unnamed(1, 'note'), unnamed(3, 'code')),
        status: 403,
      },
    },
    observed: 'reported',
  }),
  keyUnknown: assumed({
    id: 'authentication.key-unknown',
    evidence: [
      ...found('401 with the text "Invalid user key".', vendorDocs, reference),
      ...judgement('How keys are created is not shown, so the fixture lists every key there is.'),
    ],
    despite: 'one status for a missing and an unknown key, as the reference has it',
    text: 'A key that neither the fixture lists nor an operation has created is refused, with the same header.',
    status: 401,
    error: 'auth_error',
    alternatives: {
      reported: {
        text: 'A key that neither the fixture lists nor an operation has created is refused.',
        evidence: found(
          '404 auth_error, "Invalid user key".',
          note('jhammant/AIonDemandCluster PR 1', '2026-06-30'),
          unnamed(1, 'note', '2026-09-27'),
          code('vast-ai/vast-cli main.py', '2026'),
          unnamed(2, 'code'),
        ),
        status: 404,
      },
    },
    observed: 'reported',
  }),
  keyInQuery: choice({
    id: 'authentication.key-in-query',
    evidence: found('It has the header alone.', contract),
    text: 'Whether the parameter api_key of a URL names the user.',
    usual: 'ignored',
    usually: 'A key in the URL names nobody.',
    alternatives: {
      read: {
        text: 'The parameter api_key names the user where no header does. A secret in a URL is a finding.',
        evidence: [
          ...found('A key in the URL is taken.', unnamed(1, 'note'), code('500farm/prometheus-vastai', '2025')),
          ...found('It sends the key as api_key, listings only there.', aprilClient),
        ],
      },
    },
    observed: 'read',
  }),
  scopeMissing: assumed({
    id: 'authentication.scope-missing',
    evidence: judgement(
      'The code that the contract shows for missing privileges on unlist, the status that it shows beside that code on list.',
    ),
    text: 'A key without the permission that the operation needs is refused.',
    status: 403,
    error: 'not_authorized',
    alternatives: {
      '401': {
        text: 'A key without the permission that the operation needs is refused.',
        evidence: found(
          '401, "Authorization Error. Your key lacks the api.secrets route access which is required for this action."',
          unnamed(1, 'capture', '2026-08'),
          docs('vast-ai/vast-claude-plugin SKILL.md', '2026-06'),
        ),
        status: 401,
        error: 'auth_error',
      },
    },
    observed: '401',
  }),
  scopes: assumed({
    id: 'authentication.scopes',
    evidence: [
      ...found(
        'Groups of scopes exist; keys are cut by route too.',
        unnamed(1, 'capture', '2026-08'),
        docs('vast-ai/vast-claude-plugin SKILL.md', '2026-06'),
      ),
      ...found('Eleven scopes, one for each operation.', reference),
    ],
    text: 'Each operation asks for one scope; a key without a list of permissions has them all.',
  }),
}
