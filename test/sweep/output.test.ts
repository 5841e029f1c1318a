import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failedAssertionIn, failedTestsIn, programmingErrorIn } from '../../src/sweep/output.ts'

/** What a runner wrote of two or three tests: an assertion that fails, and an error of the program under test. */
const written = (runner: string): string => readFileSync(`test/sweep/outputs/${runner}.txt`, 'utf8')

test.each([
  [
    'unittest',
    [
      'test_rent (test_x.Tests.test_rent)',
      'test_count (test_x.Tests.test_count)',
      'test_names (test_x.Tests.test_names)',
    ],
  ],
  ['pytest', ['test_x.py::Tests::test_count', 'test_x.py::Tests::test_names', 'test_x.py::Tests::test_rent']],
  ['go', ['TestCount', 'TestRent']],
  ['jest', ['counts', 'rents › one']],
  ['vitest', ['farm.test.js > counts', 'farm.test.js > rents > one']],
  ['maven', ['RentsTest.countsMachines', 'RentsTest.rents']],
  ['gradle', ['RentsTest > countsMachines()']],
])('the tests that failed are read from what %s writes', (runner, tests) => {
  expect(failedTestsIn(written(runner))).toEqual(tests)
})

test.each([
  ['unittest', "AssertionError: 'a' != 'b'"],
  ['pytest', 'assert 1 == 2'],
  ['go', 'farm_test.go:7: got 1, want 2'],
  ['jest', 'expect(received).toBe(expected) // Object.is equality; Expected: 2; Received: 1'],
  ['vitest', 'AssertionError: expected 1 to be 2 // Object.is equality'],
  ['maven', 'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>'],
  ['gradle', 'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>'],
])('the assertion that failed is read from what %s writes', (runner, assertion) => {
  expect(failedAssertionIn(written(runner))).toBe(assertion)
})

test.each(['unittest', 'pytest', 'go', 'jest', 'vitest'])(
  'an error of the program differs from one of its tests: %s',
  (runner) => {
    expect(programmingErrorIn(written(runner))).toBe(true)
    const ofTest = written(runner).replaceAll(/\bfarm\.(py|go|js)\b/g, (_, kind: string) =>
      kind === 'py' ? 'test_farm.py' : kind === 'go' ? 'other_test.go' : 'other.test.js',
    )
    expect(programmingErrorIn(ofTest)).toBe(false)
  },
)

test('a mark of progress is no assertion', () => {
  expect(failedAssertionIn(written('unittest').replace('FFE', 'E'))).toBe("AssertionError: 'a' != 'b'")
})

test('a long traceback takes no longer than its length', () => {
  const frame = '  File "/srv/farm.py", line 2, in first\n        return rows[0]\n               ~~~~^^^\n'
  expect(programmingErrorIn(`${frame.repeat(100)}FarmError: refused\n`)).toBe(false)
  expect(programmingErrorIn(`${frame.repeat(100)}IndexError: list index out of range\n`)).toBe(true)
})
