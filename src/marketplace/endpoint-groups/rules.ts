import { code, docs, found, judgement } from '../../kernel/evidence.ts'
import { contract, officialClient, unnamed, reference, serverlessClient, vendorDocs } from '../sources.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'

const at = 'Endpoints › PUT /api/v0/endptjobs/{id}/'

export const updateStatus = assumed({
  id: 'endpoint-groups.update.statuses',
  evidence: [
    ...found('200 and 400; 400 is "Endpointgroup not found for user".', vendorDocs, reference),
    ...found(
      'Writes need 5 $ of credit and the scope.',
      unnamed(1, 'code', '2026-09'),
      docs('vast-ai/vast-claude-plugin', '2026-06'),
    ),
  ],
  text: 'An update succeeds with 200, and invalid_args comes with 400.',
  value: 200,
})

const aboveMaximum = assumed({
  id: 'endpoint-groups.update.above-maximum',
  evidence: judgement(
    'The contract states the maximum, not what becomes of more; it names invalid arguments invalid_args, on list with 400.',
  ),
  text: 'A target_util above its maximum is refused with 400 invalid_args and changes nothing.',
})

export const furtherParameters = choice({
  id: 'endpoint-groups.update.further-parameters',
  evidence: found('It names six parameters.', contract),
  text: 'Whether an update reads more parameters than the contract names.',
  usual: 'ignored',
  usually: 'What the contract does not name is ignored.',
  alternatives: {
    read: {
      text: 'min_cold_load, endpoint_state (active, suspended or stopped), max_queue_time, target_queue_time, inactivity_timeout and autoscaler_instance are stored; client_id and endptjob_id change nothing.',
      evidence: [...found('It sends them.', officialClient), ...judgement('Their values are shown nowhere.')],
    },
  },
  observed: 'read',
})

export const createRules = {
  creates: assumed({
    id: 'endpoint-groups.create.creates',
    evidence: [
      ...found('It prints the answer, whatever it is.', officialClient),
      ...found('It looks for the first endpoint group of a name.', serverlessClient),
      ...judgement('A refusal of a name in use is shown nowhere.'),
    ],
    text: 'An endpoint group is created, also under a name that another one has; result is its id.',
    value: 200,
  }),
  defaults: assumed({
    id: 'endpoint-groups.create.defaults',
    evidence: [
      ...found('The values that it sends where none are given.', officialClient),
      ...judgement('A name of ours where there is none.'),
    ],
    text: 'A parameter that is not given has a default: min_load 0, target_util 0.9, cold_mult 2.5, cold_workers 5, max_workers 20, endpoint_name endpoint-<id>.',
    value: { min_load: 0, target_util: 0.9, cold_mult: 2.5, cold_workers: 5, max_workers: 20 },
  }),
}

export const listRules = {
  listsOwn: assumed({
    id: 'endpoint-groups.list.lists-own',
    evidence: [
      ...found('It reads success and results.', officialClient),
      ...found(
        'A group has api_key, created_at, auto_delete_in_seconds null and auto_delete_due_24h false.',
        code('vast-ai/vast-cli tests', '2026'),
      ),
      ...judgement('That rows come by ascending id is shown nowhere.'),
    ],
    text: "The user's own endpoint groups are answered as results, by ascending id; one without a state is active. api_key is made up from the id; no group deletes itself.",
    value: 200,
  }),
}

export const deleteRules = {
  deletes: assumed({
    id: 'endpoint-groups.delete.deletes',
    evidence: found('200 with success.', reference),
    text: 'The endpoint group is deleted.',
    value: 200,
  }),
  groupUnknown: assumed({
    id: 'endpoint-groups.delete.group-unknown',
    evidence: judgement('As the contract has it on an update.'),
    text: 'An endpoint group that does not exist for the user cannot be deleted.',
    status: 400,
    error: 'invalid_args',
  }),
}

export const updateRules = {
  updates: documented({
    id: 'endpoint-groups.update.updates',
    section: at,
    text: 'The parameters that are given replace the old ones; the others stay.',
  }),
  groupUnknown: documented({
    id: 'endpoint-groups.update.group-unknown',
    section: `${at}; Authentication 4`,
    text: 'An endpoint group that does not exist for the user, someone else’s included, is reported as invalid_args.',
    status: 400,
    error: 'invalid_args',
    restsOn: [updateStatus],
  }),
  targetUtilMaximum: documented({
    id: 'endpoint-groups.update.target-util-maximum',
    section: 'Limits',
    text: 'target_util is at most 1.0.',
    status: 400,
    error: 'invalid_args',
    restsOn: [aboveMaximum],
  }),
  ranges: assumed({
    id: 'endpoint-groups.update.ranges',
    evidence: [
      ...found(
        'Workers are integers from 0, loads and multiples numbers from 0, the name matches ^[a-zA-Z0-9_-]+$ up to 255.',
        reference,
      ),
      ...found(
        'A name with other characters is 400, "contains disallowed shell characters".',
        docs('vast-ai/vast-claude-plugin SKILL.md', '2026-06'),
      ),
    ],
    text: 'A parameter outside its published range is refused.',
    status: 400,
    error: 'invalid_args',
  }),
}
