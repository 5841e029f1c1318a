import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError, type Option } from 'commander'
import { fetchReport } from '../node/fetch-report.ts'
import type { Failure } from '../report/gathered.ts'
import { failuresOf, type FailOn, reportAs, type ReportForm } from '../report/report.ts'
import { nameList, option } from './options.ts'
import { remoteOf, type RemoteOptions, withRemoteOptions } from './remote.ts'

interface ReportOptions extends RemoteOptions {
  readonly format: ReportForm
  readonly failOn: readonly FailOn[]
  readonly output?: string
}

/** `rental-sim report`: coverage and findings of a running simulator, for CI. */
export function reportCommand(): Command {
  const command = new Command('report').description('Reports coverage and findings of a running simulator.')
  return withRemoteOptions(command)
    .addOption(
      option('--format <form>', 'text, markdown or junit').choices(['text', 'markdown', 'junit']).default('text'),
    )
    .addOption(option('--output <file>', 'write to a file instead of standard output'))
    .addOption(failOnOption())
    .action(report)
}

const reasons = ['findings', 'assumed', 'unmatched'] as const satisfies readonly FailOn[]

/** A variable holds one text, so several are separated by commas in it. */
export const failOnOption = (): Option =>
  option('--fail-on <what...>', 'exit 1 when there are any')
    .choices(reasons)
    .default([], 'nothing')
    .argParser((text, before: readonly FailOn[]) => [...before, ...nameList(text).map(failOn)])

function failOn(name: string): FailOn {
  const reason = reasons.find((each) => each === name)
  if (reason === undefined) throw new InvalidArgumentError(`Allowed choices are ${reasons.join(', ')}.`)
  return reason
}

async function report({ format, failOn, output, ...remote }: ReportOptions): Promise<void> {
  const gathered = await fetchReport(remoteOf(remote))
  const failures: readonly Failure[] = failuresOf(gathered, failOn)
  const text = reportAs(format, gathered, failures)
  if (output === undefined) process.stdout.write(text)
  else writeFileSync(output, text)
  tell(failures)
  if (failures.length > 0) process.exitCode = 1
}

/** Says why the exit code is not 0. */
export function tell(failures: readonly Failure[]): void {
  for (const { name, text } of failures)
    process.stderr.write(`rental-sim: ${text.startsWith(`${name}: `) ? text : `${name}: ${text}`}\n`)
}
