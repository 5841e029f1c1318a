import { code, found, judgement } from '../../kernel/evidence.ts'
import { assumed, choice } from '../../kernel/rule.ts'
import { contract, officialClient, unnamed, serverlessClient, vendorDocs } from '../sources.ts'

/** Under which name worker groups are served besides. */
export const olderName = choice({
  id: 'worker-groups.older-name',
  evidence: found('It has none of them.', contract),
  text: 'Whether worker groups are served under /api/v0/autojobs/ too.',
  usual: 'absent',
  usually: 'There are no such paths.',
  alternatives: {
    served: {
      text: 'They are, as they were called before.',
      evidence: found('autojobs.', code('realnedsanders/terraform-provider-vastai', '2026-09'), officialClient),
    },
  },
  observed: 'served',
})

export const listRules = {
  lists: assumed({
    id: 'worker-groups.list.lists-own',
    evidence: found('{success, results}.', vendorDocs, unnamed(2, 'code')),
    text: "The user's worker groups are answered by ascending id, with the name of their endpoint group.",
    value: 200,
  }),
}

const unknown = assumed({
  id: 'worker-groups.unknown',
  evidence: judgement('An endpoint group that the user does not have is refused so by its update.'),
  text: 'A worker group that the user does not have is neither changed nor deleted.',
  status: 400,
  error: 'invalid_args',
})

const endpointUnknown = assumed({
  id: 'worker-groups.endpoint-unknown',
  evidence: [
    ...found('endpoint_name or endpoint_id is required.', vendorDocs),
    ...found('It takes the first listed endpoint group of a name.', serverlessClient),
  ],
  text: 'A worker group belongs to an endpoint group of the user, which endpoint_id names, or endpoint_name, the first of several with one name: without one it is refused.',
  status: 400,
  error: 'invalid_args',
})

export const createRules = {
  endpointUnknown,
  creates: assumed({
    id: 'worker-groups.create.creates',
    evidence: found('POST; {success, id}.', vendorDocs, officialClient, unnamed(2, 'code')),
    text: 'The endpoint group has another worker group. No worker is started: nothing bills for it.',
    value: 200,
  }),
  defaults: assumed({
    id: 'worker-groups.create.defaults',
    evidence: judgement('Those of an endpoint group, and three workers to measure.'),
    text: 'What is left out is min_load 0, target_util 0.9, cold_mult 3, cold_workers 5, max_workers 20 and test_workers 3.',
    value: { min_load: 0, target_util: 0.9, cold_mult: 3, cold_workers: 5, max_workers: 20, test_workers: 3 },
  }),
}

export const updateRules = {
  endpointUnknown,
  unknown,
  updates: assumed({
    id: 'worker-groups.update.updates',
    evidence: found('PUT with what changes.', vendorDocs, unnamed(1, 'code')),
    text: 'What is given takes the place of what there was.',
    value: 200,
  }),
}

export const deleteRules = {
  unknown,
  deletes: assumed({
    id: 'worker-groups.delete.deletes',
    evidence: found('{success, deleted_workers, failed_workers, msg}.', vendorDocs),
    text: 'The worker group goes; it had no workers, so that none are named.',
    value: 200,
  }),
}
