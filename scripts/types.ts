import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { optionsSchema } from '../src/sandbox/options.ts'
import { documentTypes } from './document-types.ts'

// What tsc emits describes the whole source. The package ships what its entries reach, under names that every resolver knows.

const EMITTED = 'build/types'
const SHIPPED = 'dist/types'
const OPTIONS = 'sandbox/options'
const DOCUMENTS = 'testing/documents'
const ENTRIES = ['index', 'vitest', 'msw', 'pact', 'sweep']

const RELATIVE = /(from |import\()(["'])(\.[^"']+)\.ts\2/g

const reached = new Set<string>()

/** What the schema says of an option, where an editor looks for it: tsc does not read descriptions. */
const withDescriptions = (text: string): string =>
  Object.entries(optionsSchema.shape).reduce((done, [name, schema]) => {
    const { defaultValue } = schema.def.type === 'default' ? schema.def : { defaultValue: undefined }
    const byDefault = typeof defaultValue === 'object' ? undefined : defaultValue
    const said = schema.description ?? ''
    const comment = `${said.charAt(0).toUpperCase()}${said.slice(1)}.${byDefault === undefined ? '' : ` Default: \`${String(byDefault)}\`.`}`
    const property = new RegExp(`^    ${name}: `, 'm')
    if (said === '' || !property.test(done)) throw new Error(`${name} is described nowhere, or has no type`)
    return done.replace(property, (found) => `    /** ${comment} */\n${found}`)
  }, text)

function take(file: string): void {
  if (reached.has(file)) return
  reached.add(file)
  const text = file === DOCUMENTS ? documentTypes() : readFileSync(join(EMITTED, `${file}.d.ts`), 'utf8')
  for (const [, , , path = ''] of text.matchAll(RELATIVE)) take(join(dirname(file), path))
  const target = join(SHIPPED, `${file}.d.ts`)
  mkdirSync(dirname(target), { recursive: true })
  const shown = file === OPTIONS ? withDescriptions(text) : text
  writeFileSync(target, shown.replaceAll(RELATIVE, '$1$2$3.js$2'))
}

rmSync(SHIPPED, { recursive: true, force: true })
for (const entry of ENTRIES) take(entry)
for (const file of [OPTIONS, DOCUMENTS])
  if (!reached.has(file)) throw new Error(`${file} is not reached: its types would lose their descriptions`)
process.stdout.write(`${reached.size} declaration files in ${relative('.', SHIPPED)}\n`)
