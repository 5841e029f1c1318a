import type { CoverageReport } from '../testing/findings/coverage.ts'
import { printable } from '../kernel/printable.ts'
import type { ShownFinding } from './report-data.ts'

export const totals = ({ documented, assumed, injected, unmatched }: CoverageReport): string =>
  `${documented.touched} of ${documented.total} documented, ${assumed.touched} of ${assumed.total} assumed (${byStrength(assumed.by_strength)}); injected answers: ${injected.answers}; unmatched requests: ${unmatched.requests}`

const byStrength = (touched: CoverageReport['assumed']['by_strength']): string =>
  Object.entries(touched)
    .map(([strength, each]) => `${strength.replace('-', ' ')} ${each.touched} of ${each.total}`)
    .join(', ')

export const sentence = (finding: ShownFinding): string => {
  const { kind, text, times: often, operation, exchange } = finding
  const seen = exchange === 0 ? [] : [times(often), `first in exchange ${firstOf(finding)}`]
  return printable(`${kind}: ${text} (${[operation ?? 'no operation', ...seen].join(', ')})`)
}

export const firstOf = ({ exchange, sandbox }: ShownFinding): string =>
  exchange === 0 ? '' : `${exchange}${sandbox === undefined ? '' : ` of sandbox ${sandbox}`}`

/** How often an operation was requested, and how often a fault answered: `once, injected`. @param shown for the sum */
export function requested(
  { hits, injected }: { readonly hits: number; readonly injected: number },
  shown: (count: number) => string,
): string {
  const all = shown(hits + injected)
  if (injected === 0) return all
  return hits === 0 ? `${all}, injected` : `${all}, ${injected} injected`
}

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Lines for the file of --accept: a rule without a reason is refused there, so the team has to write one. */
export const acceptLines = (rules: readonly { readonly id: string; readonly text: string }[]): readonly string[] =>
  rules.map(({ id, text }) => `${id}: # ${printable(text)}`)

export const lines = (list: readonly string[]): string => `${list.join('\n')}\n`
