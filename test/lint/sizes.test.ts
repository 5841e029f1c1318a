import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let folder: string | undefined
afterEach(() => folder !== undefined && rmSync(folder, { recursive: true }))

const noLines = {
  core: 0,
  'dashboard and reference': 0,
  testing: 0,
  sweep: 0,
  drift: 0,
  cli: 0,
  'rest of src': 0,
  rules: 0,
  test: 0,
  bench: 0,
  'words of pages': 0,
}

/** Runs the check in a repository that has these files, with this budget. */
function sizes(files: Readonly<Record<string, string>>, budget: Readonly<Record<string, number>>) {
  const root = mkdtempSync(join(tmpdir(), 'rental-sim-sizes-'))
  folder = root
  const all = { ...files, 'build-tools/size-budget.json': JSON.stringify({ ...noLines, ...budget }) }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  cpSync('build-tools/sizes.js', join(root, 'build-tools/sizes.mjs'))
  spawnSync('git', ['init', '--quiet'], { cwd: root })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build-tools/sizes.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const endpoint = "const list = endpoint(\n  { id: 'offers.list' },\n  () => [],\n)\n"
const files = {
  'src/marketplace/offers/endpoints.ts': endpoint,
  'src/cli/main.ts': 'one\ntwo\n',
  'README.md': 'four words of page\n',
}

test('an area that is as large as its budget passes, and the table shows both', () => {
  const { status, stdout, stderr } = sizes(files, { core: 4, cli: 2, 'words of pages': 4 })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^core +4 +4$/m)
  expect(stdout).toMatch(/^offers +4 +1 +4$/m)
})

test.each([
  ['core', { core: 3, cli: 2, 'words of pages': 4 }, 4],
  ['cli', { core: 4, cli: 1, 'words of pages': 4 }, 2],
  ['words of pages', { core: 4, cli: 2, 'words of pages': 3 }, 4],
])('%s above its budget fails', (area, budget, size) => {
  const { status, stderr } = sizes(files, budget)
  expect(status).toBe(1)
  expect(stderr).toBe(`${area}: ${size} is above its budget of ${size - 1} in build-tools/size-budget.json\n`)
})

test('a resource without countable endpoints fails', () => {
  const declared = { 'src/marketplace/offers/endpoints.ts': endpoint.replace('endpoint(', 'declare(') }
  const { status, stdout, stderr } = sizes({ ...files, ...declared }, { core: 4, cli: 2, 'words of pages': 4 })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^offers +4 +0 +-$/m)
  expect(stderr).toBe('offers: its endpoints.ts declares no operation that this check can count\n')
})

test('a resource without endpoints of its own may have no operation', () => {
  const shared = { 'src/marketplace/offers/schema.ts': 'export const id = 1\n' }
  expect(sizes(shared, { core: 1 })).toMatchObject({ status: 0, stderr: '' })
})

test('a file of more than 400 lines is a warning, one of 400 is none', () => {
  const long = { 'src/cli/long.ts': '\n'.repeat(401), 'src/cli/most.ts': '\n'.repeat(400) }
  const { status, stdout } = sizes(long, { cli: 801 })
  expect(status).toBe(0)
  expect(stdout.match(/^warning: .*$/gm)).toEqual(['warning: src/cli/long.ts has 401 lines, which is more than 400'])
})
