import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { fixtureDocument } from '../src/harness/fixtures/document.ts'
import { scenarioDocument } from '../src/harness/scenarios/document.ts'

const documents = [
  { file: 'schemas/fixture.schema.json', title: 'A fixture of rental-sim', schema: fixtureDocument },
  { file: 'schemas/scenario.schema.json', title: 'A scenario of rental-sim', schema: scenarioDocument },
]

const isCheck = process.argv.includes('--check')

/** A parameter stands for any value, so wherever one may stand a text like `${name}` is fine. */
for (const { file, title, schema } of documents) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
  const text = `${JSON.stringify({ $schema, title, ...rest }, undefined, 2)}\n`
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is stale: run npm run docs\n`)
    process.exitCode = 1
  }
}
