import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { folderForTest } from '../support/folders.ts'
import { tryScript } from '../support/sh.ts'

const step = { shell: z.literal('bash'), 'working-directory': z.string(), run: z.string() }
const action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.tuple([
      z.strictObject({ ...step, env: z.record(z.string(), z.string()) }),
      z.strictObject({ ...step, if: z.literal('always()') }),
    ]),
  }),
})
const { inputs, runs } = action.parse(parse(readFileSync('action/action.yml', 'utf8')))

/**
 * Runs both steps as GitHub does, the second whatever the first says.
 * @param project where the package is installed, below the checkout
 */
async function jobWith(given: Readonly<Record<string, string>>, project = '.') {
  const checkout = folderForTest()
  const folder = join(checkout, project)
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  symlinkSync(resolve('dist/cli.cjs'), join(bin, 'rental-sim'))
  const [tests, summary] = runs.steps
  const valueOf = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: string) => given[name] ?? inputs[name]?.default ?? '?')
  const env = {
    ...process.env,
    GITHUB_STEP_SUMMARY: 'summary.md',
    ...Object.fromEntries(Object.entries(tests.env).map(([name, text]) => [name, valueOf(text)])),
  }
  const inFolder = (each: { readonly 'working-directory': string }) => ({
    cwd: join(checkout, valueOf(each['working-directory'])),
    env,
  })
  const first = await tryScript(tests.run, inFolder(tests))
  const second = await tryScript(summary.run, inFolder(summary))
  const shown = await tryScript('cat summary.md', { cwd: folder, env })
  return { tests: first.code, said: first.complaints, summary: second.code, shown: shown.printed }
}

const ask = (path: string) =>
  `curl -s -H "Authorization: Bearer $RENTAL_SIM_API_KEY" $RENTAL_SIM_URL${path} -o /dev/null`

test('the action runs the command and shows the report', async () => {
  expect(await jobWith({ command: ask('/api/v0/instances/') })).toMatchObject({
    tests: 0,
    summary: 0,
    shown: expect.stringContaining('instances.list'),
  })
})

test('the action fails with the reason where a request is unknown, and shows the report all the same', async () => {
  expect(await jobWith({ command: ask('/api/v0/instances') })).toMatchObject({
    tests: 1,
    said: expect.stringContaining('a trailing slash is missing'),
    summary: 0,
    shown: expect.stringContaining('unmatched'),
  })
})

test('the action has no second failure where the simulator did not start', async () => {
  expect(await jobWith({ options: '--scenario nope' })).toMatchObject({
    tests: 2,
    said: expect.stringContaining('there is no scenario named "nope"'),
    summary: 0,
    shown: '',
  })
})

describe('the command ends at the first line that fails, as a step of GitHub does', () => {
  const asks = ask('/api/v0/instances/')
  test.each([
    { command: `false\n${asks}`, code: 1 },
    { command: `${asks}\n(exit 3) | cat\n${asks}`, code: 3 },
    { command: `if false; then exit 5; fi\n${asks} | cat`, code: 0 },
  ])('$command', async ({ command, code }) => {
    expect(await jobWith({ command })).toMatchObject({ tests: code, summary: 0 })
  })
})

test('an empty fail-on fails nothing, and several have spaces or lines between them', async () => {
  const command = ask('/api/v0/instances')
  expect((await jobWith({ command, 'fail-on': '' })).tests).toBe(0)
  expect((await jobWith({ command, 'fail-on': 'stale-hash-id,\n unmatched\n' })).tests).toBe(1)
})

test('the action works in the folder of one project of several', async () => {
  const command = ask('/api/v0/instances/')
  expect(await jobWith({ command, 'working-directory': 'packages/api' }, 'packages/api')).toMatchObject({
    tests: 0,
    summary: 0,
    shown: expect.stringContaining('instances.list'),
  })
})
