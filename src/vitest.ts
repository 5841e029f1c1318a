import { expect, test as base, type TestAPI } from 'vitest'
import { parsed } from './control/call.ts'
import { type ChangeMatch, changeMatch } from './testing/journal/change-match.ts'
import { accountOf, exchangeText, findingText, unexpectedLines } from './control/sandbox-account.ts'
import { isForUser } from './control/error.ts'
import { createSimulator } from './node/create-simulator.ts'
import { listeningUrl } from './node/listening-url.ts'
import { expectedCount, verdict } from './testing/journal/verify.ts'
import { MASK } from './kernel/secret.ts'
import { fieldOf, isObject } from './kernel/object.ts'
import { printable } from './kernel/printable.ts'
import type {
  ExpectedCount,
  ExpectedFinding,
  RequestMatch,
  ResetOptions,
  RowChange,
  ShownExchange,
  SimulatedSandbox,
  Simulator,
  SimulatorOptions,
  Verified,
} from './control/types.ts'

/** What the tests of one file share. */
interface FileFixtures {
  /** What the simulator is made with. */
  readonly simulatorOptions: SimulatorOptions
  /** The simulator of the whole file. */
  readonly simulator: Simulator
}

interface TestFixtures {
  /** What the sandbox of a test starts from, if not from the start of the file. */
  readonly sandboxOptions: ResetOptions
  /** A fresh sandbox for each test. */
  readonly sim: SimulatedSandbox
  /** The base URL of that sandbox, on a free port. */
  readonly simUrl: string
}

/** What a test is given. */
export interface SimulatorFixtures extends FileFixtures, TestFixtures {
  // Vitest's own names, by which it knows what belongs to a file and what to a test.
  readonly $__file?: FileFixtures
  readonly $__test?: TestFixtures
}

if (!('override' in base))
  throw new Error(
    'rental-sim/vitest needs Vitest 4.1 or newer: run npm install --save-dev vitest@latest; with an older one use createSimulator() of rental-sim in your tests',
  )

/** For tests that take all from here. */
export { expect }

let tests = 0

const newestExchange = ({ journal }: Simulator): number => journal.list({ limit: 1 })[0]?.id ?? 0

/**
 * Vitest's `test` with a fresh sandbox in `sim`. A test that fails tells what the sandbox held, answered and found.
 *
 * | Fixture | Is |
 * |---|---|
 * | `sim` | a fresh sandbox for each test |
 * | `simUrl` | the base URL of that sandbox, on a free port; a client that takes a `fetch` needs none: give it `sim.fetch` |
 * | `simulator` | the one of the whole file |
 * | `sandboxOptions` | what the sandbox starts from, also in a `describe`: `test.override('sandboxOptions', { scenario: 'slow-boot' })` |
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
    const simulator = namingFixture('simulatorOptions', () => createSimulator(simulatorOptions))
    onCleanup(simulator.close)
    return simulator
  })
  .extend('sandboxOptions', (): ResetOptions => ({}))
  .extend('sim', ({ simulator, sandboxOptions, task }, { onCleanup }): SimulatedSandbox => {
    tests += 1
    const before = newestExchange(simulator)
    const sandbox = simulator.sandbox(`test-${tests}`)
    onCleanup(() => {
      // Held requests end with the sandbox, so they are reported before.
      const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
      if (error !== undefined)
        error.message += `\n\n${accountOf(sandbox, { error: error.name ?? '', askedOfDefault: newestExchange(simulator) - before })}`
      simulator.drop(sandbox.name)
    })
    if (Object.keys(sandboxOptions).length > 0) namingFixture('sandboxOptions', () => sandbox.reset(sandboxOptions))
    return sandbox
  })
  .extend('simUrl', async ({ simulator, sim }): Promise<string> => `${await listeningUrl(simulator)}/~${sim.name}`)

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
    /** That the client did nothing that should worry its team, except what the test expects. Prints what it did. */
    toHaveNoFindings(): T
    /**
     * That the client did each of these, which the test provokes on purpose: from then on they are expected, and fail
     * neither `toHaveNoFindings` nor a report. Others still do.
     */
    toHaveFindings(expected: readonly ExpectedFinding[]): T
  }
}

