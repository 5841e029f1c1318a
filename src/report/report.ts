import type { CoverageReport } from '../harness/coverage.ts'
import type { Failure, Gathered } from './gathered.ts'
import { junit } from './junit.ts'

export type ReportForm = 'text' | 'markdown' | 'junit'
export type FailOn = 'findings' | 'assumed' | 'unmatched'

/** What was asked to fail on, and is there. */
export function failuresOf({ coverage, findings }: Gathered, failOn: readonly FailOn[]): readonly Failure[] {
  const touchedAssumptions = coverage.assumed.rules.filter(({ hits }) => hits > 0)
  return [
    ...(failOn.includes('findings') ? findings.map((each) => ({ name: each.kind, text: sentence(each) })) : []),
    ...(failOn.includes('assumed')
      ? touchedAssumptions.map(({ id, text, hits }) => ({ name: id, text: `${times(hits)}: ${text}` }))
      : []),
    ...(failOn.includes('unmatched') && coverage.unmatched.requests > 0
      ? [{ name: 'unmatched', text: `${coverage.unmatched.requests} requests were for no operation` }]
      : []),
  ]
}

export function reportAs(form: ReportForm, gathered: Gathered, failures: readonly Failure[]): string {
  return form === 'junit'
    ? junit(gathered, failures, plain(gathered))
    : form === 'markdown'
      ? markdown(gathered)
      : plain(gathered)
}

function plain({ coverage, findings }: Gathered): string {
  const width = Math.max(...coverage.operations.map(({ id }) => id.length))
  return lines([
    'Operations',
    ...coverage.operations.map(({ id, hits }) => `  ${id.padEnd(width)}  ${hits === 0 ? 'never' : times(hits)}`),
    '',
    `Rules touched: ${totals(coverage)}`,
    '',
    findings.length === 0 ? 'No findings' : 'Findings',
    ...findings.flatMap((each) => [`  ${sentence(each)}`, `    ${printable(each.advice)}`]),
  ])
}

function markdown({ coverage, findings }: Gathered): string {
  return lines([
    '| Operation | Requests |',
    '|---|---|',
    ...coverage.operations.map(({ id, hits }) => `| ${id} | ${hits} |`),
    '',
    `Rules touched: ${totals(coverage)}`,
    '',
    ...(findings.length === 0
      ? ['No findings.']
      : [
          '| Finding | Times | First exchange | Advice |',
          '|---|---|---|---|',
          ...findings.map((each) => `| ${cell(each.text)} | ${each.times} | ${firstOf(each)} | ${cell(each.advice)} |`),
        ]),
  ])
}

/** Text as it stands in a table. */
const cell = (text: string): string => printable(text).replaceAll('|', String.raw`\|`)

const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

const totals = ({ documented, assumed, injected, unmatched }: CoverageReport): string =>
  `${documented.touched} of ${documented.total} documented, ${assumed.touched} of ${assumed.total} assumed; injected answers: ${injected.answers}; unmatched requests: ${unmatched.requests}`

type ShownFinding = Gathered['findings'][number]

const sentence = (finding: ShownFinding): string => {
  const { kind, text, times: often, operation, exchange } = finding
  const seen = exchange === 0 ? [] : [times(often), `first in exchange ${firstOf(finding)}`]
  return printable(`${kind}: ${text} (${[operation ?? 'no operation', ...seen].join(', ')})`)
}

const firstOf = ({ exchange, sandbox }: ShownFinding): string =>
  exchange === 0 ? '' : `${exchange}${sandbox === undefined ? '' : ` of sandbox ${sandbox}`}`

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const lines = (list: readonly string[]): string => `${list.join('\n')}\n`
