import { readFileSync, writeFileSync } from 'node:fs'
import { createSimulator } from 'rental-sim'
import { story } from '../browser/pages/in-page/story.ts'
import { type Recorded, sessions } from './sessions.ts'

/** Writes what clients see, for the Node that runs it: `node tell.js <recorded requests> <output>`. */
const [input = '', output = ''] = process.argv.slice(2)
const recorded = readFileSync(input, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Recorded => JSON.parse(line))
const seen = (await story(createSimulator)).map((each) => JSON.stringify(each))
writeFileSync(output, JSON.stringify([process.version, ...seen, ...(await sessions(createSimulator, recorded))]))
