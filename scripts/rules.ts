import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readCatalogue } from '../build-tools/rules/read.ts'
import { catalogueTypes } from '../build-tools/rules/types.ts'
import { unnamedRules } from '../build-tools/rules/unnamed.ts'

const TYPES = 'src/marketplace/catalogue-types.ts'

const catalogue = readCatalogue()
const text = catalogueTypes(catalogue)
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.tsx?$/.test(path) && path !== TYPES)
  .map((path) => readFileSync(path, 'utf8'))

const complaints = unnamedRules(catalogue, sources).map((id) => `no code names the rule ${id}`)
if (!process.argv.includes('--check')) writeFileSync(TYPES, text)
else if (readFileSync(TYPES, 'utf8') !== text) complaints.push(`${TYPES} is stale: run npm run docs`)

for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.exitCode = 1
