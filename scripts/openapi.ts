import { readFileSync, writeFileSync } from 'node:fs'
import { createSimulator } from '../src/index.ts'

/** The descriptions that a server gives, by the files that hold them. */
const documents = { 'docs/openapi.json': '/openapi.json', 'docs/control.openapi.json': '/_sim/openapi.json' }

const simulator = createSimulator()
for (const [file, path] of Object.entries(documents)) {
  const response = await simulator.fetch(path)
  const text = `${JSON.stringify(await response.json(), undefined, 1)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is stale: run npm run docs\n`)
    process.exitCode = 1
  }
}
await simulator.close()
