import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { expectationsSchema } from '../../src/sweep/expectations.ts'
import { verdicts } from '../../src/sweep/verdicts.ts'
import { families } from '../../src/testing/trial/trial.ts'
import { runScript, shellBlocks } from '../support/sh.ts'
import { searching } from './suite.ts'

const page = readFileSync('docs/sweep.md', 'utf8')
const yamlBlocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => parse(text) as unknown)

const github = z.object({
  jobs: z.object({ sweep: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
})

const linesIn = (block: unknown): readonly string[] =>
  github.safeParse(block).data?.jobs.sweep.steps.flatMap(({ run }) => run ?? []) ?? []

const commands = [
  ...shellBlocks(page).flatMap(({ script }) => script.split('\n')),
  ...yamlBlocks.flatMap(linesIn).filter((line) => line !== 'npm ci'),
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  writeFileSync(join(folder, 'suite.cjs'), searching({ begin: 'await search().catch(search)' })[2] ?? '')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the page has a command for a first sweep, for a baseline, and for CI', () => {
  expect(commands).toHaveLength(4)
})

test('its commands run, each of a few trials of a suite that handles them', async () => {
  for (const command of commands) {
    const [, given = ''] = /^npx --no-install rental-sim sweep (.*)-- npm test$/.exec(command) ?? []
    const options = given.includes('--output') ? `--output sweep.xml ${given}` : given
    const line = `'${process.execPath}' '${resolve('dist/cli.cjs')}' sweep --trial '*/transient/first/503' --trial '*/refusals/first/*missing' ${options} -- '${process.execPath}' suite.cjs`
    expect(command).toContain('rental-sim sweep')
    await runScript(`cd '${folder}' && ${line}`, { GITHUB_STEP_SUMMARY: 'step_summary_1' })
  }
  expect(readFileSync(join(folder, 'step_summary_1'), 'utf8')).toContain('- **Resilience**: 100 % (1 of 1)')
  expect(readFileSync(join(folder, 'sweep.xml'), 'utf8')).toContain('failures="0"')
  expect(JSON.parse(readFileSync(join(folder, 'sweep.json'), 'utf8'))).toMatchObject({ resilience: { good: 1 } })
})

test('what it wants under faults can be used', () => {
  const wanted = yamlBlocks.filter((block) => linesIn(block).length === 0)
  expect(wanted).toHaveLength(1)
  for (const block of wanted) expect(expectationsSchema.safeParse(block)).toMatchObject({ success: true })
})

test('it describes each family and each verdict', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name)
  expect(new Set(rows)).toEqual(new Set([...families, ...verdicts]))
})
