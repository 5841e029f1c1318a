import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { configDocument } from '../src/sandbox/config.ts'
import { fixtureDocument } from '../src/testing/fixtures/document.ts'
import { scenarioDocument } from '../src/testing/scenarios/document.ts'

const documents = [
  { file: 'schemas/fixture.schema.json', title: 'A fixture of rental-sim', schema: fixtureDocument },
  { file: 'schemas/scenario.schema.json', title: 'A scenario of rental-sim', schema: scenarioDocument },
  { file: 'schemas/config.schema.json', title: 'A config of rental-sim', schema: configDocument },
]

const isCheck = process.argv.includes('--check')

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const param = { type: 'string', pattern: String.raw`^\$\{\w+\}$` }

/** Wherever a scenario has a number, a switch or a word of a list, a parameter like `${name}` may stand. */
function acceptingParams(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema
  if (isArray(schema)) return schema.map(acceptingParams)
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'const' || key === 'enum' ? value : acceptingParams(value),
    ]),
  )
  const isScalar =
    'const' in schema ||
    'enum' in schema ||
    (typeof schema.type === 'string' && ['number', 'integer', 'boolean'].includes(schema.type))
  return isScalar ? { anyOf: [inner, param] } : inner
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value)

for (const { file, title, schema } of documents) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
  const plain: Json = JSON.parse(JSON.stringify({ title, ...rest }))
  const shown = schema === scenarioDocument ? acceptingParams(plain) : plain
  const text = `${JSON.stringify(shown, undefined, 2)}\n`
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is stale: run npm run docs\n`)
    process.exitCode = 1
  }
}
