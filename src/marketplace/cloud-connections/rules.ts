import { code, found, judgement } from '../../kernel/evidence.ts'
import { unnamed, reference } from '../sources.ts'
import { assumed, documented } from '../../kernel/rule.ts'

export const listRules = {
  statuses: assumed({
    id: 'cloud-connections.list.statuses',
    evidence: [
      ...found('200; the contract shows the body only.', reference),
      ...found('200 with [].', unnamed(1, 'capture', '2026-08-05')),
    ],
    text: 'A listing that succeeds is answered with 200.',
    value: 200,
  }),
  listsOwn: documented({
    id: 'cloud-connections.list.lists-own',
    section: 'Endpoints › GET /api/v0/users/cloud_integrations/',
    text: "The user's own cloud connections are answered as an array, which may be empty.",
  }),
  order: assumed({
    id: 'cloud-connections.list.order',
    evidence: judgement('No order is shown.'),
    text: 'Cloud connections come by ascending id.',
  }),
  cloudTypes: assumed({
    id: 'cloud-connections.list.cloud-types',
    evidence: [
      ...found('The contract shows no allowed values.', reference),
      ...found('s3, hf and drive are used.', code('vast-ai/vast-cli tests', '2026')),
    ],
    text: 'cloud_type is drive, s3, b2, dropbox or hf; a fixture with another one is refused.',
  }),
}
