import { readFileSync, writeFileSync } from 'node:fs'
import { contractPage } from './contract-page.ts'
import { contractGaps } from './contract-gaps.ts'
import { rules } from '../src/marketplace/routes.ts'
import { proofsOfTests } from './proofs.ts'

const { present: proofs } = proofsOfTests()
const known = new Set(rules.map((rule) => rule.id))
const proved = new Set(proofs.map((proof) => proof.rule))

const complaints = [
  ...(proofs.length === 0 ? ['no test proves anything: were the tests found?'] : []),
  ...rules.filter((rule) => !proved.has(rule.id)).map((rule) => `no test proves ${rule.id}`),
  ...proofs
    .filter(({ rule }) => !known.has(rule))
    .map(({ rule, file }) => `${file} proves ${rule}, which is not a rule`),
  ...contractGaps.flatMap(({ gap, rules: ids }) =>
    ids
      .filter((id) => rules.find((rule) => rule.id === id)?.basis !== 'assumed')
      .map((id) => `"${gap}" names ${id}, which is not an assumed rule`),
  ),
]

const file = 'docs/contract.md'
const page = contractPage()
if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page) complaints.push(`${file} is stale: run npm run docs`)

for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.exitCode = 1
else process.stdout.write(`${file}: ${rules.length} rules, ${proofs.length} proofs\n`)
