import { describe, expect, test } from 'vitest'
import { expectationsSchema, unmatchedIn } from '../../src/sweep/expectations.ts'
import { sweepAs } from '../../src/sweep/forms.ts'
import { groupsOf, sweepReport, sweepSchema, type TrialResult } from '../../src/sweep/report.ts'
import { baselineOf, failuresOf } from '../../src/sweep/run/gate.ts'
import type { Run } from '../../src/sweep/judge.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { call, judged, ran, trialFault, trialOf, usualCalls } from './facts.ts'

const met = call({ status: 503, happened: false, fault: trialFault, responseBody: '{"error":"unavailable"}' })
const failed: Partial<Run> = {
  exitCode: 1,
  calls: [met],
  output: 'not ok 1 - lists\nnot ok 2 - sorts # TODO\n',
}

const transient = trialOf('transient')
const refused = trialOf('refusals')

function reportOf(outcomes: readonly (readonly [Trial, Partial<Run>])[], expectations = {}) {
  return sweepReport(ran({ calls: usualCalls }), {
    command: ['npm', 'test'],
    options: ['--dialect', 'observed'],
    trials: outcomes.map(([trial, run]) => judged(trial, run, expectations)),
    left_out: [trialOf('wrong').id],
    alike: 3,
    unmatched_expectations: [{ key: 'instances.list/transient/first/504', nearest: transient.id }],
  })
}

const report = reportOf([
  [transient, failed],
  [refused, { calls: [met] }],
  [trialOf('answers'), { calls: [call({ fault: trialFault })] }],
  [trialOf('lost-reply'), { calls: usualCalls }],
])

test('the JSON report has the form that is promised, and is read back', () => {
  const read: unknown = JSON.parse(sweepAs('json', report))
  expect(sweepSchema.parse(read)).toEqual(report)
  expect(read).toMatchObject({
    command: ['npm', 'test'],
    options: ['--dialect', 'observed'],
    baseline: { exit_code: 0, seconds: 1, operations: { 'instances.list': 1 } },
    resilience: { good: 1, total: 2 },
    refusals: { good: 0, total: 1 },
    sensitivity: { good: 0, total: 0 },
    left_out: ['instances.list/wrong/first/503'],
    trials: [
      {
        id: 'instances.list/transient/first/503',
        family: 'transient',
        operation: 'instances.list',
        call: 1,
        injected: '503, once',
        verdict: 'noticed',
        good: false,
        requests: ['0.00 s: GET /api/v0/instances/ -> 503 (injected) {"error":"unavailable"}'],
        evidence: { exit_code: 1, signal: null, failed_tests: ['lists'] },
      },
      { verdict: 'unnoticed', good: false },
      { verdict: 'recovered', good: true },
      { verdict: 'never-met', good: false },
    ],
  })
})

describe('the text', () => {
  test('has the last of what the command wrote where that names no test, without colours', () => {
    const told = sweepAs('text', reportOf([[transient, { ...failed, output: '\u001b[31m1 failed\u001b[0m\n' }]]))
    expect(told).toContain('  Ended with exit code 1 after 1.0 s. It wrote last:\n    1 failed\n')
  })
  test.each([
    [
      ' FAIL  client.test.ts > lists\nAssertionError: 503 is not 200\n  at client.test.ts:3\n',
      '  Failed:\n    client.test.ts > lists\n  Assertion: AssertionError: 503 is not 200\n  Again',
    ],
    ['--- FAIL: TestRent (0.00s)\n', '  Failed:\n    TestRent\n  Again'],
    ['it asked twice\n', '. It wrote last:\n    5\n    6\n    7\n    8\n    9\n    10\n  Again'],
  ])('has the test and the assertion that failed rather than the summary below them: %j', (failure, shown) => {
    const output = `${failure}${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].join('\n')}\n`
    expect(sweepAs('text', reportOf([[transient, { ...failed, output }]]))).toContain(shown)
  })
  test('has the tests that the runner named', () => {
    const told = sweepAs('text', reportOf([[transient, { ...failed, failedTests: ['suite › lists'] }]]))
    expect(told).toContain('  Failed:\n    suite › lists\n')
  })
  test('fits 80 columns, except the line to copy and the output of the command', () => {
    const long = call({
      requestBody: JSON.stringify({ label: 'x'.repeat(100) }),
      responseBody: 'y'.repeat(100),
      fault: trialFault,
    })
    const told = sweepAs('text', reportOf([[transient, { ...failed, calls: [long] }]]))
    expect(told.split('\n').filter((line) => line.length > 80 && !line.startsWith('  Again:'))).toEqual([])
  })
})

