import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../support/process.ts'
import { endWhatTestsStart } from '../support/spawn-cli.ts'
import { workflows } from '../../src/cli/init/ci.ts'
import { firstTests } from '../../src/cli/init/tests.ts'

endWhatTestsStart()

test.each(Object.entries(firstTests))(
  'what init writes for %s stays, but for what is changed on purpose',
  async (kind, parts) => {
    const told = Object.entries(parts).map(
      ([name, part]) => `--- ${name}\n${typeof part === 'object' ? Object.values(part).join('\n') : part}`,
    )
    await expect(told.join('\n')).toMatchFileSnapshot(`../data/init/${kind}.txt`)
  },
)

test.each(Object.entries(workflows))(
  'the workflow for %s stays, with no test of ours and with what differs for each',
  async (service, { file, text }) => {
    const plain = text(undefined, []).split('\n')
    const differing = Object.entries(firstTests).map(([kind, test]) => {
      const lines = text(test, []).split('\n')
      const added = lines.filter((line) => !plain.includes(line)).map((line) => `+ ${line}`)
      const removed = plain.filter((line) => !lines.includes(line)).map((line) => `- ${line}`)
      return `--- ${kind}\n${[...removed, ...added].join('\n')}`
    })
    const told = `--- ${file}\n${plain.join('\n')}${differing.join('\n')}\n`
    await expect(told).toMatchFileSnapshot(`../data/init/ci-${service}.txt`)
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
    ['--for', 'pytest'],
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

test('what init writes for pytest is short enough to be read, and is the conftest of the example', () => {
  const conftest = firstTests.pytest.setup?.text ?? ''
  expect(conftest.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  expect(conftest).toBe(readFileSync('docs/examples/python/conftest.py', 'utf8'))
})
