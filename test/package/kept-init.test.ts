import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../support/process.ts'
import { endWhatTestsStart } from '../support/spawn-cli.ts'
import { firstTests } from '../../src/cli/init-tests.ts'

endWhatTestsStart()

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
    const { code, stdout, stderr } = await startProcess(process.execPath, [resolve('dist/cli.cjs'), 'init', ...args], {
      cwd,
      env: process.env,
    }).ended
    told.push(`--- init ${args.join(' ')}: ${code}`, stdout, stderr)
  }
  await expect(told.join('\n')).toMatchFileSnapshot('../data/init/said.txt')
})
