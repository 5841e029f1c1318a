import { printable, printableLines } from '../kernel/printable.ts'

export interface TestCase {
  readonly group: string
  readonly name: string
  readonly seconds?: number
  /** Why it was skipped. */
  readonly skipped?: string | undefined
  readonly failure?: { readonly message: string; readonly text?: string }
}

/** JUnit XML with these test cases. @param text the report as text, which stands below them */
export function junitXml(suite: string, cases: readonly TestCase[], text: string): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${suite}" tests="${cases.length}" failures="${failures}" skipped="${skipped}">`,
    ...cases.map((each) => `  ${testCase(each)}`),
    `  <system-out>${xmlText(text)}</system-out>`,
    '</testsuite>',
    '',
  ].join('\n')
}

function testCase({ group, name, seconds, skipped, failure }: TestCase): string {
  const time = seconds === undefined ? '' : ` time="${seconds}"`
  const head = `<testcase classname="${xml(group)}" name="${xml(name)}"${time}`
  if (skipped !== undefined) return `${head}><skipped message="${xml(skipped)}"/></testcase>`
  if (failure === undefined) return `${head}/>`
  const { message, text } = failure
  const open = `<failure message="${xml(message)}"`
  return `${head}>${text === undefined ? `${open}/>` : `${open}>${xmlText(text)}</failure>`}</testcase>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of one line as XML carries it; characters that it cannot are left out. */
const xml = (text: string): string => carried(printable(text))

const xmlText = (text: string): string => carried(printableLines(text))

const carried = (text: string): string =>
  text.replaceAll(/\p{Noncharacter_Code_Point}/gu, '').replaceAll(/[&<>"]/g, (each) => entities[each] ?? '')