describe('the bar', () => {
  test('fails below a share, and not at it', () => {
    expect(failuresOf(report, { resilience: 50 })).toEqual([])
    expect(failuresOf(report, { resilience: 51, refusals: 1, sensitivity: 1 })).toEqual([
      'resilience is 50 %, below 51 %',
      'refusals is 0 %, below 1 %',
      'sensitivity was not measured, so it may be below 1 %: add --all, or leave it out',
    ])
    expect(failuresOf(report, { sensitivity: 0 })).toEqual([])
  })
  test('fails with an earlier report only for worse verdicts', () => {
    expect(failuresOf(report, { resilience: 90 }, baselineOf(report))).toEqual([])
    const before = reportOf([[transient, { calls: [met, call()] }]])
    expect(failuresOf(reportOf([[transient, failed]]), {}, baselineOf(before))).toEqual([
      'instances.list/transient/first/503: noticed, which is worse than before',
    ])
  })
})

describe('expectations', () => {
  const expectations = expectationsSchema.parse({
    'instances.list transient': { wanted: ['noticed', 'recovered'], why: 'the list is asked for again by people' },
    transient: { wanted: 'hung', why: 'the closest one counts' },
  })
  test('decide which verdicts are good, the closest first', () => {
    const { trials } = reportOf([[transient, failed]], expectations)
    expect(trials).toMatchObject([{ verdict: 'noticed', good: true }])
  })
  test.each([
    [{ 'instances.lists': { wanted: 'noticed', why: 'x' } }, /neither a family nor an operation.*instances\.list/],
    [{ transient: { wanted: 'fine', why: 'x' } }, /Invalid/],
    [{ transient: { wanted: 'noticed' } }, /say why/],
  ])('are refused: %o', (document, message) => {
    expect(expectationsSchema.safeParse(document).error?.message).toMatch(message)
  })
  test('that are about no trial are named, with the nearest one', () => {
    const trials = [transient, trialOf('answers', 'templates.search')]
    const keys = ['transient', 'templates.search', '*/answers/**', 'instances.list transiet', '**/504', 'lost-reply']
    const all = Object.fromEntries(keys.map((key) => [key, { wanted: ['hung' as const], why: 'x' }]))
    expect(unmatchedIn(all, trials)).toEqual([
      { key: 'instances.list transiet', nearest: 'instances.list transient' },
      { key: '**/504', nearest: null },
      { key: 'lost-reply', nearest: null },
    ])
  })
})

test('a baseline keeps the verdicts of what a later sweep left out', () => {
  const report = sweepReport(ran({}), {
    command: ['x'],
    options: [],
    trials: [],
    left_out: ['a', 'b'],
    alike: 0,
    unmatched_expectations: [],
  })
  expect(baselineOf(report, { a: 'noticed', c: 'hung' })).toEqual({ a: 'noticed', b: null })
})

/** How many trials each entry has. */
const sizes = (trials: readonly TrialResult[]) => groupsOf(trials).map(({ length }) => length)

/** How many trials each entry has, of such verdicts on what a client makes of answers. */
const sizesOfAnswers = (verdict: TrialResult['verdict'], names: readonly string[]) =>
  sizes(
    names.map((name) => {
      const id = `instances.show/answers/first/${name}`
      return { ...judged(transient, failed), family: 'answers', id, verdict }
    }),
  )

test('a machine left behind is one entry, whatever was injected, and so is a status that is read wrongly', () => {
  const names = ['null.instances.label', 'null.instances.country_code', 'status.stopped', 'status.offline']
  expect(sizesOfAnswers('left-behind', names)).toEqual([4])
  expect(sizesOfAnswers('noticed', names)).toEqual([2, 1, 1])
})

describe('failures that are swallowed', () => {
  const swallowed = (['transient', 'refusals', 'outage'] as const).map((family) =>
    judged(trialOf(family), { calls: [met] }),
  )
  test('are one entry for each operation, whatever the family', () => {
    const others = swallowed.map((each) => ({ ...each, operation: 'templates.search' }))
    expect(sizes(swallowed)).toEqual([3])
    expect(sizes([...swallowed, ...others])).toEqual([3, 3])
  })
  test('are no entry with a wrong answer that nothing noticed', () => {
    expect(sizes([...swallowed, judged(trialOf('wrong'), { calls: [call({ fault: trialFault })] })])).toEqual([3, 1])
  })
})
