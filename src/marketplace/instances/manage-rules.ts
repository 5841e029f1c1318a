import { assumed } from '../../kernel/rule.ts'

const reference = 'public API reference, January 2026'
const client = 'official client of August 2026, recorded'

const answer = assumed({
  id: 'instances.change.answer',
  evidence: `${reference}: 200 {success: true}; ${client}: it reads success, else msg`,
  text: 'A change, a reboot or a destruction that succeeds is answered with 200 and success.',
  value: 200,
})

const unknown = assumed({
  id: 'instances.change.unknown',
  evidence: 'reported by public clients: a second destroy is answered with 404; the code is ours',
  text: "An instance that does not exist can be neither changed nor rebooted nor destroyed; someone else's is as good as none.",
  status: 404,
  error: 'no_such_instance',
})

const restarts = assumed({
  id: 'instances.change.restarts',
  evidence: `${reference}: actual_status may be loading and rebooting; transitions are not shown`,
  text: 'Where a progression is configured, an instance that was started shows loading, and one that was rebooted rebooting, until it runs; otherwise it runs at once. uptime_mins begins anew.',
})

export const showRules = {
  shows: assumed({
    id: 'instances.show.shows',
    evidence: `${reference}: {instances: row or null}`,
    text: "The user's own instance with the id is answered as a listing shows it, and for its progression counts as listed; null where the user has none.",
  }),
}

export const changeRules = {
  answer,
  unknown,
  restarts,
  starts: assumed({
    id: 'instances.change.starts',
    evidence: `${client}: {state: "running"}`,
    text: 'state running starts an instance that neither runs nor boots; for any other it changes nothing.',
  }),
  stops: assumed({
    id: 'instances.change.stops',
    evidence: `${client}: {state: "stopped"}`,
    text: 'state stopped stops the instance at once; its offer stays rented.',
  }),
  labels: assumed({
    id: 'instances.change.labels',
    evidence: `${client}: {label}; ${reference}: at most 256 characters`,
    text: 'label names the instance.',
  }),
}

export const rebootRules = {
  answer,
  unknown,
  restarts,
  reboots: assumed({
    id: 'instances.reboot.reboots',
    evidence: client,
    text: 'The instance stops and starts without losing its machine; it keeps its disk, its label and its id.',
  }),
  stopped: assumed({
    id: 'instances.reboot.stopped',
    evidence: 'judgement: what is meant to be stopped is not started by a reboot',
    text: 'An instance that is meant to be stopped is not rebooted.',
    status: 400,
    error: 'invalid_args',
  }),
}

export const destroyRules = {
  answer,
  unknown,
  destroys: assumed({
    id: 'instances.destroy.destroys',
    evidence: `${client}, and public documentation: a destroyed instance is gone, and its charges end`,
    text: 'The instance is deleted, and its offer can be found and rented again. Its volumes stay.',
  }),
}
