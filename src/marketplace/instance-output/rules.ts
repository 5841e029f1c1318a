import { code, found, judgement, note } from '../../kernel/evidence.ts'
import { assumed } from '../../kernel/rule.ts'
import { officialClient, unnamed, vendorDocs } from '../sources.ts'

const notOwned = assumed({
  id: 'instances.output.not-owned',
  evidence: found('403 not_authorized.', vendorDocs),
  text: 'Logs and files of an instance of someone else are refused.',
  status: 403,
  error: 'not_authorized',
})

const waits = assumed({
  id: 'instances.output.ready-after',
  evidence: [
    ...found('result_url is asked again and again until it answers 200.', officialClient, unnamed(5, 'code')),
    ...judgement('How long that takes is not published.'),
  ],
  text: 'What result_url leads to is there so many seconds of the sandbox’s clock after the request, and 404 until then.',
  value: 1,
  status: 404,
  error: 'no_such_key',
})

export const logsRules = {
  notOwned,
  answers: assumed({
    id: 'instances.request-logs.answers',
    evidence: found(
      'PUT with tail, filter and daemon_logs; {success, result_url, msg}.',
      vendorDocs,
      officialClient,
      unnamed(4, 'code'),
    ),
    text: 'The answer has a link, result_url, at which the logs of the instance can be read without a key.',
    value: 200,
  }),
  unknown: assumed({
    id: 'instances.request-logs.instance-unknown',
    evidence: found('404 invalid_id.', vendorDocs),
    text: 'An instance that does not exist has no logs.',
    status: 404,
    error: 'invalid_id',
  }),
}

export const commandRules = {
  notOwned,
  answers: assumed({
    id: 'instances.execute.answers',
    evidence: found('PUT with command; {success, writeable_path, result_url, msg}.', vendorDocs, unnamed(2, 'code')),
    text: 'The command is carried out on the files of an instance that does not run; result_url leads to its output.',
    value: 200,
  }),
  unknown: assumed({
    id: 'instances.execute.instance-unknown',
    evidence: found('400 invalid_container.', vendorDocs),
    text: 'A command for an instance that does not exist is refused.',
    status: 400,
    error: 'invalid_container',
  }),
  running: assumed({
    id: 'instances.execute.running',
    evidence: found('400 invalid_args for an instance that runs.', unnamed(1, 'note'), vendorDocs),
    text: 'A command for an instance that runs is refused.',
    status: 400,
    error: 'invalid_args',
  }),
  otherCommand: assumed({
    id: 'instances.execute.other-command',
    evidence: [
      ...found(
        'echo and characters of the shell are refused with "Invalid command given"; cat is taken.',
        note('jdziat/vastai-mcp docs/REMEDIATION.md', '2026-09-05'),
      ),
      ...found('ls, rm and du.', vendorDocs),
    ],
    text: 'Other commands than ls, rm, du and cat are refused, and characters that a shell reads: | & ; < > ( ) $ ` \\ " \' * ? [ ] # ~ = % ! { } and line breaks.',
    status: 400,
    error: 'invalid_args',
    alternatives: {
      documented: {
        text: 'Other commands than ls, rm and du are refused; what stands behind them is not looked at.',
        evidence: found('ls, rm and du.', vendorDocs),
      },
    },
  }),
}

export const outputRules = {
  waits,
  shows: assumed({
    id: 'instances.output.shows',
    evidence: [
      ...found('A job’s exit code is read from the logs.', code('bards-ai/snakemake-executor-plugin-vastai', '2026')),
      ...judgement('What a container prints is its own.'),
    ],
    text: 'Logs are what the row of the instance has under logs. Without that they are the lines that tell of the pull of the image, and onstart behind a plus sign for each line, once it has run. They are cut to the lines that contain filter, and of these to the last so many that tail names. The output of a command is what the row has under outputs for it; without that it is empty.',
    value: 200,
  }),
  noSuchLink: assumed({
    id: 'instances.output.no-such-link',
    evidence: judgement('A link that was changed, or whose instance is gone, leads to nothing.'),
    text: 'A link that no answer had, or whose instance is gone, leads to nothing.',
    status: 404,
    error: 'no_such_key',
  }),
}
