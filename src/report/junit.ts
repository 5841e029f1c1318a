import type { Failure, Gathered } from './gathered.ts'

/** JUnit XML: a test case for each operation, and one for each thing that was asked to fail on; the report as text stands below. */
export function junit({ coverage }: Gathered, failures: readonly Failure[], text: string): string {
  const operations = coverage.operations.map(({ id, hits }) =>
    hits === 0
      ? `<testcase classname="operation" name="${xml(id)}"><skipped message="never requested"/></testcase>`
      : `<testcase classname="operation" name="${xml(id)}"/>`,
  )
  const failed = failures.map(
    ({ name, text }) => `<testcase classname="report" name="${xml(name)}"><failure message="${xml(text)}"/></testcase>`,
  )
  const skipped = coverage.operations.filter(({ hits }) => hits === 0).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="rental-sim" tests="${operations.length + failed.length}" failures="${failed.length}" skipped="${skipped}">`,
    ...[...operations, ...failed].map((line) => `  ${line}`),
    `  <system-out>${xml(text)}</system-out>`,
    '</testsuite>',
    '',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as XML carries it; characters that it cannot are left out. */
const xml = (text: string): string =>
  text
    .replaceAll(/(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
    .replaceAll(/[&<>"]/g, (each) => entities[each] ?? '')
