import { printableLines } from '../../kernel/printable.ts'

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
