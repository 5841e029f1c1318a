import { rmSync } from 'node:fs'
import { UsageError } from '../../kernel/usage-error.ts'
import { isSystemError } from '../../node/client/system-error.ts'
import { readFile } from '../../node/files/library.ts'

/** Comments and texts that are not parsed may hold tags; one that is not closed goes to the end, so that none is read twice. */
const TAG = /<!\[CDATA\[[^]*?(?:\]\]>|$)|<!--[^]*?(?:-->|$)|<(\/?)(testcase|failure|error)\b([^<>]*)/g
const ATTRIBUTE = /\b(classname|name)="([^"]*)"/g
const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** The tests that failed, by the JUnit file that a test runner wrote; none where no such file can be read. The file is deleted. */
export function takeFailedTests(file: string): readonly string[] {
  try {
    const { text } = readFile(file)
    // A file that stays would name these tests again in the next run.
    rmSync(file)
    return failedIn(text)
  } catch (error) {
    if (error instanceof UsageError || isSystemError(error)) return []
    throw error
  }
}

function failedIn(xml: string): readonly string[] {
  const failed: string[] = []
  let open: string | undefined
  for (const [, slash, tag, head = ''] of xml.matchAll(TAG)) {
    if (tag === 'testcase') open = slash === '' && !head.endsWith('/') ? head : undefined
    else if (tag !== undefined && open !== undefined) {
      failed.push(nameOf(open))
      open = undefined
    }
  }
  return failed
}

function nameOf(head: string): string {
  const { classname = '', name = '' } = Object.fromEntries(
    [...head.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, unescaped(value)]),
  )
  return [classname, name].filter((each) => each !== '').join(' › ')
}

const MAX_CODE_POINT = 0x10_ff_ff

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, number: string | undefined, name: string | undefined) => {
    if (number === undefined) return entities.get(name ?? '') ?? whole
    return Number(number) > MAX_CODE_POINT ? whole : String.fromCodePoint(Number(number))
  })
