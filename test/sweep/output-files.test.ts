import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { searching } from './suite.ts'

endWhatTestsStart()

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A sweep of one trial; its command leaves a file where it ran, and does this besides. */
const sweep = (options: readonly string[], rest = '') =>
  run([
    'sweep',
    '--trial',
    '*/transient/first/503',
    ...options,
    '--',
    ...searching({ begin: `require('node:fs').writeFileSync('${join(folder, 'ran')}', ''); ${rest}; await search()` }),
  ])

/** Makes what stands at a path, and says how it is refused. */
const obstacles: Readonly<Record<string, readonly [make: (file: string) => void, why: string]>> = {
  'a folder': [(file) => mkdirSync(file), 'it is a folder'],
  'a pipe': [(file) => execFileSync('mkfifo', [file]), 'it is a pipe'],
}

test.each(Object.entries(obstacles))(
  'an output file that is %s is refused before the first run',
  async (_, [make, why]) => {
    const file = join(folder, 'report.json')
    make(file)
    for (const option of ['--output', '--save-baseline']) {
      const { code, stderr } = await sweep([option, file])
      expect({ code, stderr }).toEqual({ code: 2, stderr: `rental-sim: ${file} cannot be written: ${why}\n` })
    }
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  },
)

test('an output file in no folder is refused before the first run; one that is there stays as it is', async () => {
  const file = join(folder, 'no', 'report.md')
  expect(await sweep(['--output', file])).toMatchObject({
    code: 2,
    stderr: `rental-sim: ${file} cannot be written: its folder is not there\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a folder for scenarios that cannot be made is refused before the first run', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await sweep(['--write', join(file, 'scenarios')])).toMatchObject({ code: 2 })
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

test('what can no more be written after the last run goes to standard output', async () => {
  const [report, baseline] = [join(folder, 'report.md'), join(folder, 'baseline.json')]
  const block = `if (process.env.RENTAL_SIM_TRIAL) for (const file of ['${report}', '${baseline}']) require('node:fs').mkdirSync(file)`
  const { code, stdout, stderr } = await sweep(['--output', report, '--save-baseline', baseline], block)
  expect(code).toBe(0)
  expect(stdout).toContain('- **Resilience**: 0 % (0 of 1)')
  expect(stdout).toContain('{\n  "templates.search/transient/first/503": "noticed"\n}\n')
  expect(stderr).toContain(`rental-sim: ${report} cannot be written (EISDIR): it follows on standard output\n`)
  const written = await sweep(['--output', join(folder, 'other.md')])
  expect(written.stdout).toBe('')
})
