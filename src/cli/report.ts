import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { fetchReport } from '../node/fetch-report.ts'
import type { Failure } from '../report/gathered.ts'
import { failuresOf, type FailOn, reportAs, type ReportForm } from '../report/report.ts'
import { option, tokenOption, urlOption } from './options.ts'

interface ReportOptions {
  readonly url: string
  readonly sandbox: string
  readonly format: ReportForm
  readonly failOn: readonly FailOn[]
  readonly output?: string
  readonly controlToken?: string
}

/** `rental-sim report`: coverage and findings of a running simulator, for CI. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Reports coverage and findings of a running simulator.')
    .addOption(urlOption())
    .addOption(option('--sandbox <name>', 'which sandbox').default('default'))
    .addOption(tokenOption('what its control calls must carry'))
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

async function report({ url, sandbox, controlToken, format, failOn, output }: ReportOptions): Promise<void> {
  const gathered = await fetchReport({ url, sandbox, token: controlToken })
  const failures: readonly Failure[] = failuresOf(gathered, failOn)
  const text = reportAs(format, gathered, failures)
  if (output === undefined) process.stdout.write(text)
  else writeFileSync(output, text)
  if (failures.length > 0) process.exitCode = 1
}