expect.extend({
  toHaveReceived(subject: unknown, match: RequestMatch, count?: ExpectedCount) {
    const sandbox = sandboxIn(subject, 'toHaveReceived')
    refusePatterns(match)
    refuseNumber(count)
    const result = sandbox.journal.verify(match, count)
    const { isNot } = this
    // What the journal dropped proves neither that there were such requests nor that there were none.
    const pass = result.verified === 'unknown' ? isNot : result.verified
    return { pass, message: () => received(result, match, count, isNot) }
  },
  toHaveChanged(subject: unknown, match: ChangeMatch, expected?: ExpectedCount) {
    const sandbox = sandboxIn(subject, 'toHaveChanged')
    const { isNot, equals } = this
    refuseNumber(expected)
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
            : ['what changed:', ...made.slice(-MAX_SHOWN_CHANGES).map(changeText)]),
          ...(made.length > MAX_SHOWN_CHANGES ? [`  and ${made.length - MAX_SHOWN_CHANGES} before`] : []),
        ].join('\n'),
    }
  },
  toHaveNoFindings(subject: unknown) {
    const found = unexpectedLines(sandboxIn(subject, 'toHaveNoFindings'))
    return {
      pass: found.length === 0,
      message: () =>
        found.length === 0
          ? 'the client did nothing wrong'
          : ['the client should not have done this:', ...found].join('\n'),
    }
  },
  toHaveFindings(subject: unknown, expected: readonly ExpectedFinding[]) {
    const sandbox = sandboxIn(subject, 'toHaveFindings')
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
          ...sandbox.findings().map(findingText),
        ].join('\n'),
    }
  },
})

/** Where the options of a fixture are wrong, the error names the fixture: the stack has lines of this package alone. */
function namingFixture<Result>(fixture: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (!isForUser(error)) throw error
    error.message = `${fixture}: ${error.message}`
    error.stack = `${error.name}: ${error.message}`
    throw error
  }
}

/** @throws TypeError for a count that is a number alone */
function refuseNumber(count: unknown): void {
  if (typeof count === 'number') throw new TypeError(`${count} is not a count: write { eq: ${count} }`)
}

/** @throws TypeError where something else is given */
function sandboxIn(subject: unknown, matcher: string): SimulatedSandbox {
  if (isSandbox(subject)) return subject
  const advice =
    subject === undefined ? "take test from 'rental-sim/vitest', which gives sim" : `write expect(sim).${matcher}(…)`
  throw new TypeError(`${matcher} is of a simulator or a sandbox of rental-sim: ${advice}`)
}

const isSandbox = (value: unknown): value is SimulatedSandbox =>
  typeof fieldOf(value, 'findings') === 'function' && isObject(fieldOf(value, 'journal'))

/** @throws TypeError for a value such as expect.any(String): requests are compared with JSON */
function refusePatterns(value: unknown, path: readonly string[] = []): void {
  if (!isObject(value)) return
  if (fieldOf(value, '$$typeof') === Symbol.for('jest.asymmetricMatcher'))
    throw new TypeError(
      `${path.join('.')}: a request is compared with plain values: write one, or leave it out and match the requests of sim.journal.list()`,
    )
  for (const [key, each] of Object.entries(value)) refusePatterns(each, [...path, key])
}

/** What equals an object that has these fields, and any others; null equals null. */
const partly = (fields: object | null): unknown => fields && expect.objectContaining(fields)

const MAX_SHOWN_CHANGES = 10

type MadeChange = RowChange & { readonly exchange: number; readonly operation: ShownExchange['operation'] }

const changesIn = ({ journal }: SimulatedSandbox): readonly MadeChange[] =>
  journal
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .flatMap(({ id: exchange, operation, changes }) => changes.map((change) => ({ exchange, operation, ...change })))

/** `exchange 2, templates.edit: templates 9001 name "a" to "b"` */
function changeText({ exchange, operation, collection, id, before, after }: MadeChange): string {
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
    ...(result.matches.length === 0
      ? []
      : [result.matches.length < result.count ? 'the last of them:' : 'these:', ...result.matches.map(exchangeText)]),
    ...(near.length > 0 ? ['nearest that did not match:', ...near] : []),
  ].join('\n')
}

const shown = (value: unknown): string => printable(JSON.stringify(value) ?? 'nothing')
