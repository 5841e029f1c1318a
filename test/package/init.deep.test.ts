import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator, shippedScenarios } from '../../src/index.ts'
import { folderForTest } from '../support/folders.ts'
import { startProcess } from '../support/process.ts'

const FILES = [
  'rental-sim/fixtures/mine.yaml',
  'rental-sim/scenarios/first-listing-fails.yaml',
  'rental-sim.config.yaml',
  'first-listing.test.mjs',
]
const SCENARIO = 'rental-sim/scenarios/first-listing-fails.yaml'

/** An empty project, with the package installed or not, and what runs there. */
function newProject({ isInstalled }: { readonly isInstalled: boolean }) {
  const cwd = folderForTest()
  mkdirSync(join(cwd, 'node_modules'))
  if (isInstalled) symlinkSync(resolve(''), join(cwd, 'node_modules/rental-sim'))
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' }
  return {
    init: (...args: readonly string[]) =>
      startProcess(process.execPath, [resolve('dist/cli.cjs'), 'init', ...args], { cwd, env }).ended,
    text: (file: string) => readFileSync(join(cwd, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(join(cwd, file), text),
  }
}

test('init ends with a test that passes, and that fails without its fault', async () => {
  const { init, text, write } = newProject({ isInstalled: true })
  const first = await init()
  expect({ code: first.code, files: first.stdout.split('\n').slice(0, 4) }).toEqual({ code: 0, files: FILES })
  expect(first.stdout).toContain('\n# passes, and fails without the fault in')
  expect(first.stdout).toMatch(/pass 1\n/)
  write(SCENARIO, text(SCENARIO).replace(/^faults:[^]*/m, ''))
  const again = await init()
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 1,
    stderr: FILES.map((file) => `rental-sim: ${file} is there already and stays as it is\n`).join(''),
  })
  expect(again.stdout).toContain('1 !== 2')
})

test('without the package, init names what its test needs, and runs nothing', async () => {
  const { init, text } = newProject({ isInstalled: false })
  const { code, stdout } = await init('--for', 'pytest')
  expect({ code, end: stdout.split('\n').slice(-4) }).toEqual({
    code: 0,
    end: [
      '',
      `# passes, and fails without the fault in ${SCENARIO}; needs rental-sim`,
      'python3 -m pytest test_first_listing.py',
      '',
    ],
  })
  expect(text('conftest.py')).toBe(readFileSync('docs/examples/python/conftest.py', 'utf8'))
  expect(text(SCENARIO)).toBe(readFileSync(`docs/examples/first/${SCENARIO}`, 'utf8'))
})

test('every scenario of the package can be started with the data that init writes', () => {
  const library = folderForTest()
  cpSync('docs/examples/first/rental-sim', library, { recursive: true })
  const sim = createSimulator({ library, fixture: 'mine', clock: 'frozen' })
  const names = shippedScenarios.names()
  expect(names.map((name) => sim.scenario(name)?.name)).toEqual(names)
})
