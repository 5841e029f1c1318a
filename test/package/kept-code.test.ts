import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { startProcess } from '../support/process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const told = { code: 0, stdout: `${version}\n`, stderr: '' }
const start = (env: Readonly<Record<string, string>> = {}) =>
  startProcess(process.execPath, ['dist/cli.cjs', '--version'], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, TEMP: folder, ...env },
  }).ended

/** All that was kept, and when it was written. */
const kept = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .map((file) => ({ file, isFile: statSync(file).isFile(), mode: statSync(file).mode, at: statSync(file).mtimeMs }))
    .filter(({ isFile }) => isFile)

test('what was compiled is kept, for its owner alone, and taken up by the next start', async () => {
  expect(await start()).toMatchObject(told)
  const before = kept()
  expect(before.length).toBeGreaterThan(1)
  expect(before.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([])
  expect(await start()).toMatchObject(told)
  expect(kept()).toEqual(before)
})

test('what is damaged is compiled anew', async () => {
  await start()
  for (const { file } of kept()) truncateSync(file, 20)
  expect(await start()).toMatchObject(told)
})

test('nothing is kept where that is turned off, nor where there is no place', async () => {
  expect(await start({ NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject(told)
  expect(await start({ TMPDIR: 'package.json', TEMP: 'package.json' })).toMatchObject(told)
  expect(kept()).toEqual([])
})

test.runIf(process.version.startsWith('v20.'))('nothing is taken from a folder that others may write to', async () => {
  await start()
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o777)
  for (const { file } of kept()) rmSync(file)
  expect(await start()).toMatchObject(told)
  expect(kept()).toEqual([])
})
