import { rmSync } from 'node:fs'
import { UsageError } from '../../kernel/usage-error.ts'
import { isSystemError } from '../../node/client/system-error.ts'
import { readFile } from '../../node/files/library.ts'

/** Comments and texts that are not parsed may hold tags; one that is not closed goes to the end, so that none is read twice. */
const TAG = /<!\[CDATA\[[^]*?(?:\]\]>|$)|<!--[^]*?(?:-->|$)|<(\/?)(testcase|failure|error)\b([^<>]*)/g
const ATTRIBUTE = /\b(classname|name|message)="([^"]*)"/g
const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** What a test runner says of the tests that failed. */
interface Failures {
  readonly failedTests: readonly string[]
  /** What the first of them says. */
  readonly failedAssertion: string | undefined
}

export const NO_FAILURES: Failures = { failedTests: [], failedAssertion: undefined }

/** The failures in the JUnit file that a test runner wrote; none where no such file can be read. The file is deleted. */
export function takeFailures(file: string): Failures {
  try {
    const { text } = readFile(file)
    // A file that stays would name these tests again in the next run.
    rmSync(file)
    return failuresIn(text)
  } catch (error) {
    if (error instanceof UsageError || isSystemError(error)) return NO_FAILURES
    throw error
  }
}

function failuresIn(xml: string): Failures {
  const failedTests: string[] = []
  let failedAssertion: string | undefined
  let open: string | undefined
  for (const [, slash, tag, head = ''] of xml.matchAll(TAG)) {
    if (tag === 'testcase') open = slash === '' && !head.endsWith('/') ? head : undefined
    else if (tag !== undefined && open !== undefined) {
      failedAssertion ??= attributesOf(head)['message']?.split('\n')[0]
      const { classname = '', name = '' } = attributesOf(open)
      failedTests.push([classname, name].filter((each) => each !== '').join(' › '))
      open = undefined
    }
  }
  return { failedTests, failedAssertion }
}

const attributesOf = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...head.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, unescaped(value)]))

const MAX_CODE_POINT = 0x10_ff_ff

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, number: string | undefined, name: string | undefined) => {
    if (number === undefined) return entities.get(name ?? '') ?? whole
    return Number(number) > MAX_CODE_POINT ? whole : String.fromCodePoint(Number(number))
  })
