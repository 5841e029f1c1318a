import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// What tsc emits describes the whole source. The package ships what its entries reach, under names that every resolver knows.

const EMITTED = 'build/types'
const SHIPPED = 'dist/types'
const ENTRIES = ['index', 'vitest', 'msw', 'pact']

const RELATIVE = /(from |import\()(["'])(\.[^"']+)\.ts\2/g

const reached = new Set<string>()

function take(file: string): void {
  if (reached.has(file)) return
  reached.add(file)
  const text = readFileSync(join(EMITTED, `${file}.d.ts`), 'utf8')
  for (const [, , , path = ''] of text.matchAll(RELATIVE)) take(join(dirname(file), path))
  const target = join(SHIPPED, `${file}.d.ts`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text.replaceAll(RELATIVE, '$1$2$3.js$2'))
}

rmSync(SHIPPED, { recursive: true, force: true })
for (const entry of ENTRIES) take(entry)
process.stdout.write(`${reached.size} declaration files in ${relative('.', SHIPPED)}\n`)
