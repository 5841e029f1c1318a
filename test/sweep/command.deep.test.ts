import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepSchema } from '../../src/sweep/report.ts'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { searching } from './suite.ts'

endWhatTestsStart()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const sweep = (options: readonly string[], command = searching()) => run(['sweep', ...options, '--', ...command])

const json = (text: string) => sweepSchema.parse(JSON.parse(text))

test('each trial runs the command against a simulator of its own, and the report says what became of it', async () => {
  const { code, stdout } = await sweep(['--only', 'transient', '--format', 'json'])
  const { trials, resilience, baseline } = json(stdout)
  expect(code).toBe(0)
  expect(baseline.operations).toEqual({ 'templates.search': 1 })
  expect(resilience).toEqual({ good: 0, total: 1 })
  expect(trials[2]).toMatchObject({
    id: 'templates.search/transient/first/503',
    verdict: 'noticed',
    requests: [expect.stringMatching(/GET \/api\/v0\/template\/ -> 503 \(injected\)$/)],
    evidence: { exit_code: 1, output: 'status 503\n' },
  })
})

test('the command sees its trial, and a control call answers with it', async () => {
  const told = `const { injected } = JSON.parse(process.env.RENTAL_SIM_TRIAL ?? '{}')
    console.log(injected, JSON.stringify(await (await fetch(url + '/_sim/trial')).json()))
    process.exit(injected === undefined ? 0 : 1)`
  const { stdout } = await sweep(
    ['--trial', 'templates.search/refusals/first/404-html', '--format', 'json'],
    searching({ begin: 'await search().catch(() => 0)', rest: told }),
  )
  expect(json(stdout).trials.map(({ evidence }) => evidence.output)).toEqual([
    'a 404 page of a gateway, from then on {"family":"refusals","operation":"templates.search","call":1,"injected":"a 404 page of a gateway, from then on","sandbox":"default"}\n',
  ])
})

