import { type CoverageReport, touched } from '../testing/findings/coverage.ts'
import { type FaultTotal, sumOf, type Totals } from '../testing/findings/run-totals.ts'
import type { ShownFinding } from './report-data.ts'

/** The totals of one simulator, perhaps of another version, which may know other findings. */
export interface RunTotals extends Omit<Totals, 'findings'> {
  readonly findings: readonly ShownFinding[]
}

/** The totals of several simulators: operations and rules stand as in the first, which names all of them. */
export function mergeTotals(parts: readonly RunTotals[]): RunTotals {
  return {
    coverage: coverageOf(parts.map(({ coverage }) => coverage)),
    findings: findingsOf(parts.flatMap(({ findings }) => findings)),
    faults: faultsOf(parts.flatMap(({ faults }) => faults)),
  }
}

function coverageOf(all: readonly CoverageReport[]): CoverageReport {
  const documented = sums(all.flatMap((each) => each.documented.rules))
  const assumed = sums(all.flatMap((each) => each.assumed.rules))
  return {
    operations: sums(all.flatMap((each) => each.operations)),
    documented: { ...touched(documented), rules: documented },
    assumed: { ...touched(assumed), rules: assumed },
    injected: { answers: all.reduce((sum, { injected }) => sum + injected.answers, 0) },
    unmatched: { requests: all.reduce((sum, { unmatched }) => sum + unmatched.requests, 0) },
  }
}

interface Hit {
  readonly id: string
  readonly hits: number
}

function sums<Each extends Hit>(list: readonly Each[]): Each[] {
  const byId = new Map<string, Each>()
  for (const each of list) byId.set(each.id, { ...each, hits: each.hits + (byId.get(each.id)?.hits ?? 0) })
  return [...byId.values()]
}

function findingsOf(list: readonly ShownFinding[]): readonly ShownFinding[] {
  const byKey = new Map<string, ShownFinding>()
  for (const each of list) {
    const key = JSON.stringify([each.kind, each.operation, each.text, each.expected])
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? each : { ...known, times: known.times + each.times })
  }
  return [...byKey.values()]
}

function faultsOf(list: readonly FaultTotal[]): readonly FaultTotal[] {
  const byKey = new Map<string, FaultTotal>()
  for (const each of list) {
    const key = JSON.stringify([each.scenario, each.name])
    byKey.set(key, sumOf(byKey.get(key), each))
  }
  return [...byKey.values()]
}
