import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import type { CommandIo, Io } from './io.ts'
import { IoCommand } from './io-command.ts'
import { didYouMean } from '../kernel/nearest.ts'
import { printable } from '../kernel/printable.ts'
import { fetchReport } from '../node/client/fetch-report.ts'
import { exitCodeOf, type FailOn, failReasons, judge, type Judgement } from '../report/judge.ts'
import { reportAs, type ReportForm, reportForms } from '../report/report.ts'
import { acceptLines, sentence } from '../report/words.ts'
import { readAccepted } from './accepted-assumptions.ts'
import { formOfFile } from './report-file.ts'
import { option } from './options.ts'
import { remoteOf, type RemoteOptions, withRemoteOptions } from './remote.ts'

/** When a report fails, and the findings that do not count. */
export interface FailOptions {
  readonly failOn: readonly FailOn[]
  readonly accept?: string
}

interface ReportOptions extends RemoteOptions, FailOptions {
  readonly format?: ReportForm
  readonly output?: string
}

/** `rental-sim report`: coverage and findings of a running simulator, for CI. */
export function reportCommand(io: CommandIo): Command {
  const command = new IoCommand('report', io).description(
    'Reports coverage and findings of a running simulator: of all its sandboxes, those that are gone too, or of one.',
  )
  withRemoteOptions(command, io, 'all of them')
    .addOption(option('--format <form>', reportForms.join(', ')).choices(reportForms).default(undefined, 'text'))
    .addOption(
      option(
        '--output <file>',
        'write to a file instead of standard output; its ending says the form unless one is named: .md, .xml, .json or .txt',
      ),
    )
  return withFailOptions(command).action((options: ReportOptions) => report(options, io))
}

export const withFailOptions = (command: Command): Command =>
  command
    .addOption(failOnOption())
    .addOption(
      option(
        '--accept <file>',
        'assumptions that do not fail: YAML, the id of a rule, or seen-live, published or judgement, to the reason',
      ),
    )

/** A variable or an input of a workflow holds one text: several names, or an empty text, which asks for no failure. */
const failOnOption = (): Option =>
  option(
    '--fail-on <what...>',
    'exit 1 when there are any: findings, assumed, judgement, unmatched, or kinds of findings; exit 2 when nothing was asked',
  )
    .default([], 'nothing')
    .argParser((text, before: readonly FailOn[]) => [...before, ...(text.match(/[^\s,]+/g) ?? []).map(failOn)])

function failOn(name: string): FailOn {
  const reason = failReasons.find((each) => each === name)
  if (reason === undefined)
    throw new InvalidArgumentError(
      `Allowed choices are ${failReasons.join(', ')}, separated by commas${didYouMean(name, failReasons) || '.'}`,
    )
  return reason
}

async function report({ format, failOn, accept, output, ...remote }: ReportOptions, io: CommandIo): Promise<void> {
  const accepted = accept === undefined ? undefined : readAccepted(accept)
  const form = format ?? (output === undefined ? 'text' : formOfFile(output))
  const judged = judge(await fetchReport(remoteOf(remote)), { failOn, accepted })
  const text = reportAs(form, judged)
  if (output === undefined) io.stdout.write(text)
  else writeFileSync(output, text)
  printFailures(judged, io)
  if (output !== undefined) printAssumptions(judged, io)
  io.exitCode = exitCodeOf(judged)
}

/** Says why the exit code is not 0. */
export function printFailures({ failures, findings }: Judgement, { stderr }: Io): void {
  for (const { name, text } of failures) {
    const line = text.startsWith(`${name}: `) ? text : `${name}: ${text}`
    stderr.write(`rental-sim: ${printable(line)}\n`)
    // The count alone names no request.
    const unmatched = name === 'unmatched' ? findings.filter(({ kind }) => kind === 'unmatched-request') : []
    for (const each of unmatched) stderr.write(`  ${sentence(each)}\n    ${printable(each.advice)}\n`)
  }
}

/** Prints what a report says of accepted assumptions, for those who do not see the report. */
export function printAssumptions({ toAccept, unused, acceptFile }: Judgement, { stderr }: Io): void {
  const say = (line: string): void => void stderr.write(`${line}\n`)
  if (unused.length > 0) say(`rental-sim: Accepted in ${acceptFile}, and no answer rests on them: ${unused.join(', ')}`)
  if (toAccept.length === 0) return
  say(`rental-sim: to accept what fails, put these lines into ${acceptFile} (--accept), each with your reason`)
  for (const line of acceptLines(toAccept)) say(line)
}
