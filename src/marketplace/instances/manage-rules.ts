import { capture, code, found, judgement } from '../../kernel/evidence.ts'
import { officialClient, unnamed, reference, vendorDocs } from '../sources.ts'
import { assumed, choice } from '../../kernel/rule.ts'

const answer = assumed({
  id: 'instances.change.answer',
  evidence: [...found('200 {success: true}.', reference), ...found('It reads success, else msg.', officialClient)],
  text: 'A change, a reboot or a destruction that succeeds is answered with 200 and success.',
  value: 200,
})

const unknown = assumed({
  id: 'instances.change.unknown',
  evidence: found(
    'A second destroy is 404, no_such_instance.',
    unnamed(1, 'note', '2026-10-06'),
    code('nikitatsym/vastai-mcp', '2026-07'),
    code('dstackai/dstack', '2026'),
    code('osteele/weft', '2026'),
  ),
  text: "An instance that does not exist can be neither changed nor rebooted nor destroyed; someone else's is refused alike.",
  status: 404,
  error: 'no_such_instance',
})

const restarts = assumed({
  id: 'instances.change.restarts',
  evidence: [
    ...found('actual_status may be loading and rebooting.', reference),
    ...judgement('Transitions are not shown.'),
  ],
  text: 'Where a progression is configured, an instance that was started shows loading, and one that was rebooted rebooting, until it runs; otherwise it runs at once. uptime_mins begins anew.',
})

const isNull = found(
  'An instance that is gone is {instances: null}.',
  capture('jdziat/vastai-mcp instance_missing.json', '2026-09-05'),
  unnamed(4, 'note', '2026-08-05'),
)

export const showRules = {
  gone: choice({
    id: 'instances.show.gone',
    evidence: isNull,
    text: 'What is answered where the user has no instance with the id.',
    usual: 'null',
    usually: 'instances is null, with 200.',
    alternatives: {
      '404': {
        text: 'It is refused, as three public clients expect: choose it to see that a client takes both.',
        evidence: found('They wait for 404.', unnamed(3, 'code')),
        status: 404,
        error: 'no_such_instance',
      },
    },
    observed: 'null',
  }),
  shows: assumed({
    id: 'instances.show.shows',
    evidence: [...isNull, ...found('{instances: row or null}.', reference)],
    text: "The user's own instance with the id is answered as a listing shows it, and for its progression counts as listed; null where the user has none.",
  }),
}

export const changeRules = {
  answer,
  unknown,
  restarts,
  starts: assumed({
    id: 'instances.change.starts',
    evidence: found('It sends {state: "running"}.', officialClient),
    text: 'state running starts an instance that neither runs nor boots; for any other it changes nothing.',
  }),
  stops: assumed({
    id: 'instances.change.stops',
    evidence: found('It sends {state: "stopped"}.', officialClient),
    text: 'state stopped stops the instance at once; its offer stays rented.',
  }),
  labels: assumed({
    id: 'instances.change.labels',
    evidence: [...found('It sends {label}.', officialClient), ...found('At most 256 characters.', reference)],
    text: 'label names the instance.',
  }),
}

export const rebootRules = {
  answer,
  unknown,
  restarts,
  reboots: assumed({
    id: 'instances.reboot.reboots',
    evidence: found('It reboots by this call.', officialClient),
    text: 'The instance stops and starts without losing its machine; it keeps its disk, its label and its id.',
  }),
  stopped: assumed({
    id: 'instances.reboot.stopped',
    evidence: judgement('What is meant to be stopped is not started by a reboot.'),
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
    evidence: found('A destroyed instance is gone, and its charges end.', vendorDocs, officialClient),
    text: 'The instance is deleted, and its offer can be found and rented again. Its volumes stay.',
  }),
}
