import { printable, printableLines } from '../kernel/printable.ts'
import type { Judgement } from './judge.ts'
import { sentence } from './words.ts'

/**
 * JUnit XML: a test case for each operation, and one for each thing that was asked to fail on; what is expected or
 * accepted is skipped, with the reason. The report as text stands below.
 */
export function junit({ coverage, expected, accepted, failures }: Judgement, text: string): string {
  const cases = [
    ...coverage.operations.map(({ id, hits }) => testCase('operation', id, hits === 0 ? 'never requested' : undefined)),
    ...expected.map((each) => testCase('expected', each.kind, sentence(each))),
    ...accepted.map(({ id, reason }) => testCase('accepted', id, reason)),
  ]
  const failed = failures.map(
    ({ name, text }) => `<testcase classname="report" name="${xml(name)}"><failure message="${xml(text)}"/></testcase>`,
  )
  const skipped = cases.filter((each) => each.includes('<skipped ')).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="rental-sim" tests="${cases.length + failed.length}" failures="${failed.length}" skipped="${skipped}">`,
    ...[...cases, ...failed].map((line) => `  ${line}`),
    `  <system-out>${xmlText(text)}</system-out>`,
    '</testsuite>',
    '',
  ].join('\n')
}

const testCase = (group: string, name: string, skipped: string | undefined): string =>
  skipped === undefined
    ? `<testcase classname="${group}" name="${xml(name)}"/>`
    : `<testcase classname="${group}" name="${xml(name)}"><skipped message="${xml(skipped)}"/></testcase>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of one line as XML carries it; characters that it cannot are left out. */
export const xml = (text: string): string => carried(printable(text))

export const xmlText = (text: string): string => carried(printableLines(text))

const carried = (text: string): string =>
  text.replaceAll(/\p{Noncharacter_Code_Point}/gu, '').replaceAll(/[&<>"]/g, (each) => entities[each] ?? '')
