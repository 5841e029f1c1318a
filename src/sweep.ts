import type { SimulatorOptions } from './control/types.ts'
import { rulesInForce } from './marketplace/rule-choices.ts'
import { withConfig } from './node/create-simulator.ts'
import { expectationsSchema } from './sweep/expectations.ts'
import { badOf, type SweepReport, type TrialResult } from './sweep/report.ts'
import type { FlowRun } from './sweep/flow-run.ts'
import { runFlow } from './sweep/run/run-flow.ts'
import { runSweep } from './sweep/run/run-sweep.ts'
import { usualFamilies } from './sweep/plan.ts'
import { describeSweep, FUNCTION_SWEEP } from './sweep/describe.ts'
import { sweepText } from './sweep/text.ts'
import { families, type TrialFamily } from './testing/trial/trial.ts'

export interface FlowSweepOptions {
  /** Options of the simulators. */
  readonly simulator?: SimulatorOptions
  /** Families of trials. Default: transient, refusals, lost-reply and outage; all of them for a trial that is named. */
  readonly only?: readonly TrialFamily[]
  /** All families: answers and wrong, too. Default: false. */
  readonly all?: boolean
  /** Each call meets each fault, not the first, the second and the last only. Default: false. */
  readonly everyCall?: boolean
  /** Runs at once; 1 where the flow changes what runs share, such as timers. Default: 8. */
  readonly jobs?: number
  /** How long a run may take at least, in milliseconds; three times the first run where that is longer. Default: 1000. */
  readonly limitMs?: number
  /** Only the trial with this id; `*` stands for a part between slashes, `**` for anything. */
  readonly trial?: string
  /** What is right under faults, as in `sweep.yaml`: `{ 'instances.create refusals': { wanted: 'recovered', why } }`. */
  readonly expectations?: Readonly<Record<string, ExpectedVerdicts>>
}

interface ExpectedVerdicts {
  readonly wanted: TrialResult['verdict'] | readonly TrialResult['verdict'][]
  readonly why: string
}

/** What a sweep found. */
export interface FlowSweep extends SweepReport {
  /** The bad verdicts, the worst first. */
  readonly bad: readonly TrialResult[]
  /** The report as text: print it where a test fails. */
  readonly text: string
}

/**
 * Runs a function that uses a client again and again, each time with something else going wrong.
 *
 * @param flow rejects where something is not as it should be
 * @throws SweepError when it fails without any fault, or its calls differ from run to run
 * @example
 * const { bad, text } = await sweep(async ({ url }) => {
 *   const client = new Client({ url, key: 'renter-key' })
 *   expect(await client.instances()).toHaveLength(1)
 * })
 * expect(bad, text).toEqual([])
 */
export async function sweep(
  flow: (run: FlowRun) => unknown,
  {
    simulator = {},
    only,
    all = false,
    everyCall = false,
    jobs = 8,
    limitMs = 1000,
    trial,
    expectations = {},
  }: FlowSweepOptions = {},
): Promise<FlowSweep> {
  const { report } = await runSweep({
    command: [FUNCTION_SWEEP],
    run: (under, limit) => runFlow(simulator, flow, under, limit),
    inForce: rulesUnder(withConfig(simulator)),
    only: only ?? (all || trial !== undefined ? families : usualFamilies),
    everyCall,
    jobs,
    minLimitMs: limitMs,
    trial,
    expectations: expectationsSchema.parse(expectations),
    signal: new AbortController().signal,
  })
  return { ...report, bad: badOf(report.trials), text: sweepText(describeSweep(report)) }
}

const rulesUnder = ({ dialect = 'documented', rules = {} }: SimulatorOptions) =>
  rulesInForce(dialect, [{ choices: rules, by: 'the options of the simulator' }])

export type { FlowRun, SweepReport, TrialFamily, TrialResult }
