import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engines } from '../../package.json' with { type: 'json' }
import { nodeVersionProblem } from '../../src/node/old-node.ts'
import { folderForTest } from '../support/folders.ts'
import { type Ended, startProcess } from '../support/process.ts'

const told = (version: string): string => `rental-sim needs Node 20.19 or newer; this is ${version}`

/** This Node, as far as a program can tell that it is an older one: the version, and a method that came after it. */
const asOld = (version: string): string =>
  `data:text/javascript,${encodeURIComponent(
    // Node's own module needs the globals that are then removed.
    `import 'node:http'
     Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
     delete Array.prototype.toSorted`,
  )}`

const node = (version: string, ...args: readonly string[]): Promise<Ended> =>
  startProcess(process.execPath, ['--import', asOld(version), ...args], { env: { PATH: process.env['PATH'] } }).ended

test.each(['18.20.8', '16.20.2', '20.18.3', '4.9.1', '0.12.18'])('%s is too old', (version) => {
  expect(nodeVersionProblem(version)).toBe(told(version))
})

test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1', '26.0.0-nightly'])('%s is new enough', (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined()
})

test('the oldest is the one that the package asks for', () => {
  expect(engines.node).toBe('>=20.19')
})

test.each([[], ['validate', 'x.yaml'], ['--version']])(
  'the command %s says so before it reads anything else, with exit code 2',
  async (...args) => {
    const folder = folderForTest()
    const alone = join(folder, 'cli.cjs')
    copyFileSync('dist/cli.cjs', alone)
    expect(await node('18.20.8', alone, ...args)).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `${told('18.20.8')}\n`,
    })
  },
)

const importing = (version: string, entry: string): Promise<Ended> =>
  node(
    version,
    '--input-type=module',
    '--eval',
    `import('${entry}').then(() => console.log('loaded'), (error) => console.log(String(error)))`,
  )

test.each(['rental-sim', 'rental-sim/vitest', 'rental-sim/msw', 'rental-sim/pact'])(
  'importing %s fails with that sentence',
  async (entry) => {
    expect((await importing('18.20.8', entry)).stdout).toBe(`Error: ${told('18.20.8')}\n`)
  },
)
