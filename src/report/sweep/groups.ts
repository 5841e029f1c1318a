import { badOf, type TrialResult } from './result.ts'

/** Bad verdicts of one cause: the same of an operation under a family, for the same reason, with the same tests failing. */
export interface Group {
  /** The one that stands for all. */
  readonly first: TrialResult
  readonly others: readonly TrialResult[]
}

/** The bad verdicts by their causes, the worst first. */
export function groupsOf(report: { readonly trials: readonly TrialResult[] }): readonly Group[] {
  const groups = new Map<string, TrialResult[]>()
  for (const result of badOf(report)) {
    const { verdict, operation, family, evidence } = result
    const cause = [verdict, operation, family, evidence.why, ...evidence.failed_tests].join('\n')
    groups.set(cause, [...(groups.get(cause) ?? []), result])
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]))
}

/** What of an id is not said by its operation and family: `first/503`. */
export const shortId = ({ id, operation, family }: Pick<TrialResult, 'id' | 'operation' | 'family'>): string =>
  id.slice(`${operation}/${family}/`.length)
