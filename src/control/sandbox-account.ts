import { printable } from '../kernel/printable.ts'
import type { Finding, SimulatedSandbox, Verified } from './types.ts'

const MAX_TOLD_EXCHANGES = 5

/** What a sandbox holds, answered last and found, for a test that failed. */
export function accountOf({ name, clock, faults, journal, findings }: SimulatedSandbox): string {
  const time =
    clock.mode === 'frozen' ? `the clock stands at ${clock.now}: advance it` : `the clock runs, at ${clock.now}`
  const held = faults
    .held()
    .map(({ method, path, fault, until }) =>
      until === null
        ? `  ${method} ${printable(path)} is held by fault ${fault} until the fault is taken away`
        : `  ${method} ${printable(path)} is held by fault ${fault} until ${until}; ${time}`,
    )
  const exchanges = journal
    .list({ limit: MAX_TOLD_EXCHANGES })
    .map(({ id, request: { method, path }, response: { status }, basis, hint, fault }) =>
      [
        exchangeText({ exchange: id, method, path, status, basis, fault: fault?.name }),
        ...(hint === null ? [] : [`    ${printable(hint)}`]),
      ].join('\n'),
    )
  const asked = [...held, ...exchanges]
  return [
    `rental-sim, sandbox ${name}, clock ${clock.mode} at ${clock.now}:`,
    ...(asked.length > 0
      ? asked
      : ['  it was asked nothing: give your client fetch: sim.fetch, or the base URL simUrl']),
    ...unexpected(findings()).map(findingText),
  ].join('\n')
}

export const unexpected = (found: readonly Finding[]): readonly Finding[] =>
  found.filter(({ expected }) => expected !== true)

/** `  exchange 2, GET /api/v0/instances/ answered 429, injected (fault too-often)` */
export const exchangeText = ({ exchange, method, path, status, basis, fault }: Verified['matches'][number]): string =>
  `  exchange ${exchange}, ${method} ${printable(path)} answered ${status || 'nothing'}, ${basis}${fault === undefined ? '' : ` (fault ${fault})`}`

/** What a client did, how often, and what to do instead. */
export const findingText = ({ kind, text, times, advice }: Finding): string =>
  `  ${kind}, ${times} x: ${printable(text)}\n    ${printable(advice)}`
