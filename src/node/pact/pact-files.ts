import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DocumentError } from '../../testing/fixtures/problem.ts'
import { readFile } from '../files/library.ts'

const states = {
  providerState: z.string().nullish(),
  provider_state: z.string().nullish(),
  providerStates: z.array(z.looseObject({ name: z.string(), params: z.unknown().optional() })).nullish(),
}

/** What V2, V3 and V4 have in common. */
const pactSchema = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.string() }),
  interactions: z.array(z.looseObject({ description: z.string(), ...states })).default([]),
})

export interface PactFile {
  readonly file: string
  readonly interactions: readonly PactInteraction[]
}

interface PactInteraction {
  readonly description: string
  readonly states: readonly { readonly name: string; readonly params?: unknown }[]
}

/**
 * The pacts that files and folders hold; a folder stands for its `.json` files.
 * @throws DocumentError when one is missing or is not a pact, or a folder has none
 */
export function readPacts(paths: readonly string[]): readonly PactFile[] {
  return paths.flatMap(filesAt).map((file) => {
    const result = pactSchema.safeParse(jsonIn(file))
    if (!result.success) throw new DocumentError([{ file, path: [], message: 'is not a pact file' }])
    return {
      file,
      interactions: result.data.interactions.map(
        ({ description, providerState, provider_state: older, providerStates }) => ({
          description,
          states: [...(providerStates ?? []), ...[providerState, older].flatMap(named)],
        }),
      ),
    }
  })
}

const named = (state: string | null | undefined): readonly { readonly name: string }[] =>
  state === undefined || state === null ? [] : [{ name: state }]

function jsonIn(file: string): unknown {
  const { text } = readFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DocumentError([{ file, path: [], message: `is not JSON: ${why}` }])
  }
}

function filesAt(path: string): readonly string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path]
  const files = readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  if (files.length === 0) throw new DocumentError([{ file: path, path: [], message: 'holds no .json file' }])
  return files.map((file) => join(path, file))
}
