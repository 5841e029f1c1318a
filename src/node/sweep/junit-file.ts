import { existsSync, readFileSync, rmSync } from 'node:fs'

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g
const ATTRIBUTE = /\b(classname|name)="([^"]*)"/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The tests that failed, by the JUnit file that a test runner wrote; none where there is no file. The file is deleted. */
export function takeFailedTests(file: string): readonly string[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  return [...text.matchAll(CASE)].flatMap(([, head = '', content = '']) =>
    /<(failure|error)\b/.test(content) ? [nameOf(head)] : [],
  )
}

function nameOf(head: string): string {
  const { classname = '', name = '' } = Object.fromEntries(
    [...head.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, unescaped(value)]),
  )
  return [classname, name].filter((each) => each !== '').join(' › ')
}

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, number: string | undefined, name: string | undefined) =>
    number === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number(number)),
  )
