import { printableLines } from '../kernel/printable.ts'

const NOT_OK = /^\s*not ok \d+(?: -)? (.*)$/gm

/** The tests that failed, where what a command wrote is TAP (`not ok 3 - rents once`), as node:test writes it; else none. */
export const failedTestsIn = (output: string): readonly string[] =>
  [...output.matchAll(NOT_OK)].flatMap(([, told = '']) => {
    const [name = '', ...directives] = told.split(' # ')
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
