import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../../kernel/parse-json.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import type { RunTotals } from '../../report/merge.ts'
import { MAX_CAPTURE_BYTES, readFile } from '../files/library.ts'
import { filesLeft } from './left-files.ts'
import { totalsSchema } from './totals-schema.ts'
import { TOTALS_FILE, TOTALS_FOLDER } from './write-totals.ts'

/** The folder into which simulators in the processes of a command write their totals. */
export interface TotalsFolder {
  /** Environment variables for the command. */
  readonly env: Readonly<Record<string, string>>
  /** The totals of each simulator so far. @throws UsageError where one cannot be read */
  readonly collect: () => readonly RunTotals[]
  readonly remove: () => void
}

export function openTotalsFolder(): TotalsFolder {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-'))
  return {
    env: { [TOTALS_FOLDER]: folder },
    collect: () => filesLeft(folder, TOTALS_FILE).map(read),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function read(file: string): RunTotals {
  // Whatever the command wrote there: a pipe or an endless file is refused before it is read.
  const { success, data } = totalsSchema.safeParse(parseJson(readFile(file, MAX_CAPTURE_BYTES).text))
  if (success) return data
  throw new UsageError('a simulator that the command made cannot be counted: is it of another version of rental-sim?')
}
