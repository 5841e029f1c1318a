import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const planted: Readonly<Record<string, { readonly code: string; readonly rule: string }>> = {
  'src/kernel/time.ts': { code: 'export const now = (): number => Date.now()\n', rule: 'no-restricted-globals' },
  'src/harness/chance.ts': {
    code: 'export const draw = (): number => Math.random()\n',
    rule: 'no-restricted-properties',
  },
  'src/http/timer.ts': {
    code: 'export const later = (run: () => void): unknown => setTimeout(run, 1)\n',
    rule: 'no-restricted-globals',
  },
  'src/resources/file.ts': {
    code: "import { readFileSync } from 'node:fs'\nexport const text = readFileSync('x', 'utf8')\n",
    rule: 'no-restricted-imports',
  },
  'src/kernel/upward.ts': {
    code: "import { up } from '../http/up.ts'\nexport const down = up\n",
    rule: 'no-restricted-imports',
  },
  'src/resources/web.ts': {
    code: "import { Hono } from 'hono'\nexport const app = new Hono()\n",
    rule: 'no-restricted-imports',
  },
  'src/harness/sideways.ts': {
    code: "import type { Control } from '../control/app.ts'\nexport type Same = Control\n",
    rule: 'no-restricted-imports',
  },
  'src/kernel/loop-a.ts': {
    code: "import type { B } from './loop-b.ts'\nexport interface A { b: B }\n",
    rule: 'no-cycle',
  },
  'src/kernel/loop-b.ts': {
    code: "import type { A } from './loop-a.ts'\nexport interface B { a: A }\n",
    rule: 'no-cycle',
  },
  'src/kernel/loose.ts': { code: 'export const loose = (value: any): unknown => value\n', rule: 'no-explicit-any' },
  'src/kernel/cast.ts': {
    code: 'export const cast = (value: unknown): string => value as string\n',
    rule: 'consistent-type-assertions',
  },
  'src/kernel/default.ts': { code: 'export default 1\n', rule: 'no-default-export' },
}

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rental-sim-lint-'))
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json']) cpSync(name, join(folder, name))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [file, { code }] of Object.entries({ ...planted, 'src/http/up.ts': { code: 'export const up = 1\n' } })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the linter finds each defect that is planted', () => {
  const { stdout, status } = spawnSync('npx', ['oxlint', '--deny-warnings', '--format', 'unix', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  for (const [file, { rule }] of Object.entries(planted)) {
    const found = stdout.split('\n').filter((line) => line.includes(file))
    expect(found.join('\n'), file).toContain(rule)
  }
})

test('a lint run that looks at nothing fails', () => {
  const { status } = spawnSync('npx', ['oxlint', '--deny-warnings', 'nowhere'], { cwd: folder, encoding: 'utf8' })
  expect(status).not.toBe(0)
})
