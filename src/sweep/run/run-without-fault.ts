import { UsageError } from '../../kernel/usage-error.ts'
import { placeOf, type Trial } from '../../testing/trial/trial.ts'
import { callsByOperation } from '../fact.ts'
import type { Run } from '../judge.ts'

/** Thrown when a command cannot be swept, or no trial can be run. */
export class SweepError extends UsageError {}

export interface RunLimit {
  /** No limit where undefined. */
  readonly limitMs?: number
  /** Calls after which it is ended. */
  readonly maxCalls?: number
  /** Aborted when nothing more is to be run. */
  readonly signal: AbortSignal
}

/** Runs the command once; without a trial without any fault. */
export type RunOnce = (trial: Trial | undefined, limit: RunLimit) => Promise<Run>

/**
 * Runs the command twice, and a third time where the two differ.
 * @throws SweepError when it fails, calls nothing, or is another one each time
 */
export async function runWithoutFault(run: RunOnce, signal: AbortSignal): Promise<{ baseline: Run; byPlace: boolean }> {
  const first = await passing(run, signal)
  const second = await passing(run, signal)
  const found = differences(first, second)
  const [baseline, other] =
    found.length === 0 ? [first, second] : await decideByThird(run, signal, [first, second], found)
  if (baseline.calls.length === 0)
    throw new SweepError(
      'the command asked nothing of the simulator: does it use RENTAL_SIM_URL, or simulators of rental-sim in its own process?',
    )
  const [places, later] = [baseline, other].map(({ calls }) =>
    [...new Set(calls.map(({ sandbox }) => placeOf(sandbox)))].toSorted().join(' '),
  )
  return { baseline: baseline.seconds > other.seconds ? baseline : other, byPlace: places === later }
}

/** Whether the client gave up a request that no fault met: the machine had other work to do. */
export const givesUp = ({ calls }: Run): boolean => calls.some(({ status, fault }) => status === 0 && fault === null)

/** The two of three runs that are alike. @throws SweepError when none are */
async function decideByThird(
  run: RunOnce,
  signal: AbortSignal,
  runs: readonly Run[],
  found: readonly string[],
): Promise<readonly [Run, Run]> {
  const third = await passing(run, signal)
  const alike = runs.find((each) => differences(each, third).length === 0)
  if (alike !== undefined) return [alike, third]
  const isGivenUp = [...runs, third].some(givesUp)
  const advice = isGivenUp
    ? 'the client gave up a request and sent it again: give it a longer timeout, or the machine less to do'
    : 'a suite that differs from run to run cannot be swept: make its data and its order the same each time'
  throw new SweepError(
    `three runs of the command without any fault differ, so that no trial would show anything: ${found.join('; ')}. ${advice[0]?.toUpperCase()}${advice.slice(1)}`,
  )
}

async function passing(run: RunOnce, signal: AbortSignal): Promise<Run> {
  const facts = await run(undefined, { signal })
  if (signal.aborted) throw new SweepError('it was stopped before a trial was run')
  if (facts.exitCode === 0) return facts
  const how = facts.exitCode === null ? `ended by ${facts.signal}` : `exit code ${facts.exitCode}`
  throw new SweepError(`the command fails without any fault (${how}); a sweep needs tests that pass:\n${facts.output}`)
}

/** What differs between two runs of the same command, in words; none where they are alike. */
export function differences(first: Run, second: Run): readonly string[] {
  const [before, after] = [callsByOperation(first.calls), callsByOperation(second.calls)]
  const operations = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const counts = operations.flatMap((operation) => {
    const [once, again] = [before.get(operation) ?? 0, after.get(operation) ?? 0]
    return once === again ? [] : [`${operation} was called ${inTimes(once)}, then ${inTimes(again)}`]
  })
  const [statuses, later] = [statusesOf(first), statusesOf(second)]
  return [
    ...(first.exitCode === second.exitCode ? [] : [`the exit code was ${first.exitCode}, then ${second.exitCode}`]),
    ...counts,
    ...(counts.length > 0 || statuses === later ? [] : [`the statuses were ${statuses}; then ${later}`]),
  ]
}

const inTimes = (count: number): string => (count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`)

const statusesOf = ({ calls }: Run): string =>
  calls
    .map(({ operation, status }) => `${operation ?? 'no operation'} ${status}`)
    .toSorted()
    .join(', ')
