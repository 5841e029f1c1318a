import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { fetchReport } from '../node/fetch-report.ts'
import type { Failure } from '../report/gathered.ts'
import { failuresOf, type FailOn, reportAs, type ReportForm } from '../report/report.ts'
import { option } from './options.ts'
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

export const failOnOption = (): Option =>
  new Option('--fail-on <what...>', 'exit 1 when there are any')
    .choices(['findings', 'assumed', 'unmatched'])
    .default([], 'nothing')

async function report({ format, failOn, output, ...remote }: ReportOptions): Promise<void> {
  const gathered = await fetchReport(remoteOf(remote))
  const failures: readonly Failure[] = failuresOf(gathered, failOn)
  const text = reportAs(format, gathered, failures)
  if (output === undefined) process.stdout.write(text)
  else writeFileSync(output, text)
  if (failures.length > 0) process.exitCode = 1
}
