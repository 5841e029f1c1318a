import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DocumentError } from '../harness/fixtures/problem.ts'
import { readSource } from '../harness/fixtures/source.ts'
import { readFile } from './library.ts'

const states = {
  providerState: z.string().nullish(),
  provider_state: z.string().nullish(),
  providerStates: z.array(z.looseObject({ name: z.string() })).default([]),
}

/** What V2, V3 and V4 have in common. */
const pactSchema = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.string() }),
  interactions: z.array(z.looseObject({ description: z.string(), ...states })).default([]),
})

export interface PactFile {
  readonly file: string
  /** Each interaction with the names of its provider states. */
  readonly interactions: readonly { readonly description: string; readonly states: readonly string[] }[]
}

/**
 * The pacts that files and folders hold; a folder stands for its `.json` files.
 * @throws DocumentError when one is missing or is no pact, or a folder has none
 */
export function readPacts(paths: readonly string[]): readonly PactFile[] {
  return paths.flatMap(filesAt).map((file) => {
    const result = pactSchema.safeParse(readSource(readFile(file).text, file).value)
    if (!result.success) throw new DocumentError([{ file, path: [], message: 'is no pact file' }])
    return {
      file,
      interactions: result.data.interactions.map(
        ({ description, providerState, provider_state: older, providerStates }) => ({
          description,
          states: [...providerStates.map(({ name }) => name), providerState, older].filter(
            (state) => state !== undefined && state !== null,
          ),
        }),
      ),
    }
  })
}

function filesAt(path: string): readonly string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path]
  const files = readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  if (files.length === 0) throw new DocumentError([{ file: path, path: [], message: 'holds no .json file' }])
  return files.map((file) => join(path, file))
}
