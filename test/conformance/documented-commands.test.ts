import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['docs', 'src', 'fixtures', 'scenarios']
const files = [
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  ),
  'README.md',
  'CONTRIBUTING.md',
  'compose.yaml',
  'Dockerfile',
].map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Places where npx would fetch a command that it does not find, from any package of that name in the registry. */
const bare = (text: string): readonly string[] => text.match(/npx (?!--no-install )(-\S+ )*rental-sim.*/g) ?? []

test('no page, workflow or message lets npx fetch the command', () => {
  expect(bare('npx rental-sim init, npx -y rental-sim, npx --no-install rental-sim')).toHaveLength(1)
  expect(files.filter(({ text }) => text.includes('npx --no-install rental-sim')).length).toBeGreaterThan(5)
  expect(files.flatMap(({ file, text }) => bare(text).map((line) => `${file}: ${line}`))).toEqual([])
})
