import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepSchema } from '../../src/sweep/report.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { startProcess } from '../support/process.ts'
import { searching } from './suite.ts'

endWhatTestsStart()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const one = ['--trial', '*/transient/*/503']
const sweep = (options: readonly string[], command: readonly string[]) => run(['sweep', ...options, '--', ...command])
const verdictsOf = (text: string) =>
  sweepSchema.parse(JSON.parse(text)).trials.map(({ id, verdict }) => `${id}: ${verdict}`)

/** A suite that searches in sandboxes at once, in another order each time; the first one does not try again. */
const searchingAtOnce = (...sandboxes: readonly string[]) =>
  searching({
    begin: `const first = ${JSON.stringify(sandboxes[0])}
      const shuffled = ${JSON.stringify(sandboxes)}.map((name) => [Math.random(), name]).sort(([a], [b]) => a - b)
      await Promise.all(shuffled.map(([, name]) => name === first ? search(name) : search(name).catch(() => search(name))))`,
  }).map((each) =>
    each
      .replace('search = async () =>', 'search = async (name) =>')
      .replace("url + '/api", "url + '/~' + name + '/api"),
  )

test('a suite that is `rental-sim exec` meets the trials of the sweep', async () => {
  const exec = [process.execPath, resolve('dist/cli.cjs'), 'exec', '--', ...searching()]
  const { code, stdout } = await sweep([...one, '--format', 'json'], exec)
  expect({ code, verdicts: verdictsOf(stdout) }).toEqual({
    code: 0,
    verdicts: ['templates.search/transient/first/503: noticed'],
  })
})

test('--each runs its line in place of the command for the trials of a sandbox with a name, and only for those', async () => {
  const ran = join(folder, 'ran')
  const each = ['--each', `echo {test} >> '${ran}'; exit 3`]
  await sweep([...one, ...each], searching())
  expect(existsSync(ran)).toBe(false)
  const { stdout } = await sweep([...one, ...each, '--format', 'json'], searchingAtOnce('rents'))
  expect(readFileSync(ran, 'utf8')).toBe('rents\n')
  expect(verdictsOf(stdout)).toEqual(['templates.search/transient/first@rents/503: never-met'])
})

test('a run writes several reports, each in the form of its ending, and a baseline of ids and verdicts alone', async () => {
  const [json = '', markdown = '', junit = '', baseline = ''] = ['a.json', 'b.md', 'c.xml', 'd.json'].map((name) =>
    join(folder, name),
  )
  const outputs = [json, markdown, junit].flatMap((file) => ['--output', file])
  const { stdout } = await sweep([...one, ...outputs, '--save-baseline', baseline], searching())
  const [id, verdict] = ['templates.search/transient/first/503', 'noticed']
  expect(stdout).toBe('')
  expect(verdictsOf(readFileSync(json, 'utf8'))).toEqual([`${id}: ${verdict}`])
  expect(readFileSync(markdown, 'utf8')).toContain('- **Resilience**: 0 %')
  expect(readFileSync(junit, 'utf8')).toContain('failures="1"')
  expect(JSON.parse(readFileSync(baseline, 'utf8'))).toEqual({ [id]: verdict })
})

test('tests at once give the same verdicts each time', async () => {
  const command = searchingAtOnce('one', 'two', 'three')
  const options = ['--trial', '*/transient/*/50*', '--format', 'json']
  const [first = [], ...others] = await Promise.all(
    [0, 1, 2].map(async () => verdictsOf((await sweep(options, command)).stdout)),
  )
  expect(others).toEqual([first, first])
  expect(first.filter((each) => each.endsWith(': noticed'))).toEqual(
    ['502', '503'].map((name) => `templates.search/transient/first@one/${name}: noticed`),
  )
  expect(first.filter((each) => each.endsWith(': recovered'))).toHaveLength(4)
})

/** Tests with a simulator each, in the process of the suite; the client of the last one swallows every failure. */
const eachWithItsOwn = [
  process.execPath,
  '--input-type=module',
  '-e',
  `import { createSimulator } from ${JSON.stringify(resolve('dist/lib/index.js'))}
   const found = async ({ fetch }) => {
     const headers = { authorization: 'Bearer renter-key' }
     const response = await fetch('/api/v0/instances/', { headers, signal: AbortSignal.timeout(100) })
     if (response.status !== 200) throw new Error('status ' + response.status)
     return (await response.json()).instances
   }
   for (const swallows of [false, false, true]) {
     const sim = createSimulator({ clock: 'frozen' })
     await found(sim).catch(() => swallows ? [] : sim.clock.advance(5).then(() => found(sim)))
   }`,
]

/** What is found of its three clients. */
const ofEach = (name: string) =>
  ['eval1', 'eval1#2', 'eval1#3'].map(
    (place, at) => `instances.list/transient/first@${place}/${name}: ${at === 2 ? 'unnoticed' : 'recovered'}`,
  )

test('each test with its own simulator meets the trials, also those that hold a request', async () => {
  const all = await Promise.all(
    ['503', 'hang', 'slow-body'].map(async (name) =>
      verdictsOf((await sweep(['--trial', `*/transient/first*/${name}`, '--format', 'json'], eachWithItsOwn)).stdout),
    ),
  )
  expect(all).toEqual([ofEach('503'), ofEach('hang'), ofEach('slow-body').slice(0, 1)])
})

/** Without times, which are others in each run, and the line that repeats it. */
const whatItSays = (text: string) => text.split('  Again: ')[0]?.replaceAll(/\d+\.\d\d s: |after \d+\.\d s/g, '')

test('the line under Again runs as it stands, with all options', async () => {
  const command = searching({ begin: "await search(); if (process.env.RENTAL_SIM_TRIAL) console.log('met')" })
  const options = ['--dialect', 'observed', '--no-rate-limit', '--seed', 'a b', '--fail-below', 'resilience=1']
  const { stdout } = await sweep(['--trial', '*/transient/first/503', ...options], command)
  const [, line = ''] = /^ {2}Again: ([^]*)$/m.exec(stdout) ?? []
  expect(line).toContain(" sweep --dialect observed --no-rate-limit --seed 'a b' --trial ")
  const { PATH, HOME } = process.env
  const { ended } = startProcess('sh', ['-c', line], { env: { PATH, HOME } })
  const again = (await ended).stdout
  expect(whatItSays(again)).toBe(whatItSays(stdout))
})
