import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { type Ended, startProcess } from '../support/process.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const run = (args: readonly string[] = ['--version'], env = {}, cli = 'dist/cli.cjs'): Promise<Ended> =>
  startProcess(process.execPath, [cli, ...args], { env: { PATH: process.env['PATH'], TMPDIR: folder, ...env } }).ended

const said = { code: 0, signal: null, stdout: `${version}\n`, stderr: '' }

/** Each file that was kept, and when it was written. */
const kept = (): readonly (readonly [path: string, changed: number])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, statSync(path).ctimeMs] as const)

// From Node 22 on it is Node that keeps it.
describe.runIf(!('enableCompileCache' in module) && process.platform !== 'win32')('compiled code', () => {
  test('is kept for this user alone, and taken up by the next start', async () => {
    expect(await run()).toEqual(said)
    const first = kept()
    expect(first.map(([path]) => statSync(path).mode & 0o077)).toEqual([0, 0])
    expect(await run()).toEqual(said)
    expect(kept()).toEqual(first)
  })

  test('works with modules that are imported later, when it was taken up', async () => {
    const args = ['health', '--url', 'http://127.0.0.1:1']
    const first = await run(args)
    expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') })
    expect(await run(args)).toEqual(first)
  })

  test.each([
    ['is broken', (data: Buffer) => data.fill(0, data.length / 2, data.length / 2 + 64)],
    ['ends early', (data: Buffer) => data.subarray(0, data.length / 2)],
    ['is empty', (data: Buffer) => data.subarray(0, 0)],
  ])('is not taken up where it %s, but made anew', async (_how, spoil) => {
    await run()
    for (const [path] of kept()) writeFileSync(path, spoil(readFileSync(path)))
    const spoilt = kept()
    expect(await run()).toEqual(said)
    const anew = kept()
    expect(anew.map(([path]) => path)).toEqual(spoilt.map(([path]) => path))
    expect(anew.filter(([, changed]) => spoilt.some(([, before]) => before === changed))).toEqual([])
  })

  test('is not taken up for a file whose text has changed, however long it is, but replaced', async () => {
    const cli = join(folder, 'cli.cjs')
    copyFileSync('dist/cli.cjs', cli)
    cpSync('dist/cli', join(folder, 'cli'), { recursive: true })
    expect(await run(['--version'], {}, cli)).toEqual(said)
    const files = kept().map(([path]) => path)
    const command = join(folder, 'cli', 'command.cjs')
    writeFileSync(command, readFileSync(command, 'utf8').replaceAll(version, 'x'.repeat(version.length)))
    expect(await run(['--version'], {}, cli)).toEqual({ ...said, stdout: `${'x'.repeat(version.length)}\n` })
    expect(kept().map(([path]) => path)).toEqual(files)
  })

  test('is neither read nor written where others can write', async () => {
    await run()
    const [[path] = ['']] = kept()
    rmSync(path)
    chmodSync(dirname(path), 0o777)
    expect(await run()).toEqual(said)
    expect(kept().map(([each]) => each)).not.toContain(path)
  })

  test('is not kept where nothing can be written, or where Node is told to keep none', async () => {
    expect(await run(['--version'], { TMPDIR: '/dev/null' })).toEqual(said)
    expect(await run(['--version'], { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(said)
    expect(kept()).toEqual([])
  })
})
