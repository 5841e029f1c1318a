import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const planted: Readonly<Record<string, { readonly code: string; readonly rule: string }>> = {
  'src/kernel/time.ts': { code: 'export const now = (): number => Date.now()\n', rule: 'no-restricted-globals' },
  'src/testing/chance.ts': {
    code: 'export const draw = (): number => Math.random()\n',
    rule: 'no-restricted-properties',
  },
  'src/server/timer.ts': {
    code: 'export const later = (run: () => void): unknown => setTimeout(run, 1)\n',
    rule: 'no-restricted-globals',
  },
  'src/marketplace/file.ts': {
    code: "import { readFileSync } from 'node:fs'\nexport const text = readFileSync('x', 'utf8')\n",
    rule: 'no-restricted-imports',
  },
  'src/sandbox/sandboxes.ts': {
    code: "import { readFileSync } from 'node:fs'\nexport const text = readFileSync('x', 'utf8')\n",
    rule: 'no-restricted-imports',
  },
  'src/control/file.ts': {
    code: "import { readFileSync } from 'node:fs'\nexport const text = readFileSync('x', 'utf8')\n",
    rule: 'no-restricted-imports',
  },
  'src/marketplace/web.ts': {
    code: "import { Hono } from 'hono'\nexport const app = new Hono()\n",
    rule: 'no-restricted-imports',
  },
  'src/stray/new.ts': { code: 'export const none = 1\n', rule: 'one-way' },
  'src/server/swept.ts': { code: "import '../sweep/plan.ts'\n", rule: 'one-way' },
  'src/sweep/plan.ts': { code: "import './run/command.ts'\n", rule: 'one-way' },
  'src/kernel/again.ts': { code: "export * from '../server/up.ts'\n", rule: 'one-way' },
  'src/kernel/named.ts': { code: "export { up } from '../server/up.ts'\n", rule: 'one-way' },
  'src/kernel/later.ts': { code: "export const later = () => import('../server/up.ts')\n", rule: 'one-way' },
  'src/kernel/typed.ts': { code: "export type Up = import('../server/up.ts').Up\n", rule: 'one-way' },
  'src/testing/faults/kinds/deep.ts': {
    code: "import type { Control } from '../../../control/app.ts'\nexport type Same = Control\n",
    rule: 'one-way',
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

const folders: string[] = []
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true })))

/** A project with this configuration and these files. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-lint-'))
  folders.push(folder)
  for (const name of ['.oxlintrc.json', 'build-tools/layers.js', 'tsconfig.json', 'package.json'])
    cpSync(name, join(folder, name))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  return folder
}

const lint = (cwd: string, path: string) =>
  spawnSync('npx', ['oxlint', '--deny-warnings', '--format', 'unix', path], { cwd, encoding: 'utf8' })

let folder: string
beforeAll(() => {
  const codes = Object.entries(planted).map(([file, { code }]) => [file, code])
  folder = projectWith({ ...Object.fromEntries(codes), 'src/server/up.ts': 'export const up = 1\n' })
})

test('the linter finds each defect that is planted', () => {
  const { stdout, status } = lint(folder, 'src')
  expect(status).toBe(1)
  for (const [file, { rule }] of Object.entries(planted)) {
    const found = stdout.split('\n').filter((line) => line.includes(file))
    expect(found.join('\n'), file).toContain(rule)
  }
})

test('a lint run that looks at nothing fails', () => {
  expect(lint(folder, 'nowhere').status).not.toBe(0)
})

const isFile = (part: string): boolean => part.endsWith('.ts')

describe('imports run one way', () => {
  const { overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
    overrides: { rules: Record<string, unknown> }[]
  }
  const [layers = []] = overrides.flatMap(({ rules }) => {
    const [, ...named] = (rules['layers/one-way'] ?? []) as [string, ...string[][]]
    return named.length === 0 ? [] : [named]
  })
  const parts = layers.flat()

  test('every part of src stands in one layer', () => {
    const whole = parts.filter((part) => !part.includes('/'))
    expect(whole.toSorted()).toEqual(readdirSync('src').toSorted())
  })

  test('there are few layers, and at the top of src lies what the package exports', () => {
    expect(layers.length).toBeLessThanOrEqual(12)
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
    const entries = [...JSON.stringify(exports).matchAll(/lib\/(\w+)\.js/g)].map(([, name]) => `${name}.ts`)
    expect(parts.filter(isFile).toSorted()).toEqual([...new Set([...entries, 'version.ts'])].toSorted())
  })

  test('a part imports what stands below it, and every other import is found', () => {
    const files = parts.map((part) => (isFile(part) ? part : `${part}/any.ts`))
    const importsOf = (importer: string): string =>
      files.map((file) => `import './${posix.relative(posix.dirname(importer), file)}'\n`).join('')
    const project = projectWith(Object.fromEntries(files.map((file) => [`src/${file}`, importsOf(file)])))
    const found = [...lint(project, 'src').stdout.matchAll(/\S+ does not know \S+/g)].map(([text]) => text)
    const forbidden = layers.flatMap((layer, height) =>
      layer.flatMap((importer) =>
        layers
          .slice(height)
          .flat()
          .filter((imported) => imported !== importer)
          .map((imported) => `${importer} does not know ${imported}.`),
      ),
    )
    expect(forbidden.length).toBeGreaterThan(80)
    expect(found.toSorted()).toEqual(forbidden.toSorted())
  })
})
