import { readFileSync, writeFileSync } from 'node:fs'
import { rulesSchema } from '../build-tools/rules/schema.ts'
import { configDocument } from '../src/sandbox/config.ts'
import { documentSchema, schemaInWords } from '../src/testing/document-schemas.ts'
import { documentKinds } from '../src/testing/editor-line.ts'

const files = [
  ...documentKinds.map((kind) => ({
    file: `schemas/${kind}.schema.json`,
    text: `${JSON.stringify(documentSchema(kind), undefined, 2)}\n`,
  })),
  {
    file: 'schemas/config.schema.json',
    text: `${JSON.stringify(schemaInWords('config', configDocument), undefined, 2)}\n`,
  },
  { file: 'schemas/rules.schema.json', text: `${JSON.stringify(rulesSchema(), undefined, 2)}\n` },
]

const isCheck = process.argv.includes('--check')

for (const { file, text } of files) {
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is stale: run npm run docs\n`)
    process.exitCode = 1
  }
}
