import { expect, test as base, type TestAPI } from 'vitest'
import { parsed } from './control/parsed.ts'
import { type ChangeMatch, changeMatch } from './testing/journal/change-match.ts'
import { createSimulator } from './node/create-simulator.ts'
import { expectedCount, verdict } from './testing/journal/verify.ts'
import { MASK } from './kernel/secret.ts'
import { printable } from './kernel/printable.ts'
import type {
  ExpectedCount,
  ExpectedFinding,
  Finding,
  RequestMatch,
  RowChange,
  ShownExchange,
  SimulatedSandbox,
  Simulator,
  SimulatorOptions,
  Verified,
} from './control/types.ts'
import type { SimulatorFixtures } from './control/simulator-fixtures.ts'

export type { SimulatorFixtures }

let tests = 0

/**
 * Vitest's `test` with a fresh sandbox in `sim`. A test that fails tells what the sandbox held, answered and found.
 *
 * | Fixture | Is |
 * |---|---|
 * | `sim` | a fresh sandbox for each test |
 * | `simUrl` | the base URL of that sandbox, on a free port; a client that takes a `fetch` needs none: give it `sim.fetch` |
 * | `simulator` | the one of the whole file |
 * | `simulatorOptions` | what that is made with: `test.override('simulatorOptions', { clock: 'frozen', scenario: 'slow-boot' })` |
 *
 * @example
 * test('lists once', async ({ sim }) => {
 *   await client(sim.fetch).list()
 *   expect(sim).toHaveReceived({ operation: 'instances.list' }, { eq: 1 })
 * })
 */
export const test: TestAPI<SimulatorFixtures> = base
  .extend('simulatorOptions', { scope: 'file' }, (): SimulatorOptions => ({}))
  .extend('simulator', { scope: 'file' }, ({ simulatorOptions }, { onCleanup }): Simulator => {
    const simulator = createSimulator(simulatorOptions)
    onCleanup(simulator.close)
    return simulator
  })
  .extend('sim', ({ simulator, task }, { onCleanup }): SimulatedSandbox => {
    tests += 1
    const sandbox = simulator.sandbox(`test-${tests}`)
    onCleanup(() => {
      // What is held ends with the sandbox, so it is told before.
      const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
      if (error !== undefined) error.message += `\n\n${accountOf(sandbox)}`
      simulator.drop(sandbox.name)
    })
    return sandbox
  })
  .extend('listening', { scope: 'file' }, ({ simulator }): Promise<string> => simulator.listen())
  .extend('simUrl', ({ listening, sim }): string => `${listening}/~${sim.name}`)

const MAX_TOLD_EXCHANGES = 5

/** What a sandbox holds, answered last and found, for a test that failed. */
function accountOf({ name, clock, faults, journal, findings }: SimulatedSandbox): string {
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
    .map(({ id, request, response, basis, hint }) =>
      [
        `  exchange ${id}, ${request.method} ${printable(request.path)} answered ${response.status || 'nothing'}, ${basis}`,
        ...(hint === null ? [] : [`    ${printable(hint)}`]),
      ].join('\n'),
    )
  const asked = exchanges.length + held.length > 0
  return [
    `rental-sim, sandbox ${name}, clock ${clock.mode} at ${clock.now}:`,
    ...(asked ? [...held, ...exchanges] : ['  it was asked nothing']),
    ...unexpected(findings()).map(inWords),
  ].join('\n')
}

const unexpected = (found: readonly Finding[]): readonly Finding[] => found.filter(({ expected }) => expected !== true)

declare module 'vitest' {
  // The type parameter is Vitest's own.
  interface Matchers<T> {
    /** That the sandbox was asked such requests: at least one, or as many as `count` says. Prints the nearest when it was not. */
    toHaveReceived(match: RequestMatch, count?: ExpectedCount): T
    /**
     * That requests changed such rows: at least one, or as many as `count` says. Of each request a row counts once, from
     * first to last; what comes about with time counts for none. Prints what did change when it was not that.
     */
    toHaveChanged(match: ChangeMatch, count?: ExpectedCount): T
    /** That the client did nothing that should worry its team, but for what the test expects. Prints what it did. */
    toHaveNoFindings(): T
    /**
     * That the client did each of these, which the test provokes on purpose: from then on they are expected, and fail
     * neither `toHaveNoFindings` nor a report. Others still do.
     */
    toHaveFindings(expected: readonly ExpectedFinding[]): T
  }
}

