import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

test('a bar for a figure that no trial is about, and a baseline of another suite, fail', async () => {
  const only = ['--trial', '*/transient/first/503']
  expect(await sweep([...only, '--fail-below', 'resilience=1,sensitivity=80'], patient)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/sensitivity was not measured, so it may be below 80 %: add --all(?!.*resilience)/),
  })
  const other = join(folder, 'other.json')
  writeFileSync(other, '{"jobs.run/outage/reset": "recovered"}')
  expect(await sweep([...only, '--baseline', other], patient)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the baseline has none of these trials'),
  })
})

test('--save-baseline writes over a baseline, and over nothing else', async () => {
  const [other, fresh] = [join(folder, 'package.json'), join(folder, 'baseline.json')]
  writeFileSync(other, '{"name": "mine"}')
  const only = ['--trial', '*/transient/first/503', '--save-baseline']
  expect(await sweep([...only, other], patient)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--save-baseline does not write over it'),
  })
  expect(readFileSync(other, 'utf8')).toBe('{"name": "mine"}')
  for (const time of [1, 2])
    expect({ time, ...(await sweep([...only, fresh], patient)) }).toMatchObject({ time, code: 0 })
})

test('a file without a known ending is written in the form of --format, and refused without one', async () => {
  const only = ['--trial', '*/transient/first/503', '--output', join(folder, 'step_summary_1')]
  expect(await sweep([...only, '--format', 'markdown'], patient)).toMatchObject({ code: 0, stdout: '' })
  expect(readFileSync(join(folder, 'step_summary_1'), 'utf8')).toContain('- **Resilience**: ')
  expect(await sweep(only, patient)).toMatchObject({ code: 2, stderr: expect.stringContaining('has no ending') })
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
