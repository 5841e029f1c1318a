import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { tryScript } from '../support/sh.ts'

const action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.tuple([
      z.strictObject({ shell: z.literal('bash'), env: z.record(z.string(), z.string()), run: z.string() }),
      z.strictObject({ if: z.literal('always()'), shell: z.literal('bash'), run: z.string() }),
    ]),
  }),
})
const { inputs, runs } = action.parse(parse(readFileSync('action/action.yml', 'utf8')))

/** Runs both steps as GitHub does, the second whatever the first says. */
async function jobWith(given: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(resolve('dist/cli.cjs'), join(bin, 'rental-sim'))
  const [tests, summary] = runs.steps
  const valueOf = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: string) => given[name] ?? inputs[name]?.default ?? '?')
  const env = {
    ...process.env,
    GITHUB_STEP_SUMMARY: 'summary.md',
    ...Object.fromEntries(Object.entries(tests.env).map(([name, text]) => [name, valueOf(text)])),
  }
  const first = await tryScript(tests.run, { cwd: folder, env })
  const second = await tryScript(summary.run, { cwd: folder, env })
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
