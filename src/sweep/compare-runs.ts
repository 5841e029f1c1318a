import { callsByOperation } from './fact.ts'
import type { Run } from './judge.ts'

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
