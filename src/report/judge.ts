import type { CoverageReport } from '../testing/findings/coverage.ts'
import { type FindingKind, findingKinds } from '../testing/findings/finding.ts'
import { type Gathered, requestsIn, type ShownFinding } from './gathered.ts'
import { sentence, times } from './words.ts'

/** Assumptions that a team accepts, by rule id, each with its reason. */
export interface Accepted {
  readonly file: string
  readonly reasons: ReadonlyMap<string, string>
}

/** Something that the caller asked to fail on. */
export interface Failure {
  readonly name: string
  readonly text: string
}

export const failReasons = ['findings', 'assumed', 'unmatched', ...findingKinds] as const
export type FailOn = (typeof failReasons)[number]

type RuleHits = CoverageReport['assumed']['rules'][number]

/** A run, with what was asked to fail on, and what is expected or accepted apart from the rest. */
export interface Judged {
  readonly scope: string
  readonly coverage: CoverageReport
  /** Nothing was asked, so there is nothing to judge. */
  readonly isIdle: boolean
  readonly findings: readonly ShownFinding[]
  /** Findings that tests provoke on purpose. */
  readonly expected: readonly ShownFinding[]
  /** Assumptions that answers rest on and the team accepts. */
  readonly accepted: readonly (RuleHits & { readonly reason: string })[]
  /** Accepted, while no answer rests on them. */
  readonly unused: readonly string[]
  readonly failures: readonly Failure[]
  /** What would pass if it were accepted, and the file for it. */
  readonly toAccept: readonly RuleHits[]
  readonly acceptFile: string
}

interface Bar {
  readonly failOn: readonly FailOn[]
  readonly accepted?: Accepted
}

const NOTHING_ASKED: Failure = {
  name: 'nothing-asked',
  text: 'nothing was asked of the simulator, so there is nothing to judge',
}

export function judge({ scope, coverage, findings }: Gathered, { failOn, accepted }: Bar): Judged {
  const reasons = accepted?.reasons ?? new Map<string, string>()
  const touched = coverage.assumed.rules.filter(({ hits }) => hits > 0)
  const ids = new Set(touched.map(({ id }) => id))
  const isIdle = requestsIn(coverage) === 0
  const failsAssumed = failOn.some((each) => each === 'assumed' || each === 'answer-rests-on-assumption')
  const toAccept = failsAssumed ? touched.filter(({ id }) => !reasons.has(id)) : []
  const others = findings.filter((each) => each.expected !== true)
  const expected = findings.filter((each) => each.expected === true)
  return {
    scope,
    coverage,
    isIdle,
    findings: others,
    expected,
    accepted: touched.flatMap((rule) => {
      const reason = reasons.get(rule.id)
      return reason === undefined ? [] : [{ ...rule, reason }]
    }),
    unused: [...reasons.keys()].filter((id) => !ids.has(id)),
    failures: [
      ...(isIdle && failOn.length > 0 ? [NOTHING_ASKED] : []),
      ...others.filter(({ kind }) => failsOn(failOn, kind)).map((each) => ({ name: each.kind, text: sentence(each) })),
      ...toAccept.map(({ id, text, hits }) => ({ name: id, text: `${times(hits)}: ${text}` })),
      ...(failOn.includes('unmatched') ? unmatched(coverage, expected) : []),
    ],
    toAccept,
    acceptFile: accepted?.file ?? 'accepted.yaml',
  }
}

/** Exit code for the command that was asked to judge. */
export const exitCodeOf = ({ isIdle, failures }: Pick<Judged, 'isIdle' | 'failures'>): number => {
  if (failures.length === 0) return 0
  return isIdle ? 2 : 1
}

/** Only with --strict is an assumption a finding; the word fails on it in any case, as `assumed` does. */
const ofAssumptions: FindingKind = 'answer-rests-on-assumption'

const failsOn = (failOn: readonly FailOn[], kind: string): boolean =>
  failOn.includes('findings') || (kind !== ofAssumptions && failOn.some((each) => each === kind))

function unmatched({ unmatched: { requests } }: CoverageReport, expected: readonly ShownFinding[]): readonly Failure[] {
  const provoked = expected.filter(({ kind }) => kind === 'unmatched-request')
  const others = requests - provoked.reduce((sum, each) => sum + each.times, 0)
  return others > 0 ? [{ name: 'unmatched', text: `${others} requests were for no operation` }] : []
}
