import { assumed, documented } from '../../kernel/rule.ts'

const at = 'Endpoints › PUT /api/v0/endptjobs/{id}/'
const reference = 'public API reference, January 2026'

const updateStatus = assumed({
  id: 'endpoint-groups.update.statuses',
  evidence: `${reference}: 400; the contract shows the code only`,
  text: 'invalid_args on an update comes with the status 400.',
})

const aboveMaximum = assumed({
  id: 'endpoint-groups.update.above-maximum',
  evidence:
    'the contract states the maximum, not what becomes of more; it names invalid arguments invalid_args, on list with 400',
  text: 'A target_util above its maximum is refused with 400 invalid_args and changes nothing.',
})

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
    evidence: `${reference}: workers are integers from 0, loads and multiples numbers from 0, the name matches ^[a-zA-Z0-9_-]+$ up to 255`,
    text: 'A parameter outside its published range is refused.',
    status: 400,
    error: 'invalid_args',
  }),
}
