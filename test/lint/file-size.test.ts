import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const MAX_LINES = 250
const MAX_MEDIAN_LINES = 80

/** Every file below a folder, with its lines. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))

const tooLong = (folder: string): readonly string[] =>
  filesIn(folder)
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file}: ${lines} lines`)

const planted = mkdtempSync(join(tmpdir(), 'rental-sim-file-size-'))
afterAll(() => rmSync(planted, { recursive: true }))

test(`no file in src is longer than ${MAX_LINES} lines, whatever it is written in`, () => {
  expect(tooLong('src')).toEqual([])
})

test('a file that is too long is found', () => {
  mkdirSync(join(planted, 'pages'))
  writeFileSync(join(planted, 'pages/style.css'), '\n'.repeat(MAX_LINES + 1))
  writeFileSync(join(planted, 'pages/page.tsx'), '\n'.repeat(MAX_LINES))
  expect(tooLong(planted)).toEqual([`${join(planted, 'pages/style.css')}: ${MAX_LINES + 1} lines`])
})

test(`half of the TypeScript files in src are shorter than ${MAX_MEDIAN_LINES} lines`, () => {
  const sorted = filesIn('src')
    .filter(({ file }) => /\.tsx?$/.test(file))
    .map(({ lines }) => lines)
    .toSorted((a, b) => a - b)
  expect(sorted.length).toBeGreaterThan(200)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(MAX_MEDIAN_LINES)
})
