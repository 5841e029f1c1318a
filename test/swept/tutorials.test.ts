import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { groupsOf, type SweepReport } from '../../src/sweep/report.ts'
import { sweepIn } from './example.ts'

const MINUTE_MS = 60_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules/rental-sim'))
  symlinkSync(resolve('node_modules/vitest'), join(folder, 'node_modules/vitest'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes the files of a page; of two with the same name the later one stays, as for its reader. */
function follow(page: string): void {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```(?:ts|python)\n(?:\/\/|#) (\S+)\n([^]*?)^```$/gm)
  for (const [, name = '', text = ''] of blocks) writeFileSync(join(folder, name), text)
}

/** Its entries, and the text of each. */
const entriesOf = ({ trials }: SweepReport) =>
  groupsOf(trials).map(([first]) => `${first?.verdict}: ${first?.evidence.failed_assertion}`)

const GIVES_UP = expect.stringMatching(/^noticed: .*429/) as string

test(
  'the client of the first steps in Python gives up at all but one 503, and that is all',
  async () => {
    follow('docs/start-python.md')
    const report = await sweepIn(folder, {}, ['--all'], ['python3', '-m', 'unittest'])
    expect(entriesOf(report)).toEqual([GIVES_UP])
  },
  5 * MINUTE_MS,
)

test(
  'that of the first steps in TypeScript has no timeout, besides',
  async () => {
    follow('docs/start-typescript.md')
    const vitest = [process.execPath, resolve('node_modules/vitest/vitest.mjs'), 'run']
    const report = await sweepIn(folder, {}, [], vitest)
    expect(entriesOf(report)).toEqual(['no-timeout: Error: Test timed out in 5000ms.', GIVES_UP])
    expect(report.profile).toContainEqual({ name: 'Timeout', text: 'none' })
  },
  5 * MINUTE_MS,
)
