import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { sweepSchema } from '../../src/report/sweep/result.ts'
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

/** A suite that passes whatever becomes of its search. */
const careless = searching({ begin: 'await search().catch(() => 0)' })

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

describe('depth 2', () => {
  test('tries pairs of what was handled alone, by the command', async () => {
    const { trials } = await reportOf(['--trial', '*/transient/first/503', '--depth', '2'], patient)
    expect(trials.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['templates.search/transient/first/503', 'recovered'],
      ['templates.search/transient/first/503+again', 'noticed'],
    ])
  })
  test('tries none of what was not', async () => {
    const { trials } = await reportOf(['--trial', '*/transient/first/503', '--depth', '2'])
    expect(trials.map(({ id }) => id)).toEqual(['templates.search/transient/first/503'])
  })
  test('a pair can be tried alone', async () => {
    const { trials } = await reportOf(['--trial', 'templates.search/transient/first/503+again'], patient)
    expect(trials.map(({ verdict }) => verdict)).toEqual(['noticed'])
  })
})

test('--baseline fails only for what is worse than before', async () => {
  const file = join(folder, 'sweep.json')
  const only = ['--trial', '*/transient/first/50*']
  await sweep([...only, '--format', 'json', '--output', file], patient)
  expect(await sweep([...only, '--baseline', file], patient)).toMatchObject({ code: 0 })
  expect(await sweep([...only, '--baseline', file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('templates.search/transient/first/503: noticed, which is worse than before'),
  })
})

test('a file that is no report is refused as baseline', async () => {
  const file = join(folder, 'other.json')
  writeFileSync(file, '{}')
  expect(await sweep(['--baseline', file])).toMatchObject({ code: 2, stderr: expect.stringContaining('no report') })
})

/** What a simulator answers to four searches under the scenario that the sweep of one trial writes. */
const written = async (trial: string, command = searching()) => {
  await sweep(['--trial', trial, '--write', folder], command)
  const simulator = createSimulator({ fixture: 'default', scenario: join(folder, readdirSync(folder).at(-1) ?? '') })
  const ask = async () => {
    const response = await simulator.fetch('/api/v0/template/', { headers: { Authorization: 'Bearer renter-key' } })
    return { status: response.status, body: await response.text() }
  }
  return [await ask(), await ask(), await ask(), await ask()]
}

const statuses = async (...args: Parameters<typeof written>) => (await written(...args)).map(({ status }) => status)

describe('a written scenario does the same again, at the same call', () => {
  test('to the first call, and no other', async () => {
    expect(await statuses('*/transient/first/503')).toEqual([503, 200, 200, 200])
  })
  test('to the last call', async () => {
    expect(await statuses('*/transient/last/503', searching({ rest: 'await search(); await search()' }))).toEqual([
      200, 200, 503, 200,
    ])
  })
  test('to all calls from the first on', async () => {
    expect(await statuses('*/refusals/first/404-html', careless)).toEqual([404, 404, 404, 404])
  })
  test('to both calls of a pair', async () => {
    expect(await statuses('*/transient/first/503+again', patient)).toEqual([503, 503, 200, 200])
  })
  test('to an answer', async () => {
    const [first, second] = await written(
      '*/answers/first/empty.templates',
      searching({ begin: 'if ((await search()) === 0) throw new Error("none")' }),
    )
    expect(
      [first?.body, second?.body].map((body) => (JSON.parse(body ?? '') as { templates: [] }).templates.length === 0),
    ).toEqual([true, false])
  })
})

test('an expectation for no trial is told with the nearest one, and fails nothing', async () => {
  const file = join(folder, 'wanted.yaml')
  const only = ['--trial', '*/transient/first/503', '--expectations', file]
  writeFileSync(file, 'templates.search/transient/first/504: { wanted: noticed, why: x }\n')
  expect(await sweep(only)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /Wanted of no trial: "templates\.search\/transient\/first\/504"; did you\s+mean\s+"templates\.search\/transient\/first\/50[23]"\?/,
    ),
  })
  writeFileSync(file, 'templates.search/refusals/first/404-html: { wanted: noticed, why: it is of another family }\n')
  expect((await sweep(only)).stdout).not.toContain('Wanted of no trial')
  expect(readFileSync(file, 'utf8')).toContain('refusals')
})
