import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a script of the shell; it leaves a file where it ran. */
const exec = (report: string, script = ':') =>
  run(['exec', '--report', report, '--', 'sh', '-c', `touch '${join(folder, 'ran')}'; ${script}`])

/** What a command leaves where a simulator in its process would write its totals. */
const left = {
  'a folder': 'mkdir "$own/totals.json"',
  'a pipe': 'mkfifo "$own/totals.json"',
  'an endless file': 'ln -s /dev/zero "$own/totals.json"',
  'no JSON': 'echo "{]" > "$own/totals.json"',
  'JSON that is none of a simulator': `echo '[{"a":1}]' > "$own/totals.json"`,
  'bytes that are no text': String.raw`printf '\377\376' > "$own/totals.json"`,
}

test.each(Object.entries(left))(
  'exec ends where its command leaves totals that are %s, and says so',
  async (_, make) => {
    const script = `own="$RENTAL_SIM_TOTALS_FOLDER/simulator-x"; mkdir "$own"; ${make}`
    const { code, stderr } = await exec(join(folder, 'report.json'), script)
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /rental-sim: (\S+totals\.json(:1)?: (is not a file|.*UTF-8)|a simulator that the command made cannot be counted)/,
    )
  },
)

test('what else a command leaves there is no matter', async () => {
  const script =
    'cd "$RENTAL_SIM_TOTALS_FOLDER" && mkdir empty && echo x > file && ln -s /dev/zero endless && mkfifo pipe'
  const report = join(folder, 'report.json')
  expect(await exec(report, script)).toMatchObject({ code: 0 })
  expect(existsSync(report)).toBe(true)
})

test('exec refuses a report that is a folder or a pipe before the command runs', async () => {
  const [inFolder, pipe] = [join(folder, 'a.md'), join(folder, 'b.md')]
  mkdirSync(inFolder)
  execFileSync('mkfifo', [pipe])
  expect(await exec(inFolder)).toMatchObject({ code: 2, stderr: expect.stringContaining('it is a folder') as string })
  expect(await exec(pipe)).toMatchObject({ code: 2, stderr: expect.stringContaining('it is a pipe') as string })
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

test('a report that is a device ends, too', async () => {
  const device = join(folder, 'a.txt')
  symlinkSync('/dev/zero', device)
  expect(await exec(device)).toMatchObject({ code: 0 })
})
