import { assumed, documented } from '../../kernel/rule.ts'

export const listRules = {
  statuses: assumed({
    id: 'cloud-connections.list.statuses',
    evidence: 'public API reference, January 2026: 200; the contract shows the body only',
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
    evidence: 'judgement: no order is shown',
    text: 'Cloud connections come by ascending id.',
  }),
  cloudTypes: assumed({
    id: 'cloud-connections.list.cloud-types',
    evidence: 'public API reference, January 2026; the contract shows no allowed values',
    text: 'cloud_type is drive, s3, b2, dropbox or hf; a fixture with another one is refused.',
  }),
}
