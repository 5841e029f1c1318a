import { sha256Hex } from '../../kernel/secret.ts'
import type { Fact } from '../../testing/trial/fact.ts'
import { callsByOperation } from './counts.ts'
import type { RunFacts } from './verdict.ts'

/** What differed between two runs of the same command, in words; none where they are alike. */
export function differences(first: RunFacts, second: RunFacts): readonly string[] {
  const [before, after] = [first, second].map(({ calls }) => callsByOperation(calls))
  const operations = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  const counts = [...operations].toSorted().flatMap((operation) => {
    const [once, again] = [before?.get(operation) ?? 0, after?.get(operation) ?? 0]
    return once === again ? [] : [`${operation} was called ${inTimes(once)}, then ${inTimes(again)}`]
  })
  return [
    ...(first.exitCode === second.exitCode ? [] : [`the exit code was ${first.exitCode}, then ${second.exitCode}`]),
    ...counts,
    ...(counts.length > 0 ? [] : statuses(first, second)),
  ]
}

const inTimes = (count: number): string => (count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`)

function statuses(first: RunFacts, second: RunFacts): readonly string[] {
  const [before = '', after = ''] = [first, second].map(({ calls }) =>
    calls
      .map(({ operation, status }) => `${operation ?? 'no operation'} ${status}`)
      .toSorted()
      .join(', '),
  )
  return before === after ? [] : [`the statuses were ${before}; then ${after}`]
}

/**
 * A digest for each call: of what its sandbox was asked and answered before it, and of the request. Calls with the same
 * one come from a client that has seen the same, so that it does the same under the same fault.
 */
export function histories(calls: readonly Fact[]): readonly string[] {
  const bySandbox = new Map<string, string>()
  return calls.map(({ sandbox, operation, keyDigest, method, path, query, requestDigest, status }) => {
    const request = [operation, keyDigest, method, path, query, requestDigest].join(' ')
    const here = sha256Hex(`${bySandbox.get(sandbox) ?? ''} ${request}`, 8)
    bySandbox.set(sandbox, sha256Hex(`${here} ${status}`, 8))
    return here
  })
}
