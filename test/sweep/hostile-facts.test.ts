import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FACTS_FILE } from '../../src/node/processes/join-sweep.ts'
import { factsIn } from '../../src/sweep/run/run-command.ts'
import { call } from './facts.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** The path of a file of facts, in the folder of a simulator of that name. */
function factsFile(simulator: string): string {
  mkdirSync(join(folder, simulator))
  return join(folder, simulator, FACTS_FILE)
}

test.each(['not json\n', '{"a":1}\n', '{"__proto__":1}\n', '[]\nnull\n', '', '\u0000\u0001\n'])(
  'a line that is no fact is left out: %j',
  (text) => {
    writeFileSync(factsFile('a'), text)
    writeFileSync(factsFile('b'), `${JSON.stringify(call())}\n`)
    expect(factsIn(folder)).toEqual([call()])
  },
)

test('a folder, a pipe, an endless file and bytes that are no text are not read', () => {
  mkdirSync(factsFile('a'))
  execFileSync('mkfifo', [factsFile('b')])
  symlinkSync('/dev/zero', factsFile('c'))
  writeFileSync(factsFile('d'), Buffer.from([0xff, 0xfe, 0x0a]))
  expect(factsIn(folder)).toEqual([])
})

test('a file in place of the folder holds no facts, and no folder does', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(factsIn(file)).toEqual([])
  expect(factsIn(join(folder, 'none'))).toEqual([])
})
