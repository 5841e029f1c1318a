import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fact, factSchema } from '../../testing/trial/fact.ts'
import { FACTS_FILE } from './take-part.ts'

/** The exchanges of the simulators that took part in a sweep, in the order in which they were over; a line that was cut off is left out, and a folder that the command deleted holds none. */
export const collectFacts = (folder: string): readonly Fact[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .map((each) => join(folder, each, FACTS_FILE))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
    .map((line) => factSchema.parse(JSON.parse(line)))
    .toSorted((a, b) => a.endedMs - b.endedMs)
