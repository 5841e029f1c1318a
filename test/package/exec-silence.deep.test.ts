import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForTest } from '../support/folders.ts'
import { run } from '../support/run-cli.ts'

const asks = `fetch(process.env.RENTAL_SIM_URL + '/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } })`
const inProcess = `import('./dist/lib/index.js').then(({ createSimulator }) => createSimulator().fetch('/api/v0/instances/'))`
const exec = (script: string, ...options: readonly string[]) =>
  run(['exec', ...options, '--', process.execPath, '-e', script])

function folder(): string {
  const made = folderForTest()
  return made
}

const NOTHING =
  /^rental-sim: nothing was asked of http:\/\/127\.0\.0\.1:\d+: does the client take its address from RENTAL_SIM_URL\?\n$/

describe('a command that asks nothing', () => {
  test('gets a line on standard error, and passes all the same', async () => {
    const { code, stderr } = await exec('')
    expect({ code, said: stderr.replace(/^.*\n/, '') }).toEqual({ code: 0, said: expect.stringMatching(NOTHING) })
  })

  test.each([
    { what: 'the server', script: asks },
    { what: 'a simulator of its own, for a report', script: inProcess, isReported: true },
    { what: 'the server, where a fault answers', script: asks, options: ['--scenario', 'flaky-listing'] },
  ])('is not one that asks $what', async ({ script, options = [], isReported = false }) => {
    const report = isReported ? ['--report', join(folder(), 'report.txt')] : []
    const { code, stderr } = await exec(script, ...options, ...report)
    expect({ code, said: stderr.replace(/^.*\n/, '') }).toEqual({ code: 0, said: '' })
  })
})

describe('what a fault answered is counted as that', () => {
  test.each([
    { ending: 'txt', times: 1, shown: /^ {2}instances\.list +once, injected$/m },
    { ending: 'txt', times: 3, shown: /^ {2}instances\.list +3 times, 2 injected$/m },
    { ending: 'md', times: 1, shown: /^\| instances\.list \| 1, injected \|$/m },
    {
      ending: 'xml',
      times: 2,
      shown: /<testcase classname="operation" name="instances\.list"><skipped message="requested 2 times, injected"\/>/,
    },
    { ending: 'xml', times: 3, shown: /<testcase classname="operation" name="instances\.list"\/>/ },
    {
      ending: 'json',
      times: 3,
      shown: /"id": "instances\.list",\s+"method": "GET",\s+"path": "\S+",\s+"hits": 1,\s+"injected": 2/,
    },
  ])('$times in .$ending', async ({ ending, times, shown }) => {
    const file = join(folder(), `report.${ending}`)
    const script = `(async () => { for (let i = 0; i < ${times}; i++) await ${asks} })()`
    const { code } = await exec(script, '--scenario', 'flaky-listing', '--no-rate-limit', '--report', file)
    expect(code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(shown)
  })
})

describe('the ending of a report', () => {
  test.each([
    { args: ['exec', '--report', 'r.sarif', '--', 'true'], said: 'r.sarif ends in .sarif: ' },
    { args: ['exec', '--report', 'report', '--', 'true'], said: 'report has no ending: ' },
    { args: ['report', '--output', 'r.html'], said: 'r.html ends in .html: ' },
    { args: ['sweep', '--output', 'r.md', '--output', 'r.csv', '--', 'true'], said: 'r.csv ends in .csv: ' },
  ])('is refused before anything runs: $args', async ({ args, said }) => {
    const { code, stderr } = await run(args)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `rental-sim: ${said}a report is .md (Markdown), .xml (JUnit), .json or .txt\n`,
    })
    expect(existsSync('r.md')).toBe(false)
  })

  test('says the form in letters of any case', async () => {
    const file = join(folder(), 'REPORT.JSON')
    await exec(asks, '--report', file)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ findings: [], failures: [], coverage: {} })
  })
})
