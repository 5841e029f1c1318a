import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How many simulators each file has made in this process. */
const made = new Map<string, number>()

/** Enough for the frames of a test runner. */
const FRAMES = 100

/**
 * Names a simulator by the file that makes it and its place among those of that file, `rents.test.ts` or
 * `rents.test.ts#2`: the same in each run, whatever the order of files.
 */
export function callerOf(): string {
  const files = filesOnStack()
  const own = /^.*[\\/](?:src|dist)[\\/]/.exec(files.at(-1) ?? '')?.[0] ?? 'node:'
  const file = files.find((each) => !isLibrary(each) && !each.startsWith(own)) ?? testFile() ?? 'in-process'
  const name = relative(process.cwd(), file)
    .replaceAll(/[\\/]+/g, '.')
    .replaceAll(/^\.+|[^\w.-]/g, '')
  const count = (made.get(name) ?? 0) + 1
  made.set(name, count)
  return count === 1 ? name : `${name}#${count}`
}

/** The files of the frames, the outermost first: a helper makes simulators for many tests. */
function filesOnStack(): readonly string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('who makes a simulator')
  Error.stackTraceLimit = stackTraceLimit
  return stack
    .split('\n')
    .flatMap((line) => /\(?((?:file:\/\/)?[\\/]?[^\s()]+):\d+:\d+\)?$/.exec(line)?.[1] ?? [])
    .map((each) => (each.startsWith('file:') ? fileURLToPath(each) : each))
    .toReversed()
}

const isLibrary = (file: string): boolean => file.startsWith('node:') || /[\\/]node_modules[\\/]/.test(file)

/** The file that Vitest runs in this worker: its fixtures are made without a frame of it. */
function testFile(): string | undefined {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  const file: unknown = typeof worker === 'object' && worker !== null ? Reflect.get(worker, 'filepath') : undefined
  return typeof file === 'string' ? file : undefined
}
