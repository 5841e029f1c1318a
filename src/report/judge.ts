import { strengths, describeStrength } from '../kernel/evidence.ts'
import type { CoverageReport } from '../testing/findings/coverage.ts'
import { type FindingKind, findingKinds } from '../testing/findings/finding.ts'
import { type ReportData, requestsIn, type ShownFinding } from './report-data.ts'
import { sentence, times } from './words.ts'

/** Assumptions that a team accepts, by the id of a rule or by their strength, each with its reason. */
export interface AcceptedAssumptions {
  readonly file: string
  readonly reasons: ReadonlyMap<string, string>
}

type Assumption = CoverageReport['assumed']['rules'][number]

/** A reason to fail that the caller asked for. */
interface Failure {
  readonly name: string
  readonly text: string
}

export const failReasons = ['findings', 'assumed', 'judgement', 'unmatched', ...findingKinds] as const
export type FailOn = (typeof failReasons)[number]

/** A run, judged: the failures, and apart from them the expected and accepted ones. */
export type Judgement = ReturnType<typeof judge>

interface FailCriteria {
  readonly failOn: readonly FailOn[]
  readonly accepted?: AcceptedAssumptions
}

const NO_REQUESTS: Failure = {
  name: 'nothing-asked',
  text: 'nothing was asked of the simulator, so there is nothing to judge: does the client take its address from RENTAL_SIM_URL?',
}

export function judge({ scope, coverage, findings }: ReportData, { failOn, accepted }: FailCriteria) {
  const reasons = accepted?.reasons ?? new Map<string, string>()
  const touched = coverage.assumed.rules.filter(({ hits }) => hits > 0)
  const used = new Set<string>(touched.flatMap(({ id, strength }) => [id, strength]))
  const isEmpty = requestsIn(coverage) === 0
  const failsAssumed = failOn.some((each) => each === 'assumed' || each === 'answer-rests-on-assumption')
  const reasonFor = ({ id, strength }: Assumption): string | undefined => reasons.get(id) ?? reasons.get(strength)
  const failsJudgement = failOn.includes('judgement')
  const toAccept = touched.filter(
    (rule) => (failsAssumed || (failsJudgement && rule.strength === 'judgement')) && reasonFor(rule) === undefined,
  )
  const others = findings.filter((each) => each.expected !== true)
  const expected = findings.filter((each) => each.expected === true)
  return {
    scope,
    coverage,
    /** Whether there was no request, so that there is nothing to judge. */
    isEmpty,
    findings: others,
    /** Findings that tests provoke on purpose. */
    expected,
    /** Assumptions that responses rest on and that are not accepted, the weakest first. */
    resting: touched
      .filter((rule) => reasonFor(rule) === undefined)
      .toSorted((a, b) => strengths.indexOf(b.strength) - strengths.indexOf(a.strength)),
    /** Assumptions that responses rest on and the team accepts. */
    accepted: touched.flatMap((rule) => {
      const reason = reasonFor(rule)
      return reason === undefined ? [] : [{ ...rule, reason }]
    }),
    /** Accepted assumptions on which no response rests. */
    unused: [...reasons.keys()].filter((id) => !used.has(id)),
    failures: [
      ...(isEmpty && failOn.length > 0 ? [NO_REQUESTS] : []),
      ...others.filter(({ kind }) => failsOn(failOn, kind)).map((each) => ({ name: each.kind, text: sentence(each) })),
      ...toAccept.map(({ id, text, hits, ...support }) => ({
        name: id,
        text: `${times(hits)}: ${text} (${describeStrength(support)})`,
      })),
      ...(failOn.includes('unmatched') ? unmatched(coverage, expected) : []),
    ],
    /** Assumptions that fail and could be accepted, and the file for them. */
    toAccept,
    acceptFile: accepted?.file ?? 'accepted.yaml',
  }
}

/** Exit code for the command that was asked to judge. */
export const exitCodeOf = ({ isEmpty, failures }: Pick<Judgement, 'isEmpty' | 'failures'>): number => {
  if (failures.length === 0) return 0
  return isEmpty ? 2 : 1
}

/** Without --strict assumptions are no findings; this reason fails on them in any case, as `assumed` does. */
const ofAssumptions: FindingKind = 'answer-rests-on-assumption'

const failsOn = (failOn: readonly FailOn[], kind: string): boolean =>
  failOn.includes('findings') || (kind !== ofAssumptions && failOn.some((each) => each === kind))

function unmatched({ unmatched: { requests } }: CoverageReport, expected: readonly ShownFinding[]): readonly Failure[] {
  const provoked = expected.filter(({ kind }) => kind === 'unmatched-request')
  const others = requests - provoked.reduce((sum, each) => sum + each.times, 0)
  return others > 0
    ? [{ name: 'unmatched', text: `${others} ${others === 1 ? 'request' : 'requests'} matched no operation` }]
    : []
}
