import { printableLines } from '../kernel/printable.ts'

/** Errors of a Python program that meets what it did not expect; other ValueErrors may be raised on purpose. */
const PYTHON_ERROR = String.raw`(?:\w*(?:IndexError|KeyError|AttributeError|TypeError|StopIteration|ZeroDivisionError|UnboundLocalError|NameError|StatisticsError)\b|ValueError: (?:min|max)\(\) |RuntimeError: (?:generator|coroutine) raised)`

/** Failures of a program that meets what it did not expect, as Python and JavaScript call them, with where they came up. */
const PROGRAMMING_ERRORS: readonly RegExp[] = [
  // pytest: `farm.py:12: IndexError`, where the line below the code has the whole error
  /^(\S+):\d+: (?:IndexError|KeyError|AttributeError|TypeError|StopIteration|ZeroDivisionError|UnboundLocalError|NameError)\b/m,
  new RegExp(String.raw`^E +${PYTHON_ERROR}[^]*?\n(\S+\.py):\d+: \w+$`, 'm'),
  // pytest --tb=short: the last frame stands above the error
  new RegExp(String.raw`^(\S+\.py):\d+: in [^\n]+\n(?:[ \t]+[^\n]*\n)*E +${PYTHON_ERROR}`, 'm'),
  // unittest: the last frame of a traceback
  new RegExp(String.raw`File "([^"]+)", line \d+, in [^\n]*\n(?:[ \t](?![ \t]*File ")[^\n]*\n)*${PYTHON_ERROR}`),
  // JavaScript: the first frame below the message
  /\b(?:TypeError|RangeError|ReferenceError)\b[^\n]*\n(?:[^\n]*\n){0,4}?\s*(?:at|❯) (?:[^\n(]*\(|[^\s():]+ )?(?:file:\/\/)?([^\s():]+):\d+:\d+/,
  // TAP of node:test: the frames have no `at`
  /^\s*name: '(?:TypeError|RangeError|ReferenceError)'\n(?:[^\n]*\n){0,6}?\s*stack: \|-\n\s*[^\n(]*\((?:file:\/\/)?([^\s():]+):\d+:\d+\)/m,
  // go: the first frame below those of the runtime and of the tests
  /\npanic(?:\(|: runtime error)[^]*?\n\t(?!\S*\/src\/(?:runtime|testing)\/)(\S+\.go):\d+/,
]

const TEST_FILE =
  /(^|[\\/])(test_[^\\/]*|[^\\/]*[._]test\.[^\\/]*|[^\\/]*\.spec\.[^\\/]*|[^\\/]*_test\.go|conftest\.py)$/

/** Whether a client failed by an error of its program, not one that it raised on purpose. An error in a test file is the test's own. */
export const programmingErrorIn = (output: string): boolean =>
  PROGRAMMING_ERRORS.some((each) => {
    const [, file] = each.exec(plain(output)) ?? []
    return file !== undefined && !TEST_FILE.test(file)
  })

/** Without the escapes that colour it. */
// oxlint-disable-next-line no-control-regex
const plain = (output: string): string => output.replaceAll(/\u001b\[[\d;]*m/g, '')

/** How test runners show the assertion that failed, the most telling first. */
const ASSERTIONS: readonly RegExp[] = [
  // Vitest, Jest, node:test
  /^\s*(AssertionError(?: \[\w+\])?: .+)$/m,
  /^\s*((?:error|Error): expect\(.+)$/m,
  /^\s*(expect\(.+\)\..+)$(?:\s+^\s*(Expected: .+)$\s+^\s*(Received: .+)$)?/m,
  // pytest
  /^E[ \t]+(\S.*)$/m,
  // unittest
  /^((?:\w+\.)*\w*(?:Error|Exception): .+)$/m,
  // go test: `    client_test.go:12: got 503`
  /^\s+(\w+_test\.go:\d+: .+)$/m,
  // JUnit in Maven and Gradle
  /^\s*(?:\[ERROR\]\s+)?(org\.opentest4j\.\S+: .+|java\.lang\.AssertionError.*)$/m,
  // TAP
  /^\s*error: ['|-]*\s*(.+?)'?$/m,
  /^\s*(\w*Error: .+)$/m,
]

/** The assertion that failed, where a test runner shows one. */
export function failedAssertionIn(output: string): string | undefined {
  const text = plain(output)
  for (const each of ASSERTIONS) {
    const [, found, ...values] = each.exec(text) ?? []
    if (found !== undefined) return [found, ...values].flatMap((part) => part?.trim() ?? []).join('; ')
  }
  return undefined
}

/** How runners other than TAP name a test that failed. */
const FAILED: readonly RegExp[] = [
  // pytest: `FAILED test_farm.py::test_names - …`
  /^FAILED (\S+::\S+)/gm,
  // unittest: `FAIL: test_rent (tests.Rents)`
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))/gm,
  // Vitest and Jest: ` FAIL  a.test.ts > rents`, `  ● suite › rents`
  /^\s*FAIL\s+(?:\|?\S+\|?\s+)?(\S+ > .+)$/gm,
  /^\s+● (?!Console)(.+)$/gm,
  /^\s*--- FAIL: (\S+)/gm,
  // JUnit in Maven: `[ERROR]   RentsTest.rents:12`; in Gradle: `RentsTest > rents() FAILED`
  /^\[ERROR\]\s+(\w+\.\w+):\d+/gm,
  /^(\w+ > .+) FAILED$/gm,
]

const NOT_OK = /^\s*not ok \d+(?: -)? (.*)$/gm

/** The tests that failed, where a runner names them in what a command wrote: TAP, Vitest, Jest, pytest, unittest, go test, JUnit. */
export const failedTestsIn = (output: string): readonly string[] => {
  const others = FAILED.flatMap((each) => [...plain(output).matchAll(each)].map(([, name = '']) => name.trim()))
  return [...new Set([...notOkIn(output), ...others])]
}

/** As node:test writes it: `not ok 3 - rents once`. */
const notOkIn = (output: string): readonly string[] =>
  [...output.matchAll(NOT_OK)].flatMap(([, line = '']) => {
    const [name = '', ...directives] = line.split(' # ')
    return directives.some((each) => /^(TODO|SKIP)\b/i.test(each)) ? [] : [name.trim().replaceAll('\\#', '#')]
  })

/** Lines by which test runners say which test failed, and how. */
const FAILURE = /Error\b|\bFAIL/

/**
 * The last lines that a command wrote, without the escapes that colour them, and without empty ones. Where a summary
 * stands below the failures, as in Vitest, they are the last lines that tell of a failure.
 */
export function lastLines(output: string, count: number): readonly string[] {
  const lines = printableLines(output)
    .replaceAll(/\\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const last = lines.slice(-count)
  const failures = lines.filter((line) => FAILURE.test(line))
  return failures.length === 0 || last.some((line) => FAILURE.test(line)) ? last : failures.slice(-count)
}
