import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { factSchema } from '../../testing/trial/fact.ts'
import { version } from '../../version.ts'
import type { ResultCache } from './sweep.ts'

const keptSchema = z.object({
  run: z.object({
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    timedOut: z.boolean(),
    output: z.string(),
    seconds: z.number(),
    calls: z.array(factSchema),
    failedTests: z.array(z.string()),
  }),
})

/**
 * A folder of what became of trials. A trial is not run again as long as the command, the trial and the inputs are the
 * same.
 * @param about what else decides what becomes of a trial, such as the command
 * @param inputs files, and folders with all that is in them
 * @throws the error of the operating system for an input that is not there
 */
export function openCache(folder: string, about: unknown, inputs: readonly string[]): ResultCache {
  mkdirSync(folder, { recursive: true })
  const hash = createHash('sha256').update(JSON.stringify([version, about]))
  for (const input of inputs) addTo(hash, input)
  const digest = hash.digest('hex')
  const fileOf = (trial: unknown): string =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([digest, trial]))
        .digest('hex')}.json`,
    )
  return {
    find: (trial) => {
      const file = fileOf(trial)
      return existsSync(file) ? keptSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined
    },
    keep: (trial, kept) => {
      const file = fileOf(trial)
      // Another sweep may read it meanwhile.
      writeFileSync(`${file}.part`, JSON.stringify(kept))
      renameSync(`${file}.part`, file)
    },
  }
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (statSync(path).isDirectory()) {
    const names = readdirSync(path).filter((name) => name !== 'node_modules' && name !== '.git')
    for (const name of names.toSorted()) addTo(hash, join(path, name))
  } else hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
}
