import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)

/** The newest of each major that the package runs on, as npm's package `node` has them. */
const versions = ['20.20.2', '22.23.3', '24.21.0']

beforeAll(async () => {
  const build = await rolldown({
    input: 'test/nodes/tell.ts',
    platform: 'node',
    external: ['rental-sim'],
    tsconfig: false,
  })
  await build.write({ dir: 'build/nodes' })
  await build.close()
})

/** What clients see under a Node: its version, then text by text. */
async function toldBy(version: string): Promise<readonly string[]> {
  const file = `build/nodes/${version}.json`
  const node = ['--yes', '--package', `node@${version}`, 'node']
  await run('npx', [...node, 'build/nodes/tell.js', 'test/data/official-clients.jsonl', file])
  return JSON.parse(readFileSync(file, 'utf8')) as readonly string[]
}

test('sessions go the same way in every Node, byte by byte', async () => {
  const [first = [], ...others] = await Promise.all(versions.map(toldBy))
  expect(first.length).toBeGreaterThan(800)
  for (const other of others) {
    expect(other.length).toBe(first.length)
    expect(other.slice(1).filter((text, at) => text !== first[at + 1])).toEqual([])
  }
  expect([first, ...others].map(([version]) => version)).toEqual(versions.map((version) => `v${version}`))
})
