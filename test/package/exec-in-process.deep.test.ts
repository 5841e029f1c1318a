import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForFile } from '../support/folders.ts'
import { withoutAddress } from '../support/exec-end.ts'
import { endWhatTestsStart, run as runCommand } from '../support/run-cli.ts'

endWhatTestsStart()

const run: typeof runCommand = async (...asked) => withoutAddress(await runCommand(...asked))

/** A project that has the built package as a dependency. */
const folder = folderForFile()

const prelude = `import { createSimulator } from 'rental-sim'
const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const list = (sim) => sim.fetch('/api/v0/instances/', { headers })
const misspell = (sim) => sim.fetch('/api/v0/template/', { method: 'POST', headers, body: '{"name":"x","image":"y","imgae":1}' })
`

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(process.cwd(), join(folder, 'node_modules', 'rental-sim'))
  symlinkSync(join(process.cwd(), 'node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

/** Runs scripts, each in a process of its own, under one `rental-sim exec`. */
async function exec(scripts: readonly string[], options: readonly string[] = []) {
  const report = join(folder, 'report.txt')
  const files = scripts.map((script, index) => {
    const file = join(folder, `script-${index}.mjs`)
    writeFileSync(file, prelude + script)
    return file
  })
  const together = ['sh', '-c', 'for file; do "$0" "$file" & done; wait', process.execPath, ...files]
  const args = ['exec', '--report', report, ...options, '--', ...together]
  const { code, stderr } = await run(args)
  const text = readFileSync(report, 'utf8')
  return { code, stderr, text, found: text.match(/^ {2}[a-z-]+: .*/gm) ?? [] }
}

const unread = (count: string): string =>
  `  unread-field: not read: imgae (templates.create, ${count}, first in exchange 1 of sandbox default)`

describe('a simulator in a process of the command', () => {
  test.each([
    { how: 'is closed', end: 'await sim.close()' },
    { how: 'is not closed', end: '' },
    { how: 'ends with its process in the same turn', end: 'process.exit()' },
    { how: 'is killed a turn later', end: `await new Promise(setImmediate); process.kill(process.pid, 'SIGKILL')` },
  ])('counts when it $how', async ({ end }) => {
    const { code, text, found } = await exec([
      `const sim = createSimulator(); await list(sim); await misspell(sim); ${end}`,
    ])
    expect({ code, found }).toEqual({ code: 0, found: [unread('once').replace('exchange 1', 'exchange 2')] })
    expect(text).toMatch(/^ {2}instances\.list +once$/m)
    expect(text).toMatch(/^Counted: all sandboxes .+, and the simulators that the command made: 1$/m)
  })

  test('counts with all others, and with what the server was asked', async () => {
    const script = `const sims = Array.from({ length: 3 }, () => createSimulator())
await Promise.all(sims.map(misspell))
await (await fetch(process.env.RENTAL_SIM_URL + '/nowhere')).text()`
    const { code, stderr, text, found } = await exec([script, script], ['--fail-on', 'unread-field'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: `rental-sim: ${unread('6 times').trim()}\n` })
    expect(found).toEqual([
      expect.stringContaining('unmatched-request: GET /nowhere is not an operation (no operation, 2 times, '),
      unread('6 times'),
    ])
    expect(text).toMatch(/^Rules touched: .* unmatched requests: 2$/m)
  })

  test('keeps what it expects apart', async () => {
    const script = `const sim = createSimulator(); await misspell(sim); sim.expectFindings(['unread-field'])`
    const { code, found } = await exec([script], ['--fail-on', 'findings'])
    expect({ code, found }).toEqual({ code: 0, found: [unread('once')] })
  })

  test('with a fault that must fire need not fire it where another did', async () => {
    const idle = `const sim = createSimulator({ scenario: 'flaky-listing' }); await misspell(sim)`
    const listing = `const sim = createSimulator({ scenario: 'flaky-listing' }); await list(sim)`
    const silent = await exec([idle], ['--fail-on', 'fault-never-fired'])
    expect({ code: silent.code, count: silent.found.length }).toEqual({ code: 1, count: 2 })
    expect(await exec([idle, listing], ['--fail-on', 'fault-never-fired'])).toMatchObject({
      code: 0,
      found: [unread('once')],
    })
  })

  test('that is asked nothing leaves nothing to judge', async () => {
    expect(await exec(['createSimulator()'], ['--fail-on', 'unmatched'])).toMatchObject({ code: 2, found: [] })
  })

  test('has no folder to write to without a report, and none is left behind', async () => {
    const script = `process.stdout.write(String(process.env.RENTAL_SIM_TOTALS_FOLDER))`
    const command = ['--', process.execPath, '-e', script]
    expect((await run(['exec', ...command])).stdout).toBe('undefined')
    const { stdout } = await run(['exec', '--fail-on', 'findings', ...command])
    expect(() => readdirSync(stdout)).toThrow('ENOENT')
  })
})

const suite = (path: string, pool: string) => `import { expect } from 'vitest'
import { test } from 'rental-sim/vitest'

const headers = { Authorization: 'Bearer renter-key' }

test.for([1, 2])('polls', async (_, { sim }) => {
  await sim.fetch('/api/v0/${path}/', { headers })
  await sim.fetch('/api/v0/in-${pool}/', { headers })
  expect(sim).toHaveFindings(['unmatched-request'])
})
test('asks over HTTP', async ({ simUrl }) => {
  await fetch(simUrl + '/api/v0/in-${pool}/?api_key=renter-key', { headers })
})
`

test('a suite of Vitest counts, in forks and in threads', async () => {
  const pools = [
    { pool: 'forks', path: 'instances' },
    { pool: 'threads', path: 'template' },
  ]
  const projects = pools.map(({ pool }) => ({ test: { name: pool, pool, include: [`${pool}.test.js`] } }))
  writeFileSync(join(folder, 'vitest.config.js'), `export default ${JSON.stringify({ test: { projects } })}`)
  for (const { pool, path } of pools) writeFileSync(join(folder, `${pool}.test.js`), suite(path, pool))
  const report = join(folder, 'suite.txt')
  const cli = join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs')
  const vitest = [process.execPath, cli, 'run', '--root', folder]
  const { code, stderr } = await run(['exec', '--report', report, '--fail-on', 'unmatched', '--', ...vitest])
  const text = readFileSync(report, 'utf8')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^rental-sim: unmatched: 2 requests matched no operation\n/)
  for (const { pool } of pools) expect(stderr).toContain(`GET /api/v0/in-${pool}/ is not an operation`)
  expect(text).toMatch(/^ {2}instances\.list +2 times$/m)
  expect(text).toMatch(/^ {2}templates\.search +2 times$/m)
  const [, expected = ''] = text.split('\nExpected: ')
  expect(expected.match(/^ {2}unmatched-request: GET \S+ is not an operation \(.+?, \d times/gm)?.toSorted()).toEqual([
    '  unmatched-request: GET /api/v0/in-forks/ is not an operation (no operation, 2 times',
    '  unmatched-request: GET /api/v0/in-threads/ is not an operation (no operation, 2 times',
  ])
})