describe('the exit code', () => {
  const only = ['--trial', 'templates.search/transient/first/503']
  test('is 1 below the bar', async () => {
    expect(await sweep([...only, '--fail-below', 'resilience=90'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('rental-sim: resilience is 0 %, below 90 %'),
    })
  })
  test.each([
    ['the command fails without any fault', [process.execPath, '-e', 'process.exit(3)'], /exit code 3/],
    ['the command asks nothing', [process.execPath, '-e', ''], /asked nothing of the simulator/],
    ['there is no such command', ['no-such-command'], /there is no command "no-such-command"/],
  ])('is 2 where %s', async (_, command, stderr) => {
    expect(await sweep([], command)).toMatchObject({ code: 2, stderr: expect.stringMatching(stderr), stdout: '' })
  })
  test('is 2 where no trial is planned, with the nearest one', async () => {
    expect(await sweep(['--trial', 'templates.search/transient/first/504'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/did you mean.*templates\.search\/transient\/first\/50/i),
    })
  })
  test('is 2 where no trial met a call', async () => {
    const { code, stderr } = await sweep(['--trial', 'templates.search/wrong/first/foreign-rows'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing to judge') })
  })
})

test('scenarios are written that reproduce the bad verdicts, and they can be used', async () => {
  await sweep(['--trial', 'templates.search/transient/first/503', '--write', folder])
  const [file = ''] = readdirSync(folder)
  expect(file).toBe('templates-search-transient-first-503.yaml')
  expect(await run(['validate', folder])).toMatchObject({ code: 0, stdout: '1 file is fine\n' })
  expect(readFileSync(join(folder, file), 'utf8')).toContain('operation: templates.search')
})

test('tests that failed are named by the JUnit file of the run, where trials do not share one', async () => {
  const write = `import('node:fs').then(({ writeFileSync }) => writeFileSync(process.argv[1], '<testsuite><testcase classname="suite" name="a &amp; b"><failure/></testcase><testcase name="c"/></testsuite>'))`
  const [node = '', flag = '', script = ''] = searching()
  const command = [
    node,
    flag,
    script.replace('const main =', `await ${write}; const main =`).replace('const {', 'void (async () => { const {') +
      ' })()',
    '{folder}/junit.xml',
  ]
  const { stdout } = await sweep(
    ['--trial', '*/transient/first/503', '--format', 'json', '--junit', '{folder}/junit.xml'],
    command,
  )
  expect(json(stdout).trials.map(({ evidence }) => evidence.failed_tests)).toEqual([['suite › a & b']])
})

test.each([
  ['maven', ['farm.RentsTest › countsMachines', 'farm.RentsTest › rents'], 'expected: <1> but was: <2>'],
  ['gradle', ['farm.RentsTest › countsMachines()'], 'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>'],
])('failed tests and their assertion are read from the JUnit file that %s writes', async (runner, tests, assertion) => {
  const copy = `require('node:fs').copyFileSync('test/sweep/outputs/${runner}.xml', process.argv[1])`
  const [node = '', flag = '', script = ''] = searching()
  const { stdout } = await sweep(
    ['--trial', '*/transient/first/503', '--format', 'json', '--junit', '{folder}/junit.xml'],
    [node, flag, `${copy}; ${script}`, '{folder}/junit.xml'],
  )
  expect(json(stdout).trials.map(({ evidence }) => evidence)).toMatchObject([
    { failed_tests: tests, failed_assertion: assertion },
  ])
})

test('a JUnit file that is none is a trial without names', async () => {
  // Each trial takes the next kind.
  const kinds = `const fs = require('node:fs'), [, runs, junit] = process.argv
    const write = (text) => fs.writeFileSync(junit, text)
    const failing = (name) => '<testcase name="' + name + '"><failure/></testcase>'
    const kinds = [
      () => write(failing('a &#99999999; &constructor; &#66;')),
      () => write('<![CDATA[' + failing('no') + ']]><!-- ' + failing('no') + ' -->' + failing('only') + '<testcase name="passed"/><failure/>'),
      () => fs.mkdirSync(junit),
      () => fs.rmSync(require('node:path').dirname(junit), { recursive: true }),
      () => require('node:child_process').execFileSync('mkfifo', [junit]),
      () => fs.symlinkSync('/dev/zero', junit),
      () => write('<testcase name="a"'.repeat(200_000) + '<!--'.repeat(200_000) + '<![CDATA['.repeat(200_000)),
      () => fs.truncateSync(junit, void write('') ?? 1e9),
    ]
    const turn = process.env.RENTAL_SIM_TRIAL === undefined ? -1 : kinds.findIndex((_, index) => {
      try { return fs.openSync(runs + '/' + index, 'wx') } catch { return false }
    })
    kinds[turn]?.()`
  const [node = '', flag = '', script = ''] = searching({ begin: `${kinds}; await search()` })
  const options = ['--only', 'transient', '--format', 'json', '--junit', '{folder}/junit.xml']
  const { stdout } = await sweep(options, [node, flag, script, folder, '{folder}/junit.xml'])
  expect(
    json(stdout)
      .trials.map(({ evidence }) => evidence.failed_tests.join())
      .toSorted(),
  ).toEqual(['', '', '', '', '', '', '', '', '', 'a &#99999999; &constructor; B', 'only'])
})

test('a run that was not run again alone is left out, and does not count as hanging', async () => {
  const command = searching({ begin: 'await search().catch(() => new Promise((end) => setTimeout(end, 60_000)))' })
  const options = ['--trial', '*/transient/first/503', '--limit', '1s', '--format', 'json']
  const [hung, stopped] = await Promise.all([
    sweep(options, command).then(({ stdout }) => json(stdout)),
    sweep([...options, '--budget', '1s'], command).then(({ stdout }) => json(stdout)),
  ])
  expect(hung.trials.map(({ verdict }) => verdict)).toEqual(['hung'])
  expect(stopped).toMatchObject({ trials: [], left_out: ['templates.search/transient/first/503'] })
})
