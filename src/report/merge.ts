import { type CoverageReport, touched, touchedByStrength } from '../testing/findings/coverage.ts'
import { sumOf, type Totals } from '../testing/findings/run-totals.ts'
import type { ShownFinding } from './report-data.ts'

/** The totals of one simulator, perhaps of another version, which may know other findings. */
export interface RunTotals extends Omit<Totals, 'findings'> {
  readonly findings: readonly ShownFinding[]
}

/** The totals of several simulators: operations and rules stand as in the first, which names all of them. */
export function mergeTotals(parts: readonly RunTotals[]): RunTotals {
  const coverages = parts.map(({ coverage }) => coverage)
  return {
    coverage: mergeCoverage(coverages),
    findings: mergeByKey(
      parts.flatMap(({ findings }) => findings),
      (each) => [each.kind, each.operation, each.text, each.expected],
      (known, { times }) => ({ ...known, times: known.times + times }),
    ),
    faults: mergeByKey(
      parts.flatMap(({ faults }) => faults),
      ({ scenario, name }) => [scenario, name],
      sumOf,
    ),
  }
}

function mergeCoverage(all: readonly CoverageReport[]): CoverageReport {
  const documented = mergeHits(all.flatMap((each) => each.documented.rules))
  const assumed = mergeHits(all.flatMap((each) => each.assumed.rules))
  return {
    operations: mergeOperations(all.flatMap((each) => each.operations)),
    documented: { ...touched(documented), rules: documented },
    assumed: { ...touchedByStrength(assumed), rules: assumed },
    injected: { answers: all.reduce((sum, { injected }) => sum + injected.answers, 0) },
    unmatched: { requests: all.reduce((sum, { unmatched }) => sum + unmatched.requests, 0) },
  }
}

const mergeOperations = (list: CoverageReport['operations']): CoverageReport['operations'] =>
  mergeByKey(
    list,
    ({ id }) => [id],
    (known, { hits, injected }) => ({ ...known, hits: known.hits + hits, injected: known.injected + injected }),
  )

const mergeHits = <Each extends { readonly id: string; readonly hits: number }>(list: readonly Each[]): Each[] =>
  mergeByKey(
    list,
    ({ id }) => [id],
    (known, each) => ({ ...each, hits: known.hits + each.hits }),
  )

/** One for each key, in the order in which the keys come. */
function mergeByKey<Each>(
  list: readonly Each[],
  keyOf: (each: Each) => readonly unknown[],
  sum: (known: Each, each: Each) => Each,
): Each[] {
  const byKey = new Map<string, Each>()
  for (const each of list) {
    const key = JSON.stringify(keyOf(each))
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? each : sum(known, each))
  }
  return [...byKey.values()]
}
