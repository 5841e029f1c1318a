import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sweepSchema } from '../../src/sweep/report.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { searching } from './suite.ts'

endWhatTestsStart()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const sweep = (options: readonly string[], command = searching()) => run(['sweep', ...options, '--', ...command])

const reportOf = async (options: readonly string[], command?: readonly string[]) => {
  const { stdout } = await sweep([...options, '--format', 'json'], command)
  return sweepSchema.parse(JSON.parse(stdout))
}

/** A suite that tries again once. */
const patient = searching({ begin: 'await search().catch(search)' })

/** Operation and family of each id. */
const groups = (ids: readonly string[]) => ids.map((id) => id.split('/').slice(0, 2).join(' '))

/** Each look at the clock of the process is a second after the one before. */
function secondsPass(): void {
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1000))
}

test('a budget runs one of each operation and family before second ones, and says what it left out', async () => {
  const list = 'await fetch(url + "/api/v0/instances/", { headers: { authorization: "Bearer " + key } })'
  const options = ['--only', 'transient,refusals', '--jobs', '1']
  secondsPass()
  const { trials, left_out: leftOut } = await reportOf([...options, '--budget', '15s'], searching({ rest: list }))
  const done = groups(trials.map(({ id }) => id))
  expect(done.length).toBeLessThanOrEqual(4)
  expect(new Set(done).size).toBe(done.length)
  expect(new Set(groups(leftOut))).toEqual(
    new Set([
      'instances.list transient',
      'instances.list refusals',
      'templates.search transient',
      'templates.search refusals',
    ]),
  )
})

test('nothing is left out without a budget, whatever time passes', async () => {
  secondsPass()
  expect(await reportOf(['--trial', 'templates.search/transient/first/50*'])).toMatchObject({
    trials: [{}, {}],
    left_out: [],
  })
})

test('--baseline fails only for verdicts that are worse than before, whatever the bar', async () => {
  const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')]
  const only = ['--trial', '*/transient/first/503']
  await sweep([...only, '--format', 'json', '--output', good], patient)
  expect(await sweep([...only, '--format', 'json', '--output', bad, '--baseline', good])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('templates.search/transient/first/503: noticed, which is worse than before'),
  })
  expect(await sweep([...only, '--fail-below', 'resilience=90', '--baseline', bad])).toMatchObject({ code: 0 })
})

test('a file that is not a report is refused as baseline', async () => {
  const file = join(folder, 'other.json')
  writeFileSync(file, '{}')
  expect(await sweep(['--baseline', file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no earlier sweep'),
  })
})

test('an expectation for no trial is reported with the nearest one, and fails nothing', async () => {
  const file = join(folder, 'wanted.yaml')
  writeFileSync(
    file,
    `templates.search/transient/first/504: { wanted: noticed, why: x }
templates.search/refusals/first/404-html: { wanted: noticed, why: it is of another family }
`,
  )
  const { code, stdout } = await sweep(['--trial', '*/transient/first/503', '--expectations', file])
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /Wanted of no trial: "templates\.search\/transient\/first\/504"; did you\s+mean\s+"templates\.search\/transient\/first\/50[23]"\?/,
  )
  expect(stdout).not.toContain('404-html')
})
