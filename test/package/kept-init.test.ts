import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstTests } from '../../src/cli/init-tests.ts'

test.each(Object.entries(firstTests))(
  'what init writes for %s stays, but for what is changed on purpose',
  async (kind, parts) => {
    const told = Object.entries(parts).map(([name, text]) => `--- ${name}\n${text}`)
    await expect(told.join('\n')).toMatchFileSnapshot(`../data/init/${kind}.txt`)
  },
)

test('what init says in a folder of its own stays: at first, again, with a test and a workflow, and elsewhere', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const told: string[] = []
  for (const args of [
    [],
    [],
    ['--for', 'vitest'],
    ['--for', 'python', '--ci', 'github'],
    ['--for', 'nothing'],
    ['else where'],
  ]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dist/cli.cjs'), 'init', ...args], {
      cwd,
      encoding: 'utf8',
    })
    told.push(`--- init ${args.join(' ')}: ${status}`, stdout, stderr)
  }
  await expect(told.join('\n')).toMatchFileSnapshot('../data/init/said.txt')
})