expect.extend({
  toHaveReceived(sandbox: SimulatedSandbox, match: RequestMatch, count?: ExpectedCount) {
    const result = sandbox.journal.verify(match, count)
    const { isNot } = this
    // What the journal dropped proves neither that there were such requests nor that there were none.
    const pass = result.verified === 'unknown' ? isNot : result.verified
    return { pass, message: () => received(result, match, count, isNot) }
  },
  toHaveChanged(sandbox: SimulatedSandbox, match: ChangeMatch, expected?: ExpectedCount) {
    const { isNot, equals } = this
    const { before, after, ...rest } = parsed(changeMatch, match)
    const count = parsed(expectedCount, expected)
    const wanted = partly({
      ...rest,
      ...(before !== undefined && { before: partly(before) }),
      ...(after !== undefined && { after: partly(after) }),
    })
    const made = changesIn(sandbox)
    const { length } = made.filter((change) => equals(change, wanted))
    const { dropped } = sandbox.journal
    // A dropped exchange may have changed any number of rows.
    const verified = verdict(length, count, dropped === 0 ? 0 : Infinity)
    return {
      pass: verified === 'unknown' ? isNot : verified,
      message: () =>
        [
          `expected ${isNot ? 'not ' : ''}${shown(count)} changes like ${shown(match)}; there were ${length}`,
          ...(verified === 'unknown' ? [`the journal dropped ${dropped} exchanges that could have made some`] : []),
          ...(made.length === 0
            ? ['no request changed a row']
            : ['what changed:', ...made.slice(-MAX_TOLD_CHANGES).map(told)]),
          ...(made.length > MAX_TOLD_CHANGES ? [`  and ${made.length - MAX_TOLD_CHANGES} before`] : []),
        ].join('\n'),
    }
  },
  toHaveNoFindings(sandbox: SimulatedSandbox) {
    const found = unexpected(sandbox.findings())
    return {
      pass: found.length === 0,
      message: () =>
        found.length === 0
          ? 'the client did nothing wrong'
          : ['the client should not have done this:', ...found.map(inWords)].join('\n'),
    }
  },
  toHaveFindings(sandbox: SimulatedSandbox, expected: readonly ExpectedFinding[]) {
    if (expected.length === 0) throw new RangeError('toHaveFindings names no finding: toHaveNoFindings holds for none')
    const before = sandbox.expectFindings()
    const listed = sandbox.expectFindings(expected)
    const missing = listed.filter(({ times }) => times === 0)
    const { isNot } = this
    const pass = missing.length === 0
    // A test that is wrong expects nothing more than it did before.
    const kept = pass && !isNot ? listed : []
    sandbox.expectFindings([...before, ...kept].map(({ times: _times, ...each }) => each))
    const names = (isNot ? listed : missing).map(({ kind, operation }) => [kind, operation].join(' ').trim())
    return {
      pass,
      message: () =>
        [
          `expected ${isNot ? 'none of ' : ''}these findings: ${names.join(', ')}; there were${sandbox.findings().length === 0 ? ' none' : ':'}`,
          ...sandbox.findings().map(inWords),
        ].join('\n'),
    }
  },
})

/** What equals an object that has these fields, and any others; null equals null. */
const partly = (fields: object | null): unknown => fields && expect.objectContaining(fields)

const MAX_TOLD_CHANGES = 10

type MadeChange = RowChange & { readonly exchange: number; readonly operation: ShownExchange['operation'] }

const changesIn = ({ journal }: SimulatedSandbox): readonly MadeChange[] =>
  journal
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .flatMap(({ id: exchange, operation, changes }) => changes.map((change) => ({ exchange, operation, ...change })))

/** `exchange 2, templates.edit: templates 9001 name "a" to "b"` */
function told({ exchange, operation, collection, id, before, after }: MadeChange): string {
  const row = `  exchange ${exchange}, ${operation}: ${collection} ${id}`
  if (before === null) return `${row} came: ${shortly(after)}`
  if (after === null) return `${row} went`
  const fields = Object.keys({ ...before, ...after }).flatMap((name) => {
    const [from, to] = [shortly(before[name]), shortly(after[name])]
    return from === to && shown(before[name]) === shown(after[name]) ? [] : [`${name} ${from} to ${to}`]
  })
  return `${row} ${fields.join(', ')}`
}

const MAX_TOLD_CHARACTERS = 120

function shortly(value: unknown): string {
  const text = shown(value)
  return text.length <= MAX_TOLD_CHARACTERS ? text : `${text.slice(0, MAX_TOLD_CHARACTERS)}…`
}

const inWords = ({ kind, text, times, advice }: Finding): string =>
  `  ${kind}, ${times} x: ${printable(text)}\n    ${printable(advice)}`

function received(
  result: Verified,
  { api_key, ...match }: RequestMatch,
  expected: ExpectedCount = { gte: 1 },
  isNot: boolean,
): string {
  const criteria = { ...match, ...(api_key !== undefined && { api_key: MASK }) }
  const nearest = isNot ? [] : result.near_misses
  const near = nearest.flatMap(({ exchange, method, path, missed }) => [
    `  exchange ${exchange}, ${method} ${path}`,
    ...missed.map((miss) => `    ${miss.criterion}: expected ${shown(miss.expected)}, got ${shown(miss.actual)}`),
  ])
  return [
    `expected ${isNot ? 'not ' : ''}${shown(expected)} of ${shown(criteria)}; there were ${result.count}`,
    ...(result.verified === 'unknown' ? [`the journal dropped ${result.dropped} that could have been among them`] : []),
    ...(near.length > 0 ? ['nearest that did not match:', ...near] : []),
  ].join('\n')
}

const shown = (value: unknown): string => printable(JSON.stringify(value) ?? 'nothing')
