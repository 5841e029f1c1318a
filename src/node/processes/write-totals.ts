import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Totals } from '../../testing/findings/run-totals.ts'
import { leaveFiles } from './left-files.ts'

/** The environment variable by which `rental-sim exec` names the folder for totals files. */
export const TOTALS_FOLDER = 'RENTAL_SIM_TOTALS_FOLDER'
export const TOTALS_FILE = 'totals.json'

interface TotalsSource {
  readonly totals: () => Totals
  /** Calls back whenever they change. */
  readonly watchTotals: (listener: () => void) => void
}

/**
 * Under `rental-sim exec`, keeps a file of a simulator's totals up to date.
 * @returns a function that writes it now
 */
export function writeTotals({ totals, watchTotals }: TotalsSource): () => void {
  const folder = process.env[TOTALS_FOLDER]
  if (folder === undefined) return () => undefined
  const { ask, flush } = leaveFiles(folder, 'the report misses a simulator', (own) => {
    const file = join(own(), TOTALS_FILE)
    writeFileSync(`${file}.part`, JSON.stringify(keepTouched(totals())))
    renameSync(`${file}.part`, file)
  })
  watchTotals(ask)
  return flush
}

/** Without the operations and rules that have no hits: `exec` adds them. */
function keepTouched({ coverage, ...rest }: Totals): Totals {
  const { operations, documented, assumed } = coverage
  return {
    ...rest,
    coverage: {
      ...coverage,
      operations: operations.filter(({ hits, injected }) => hits + injected > 0),
      documented: { ...documented, rules: keepHit(documented.rules) },
      assumed: { ...assumed, rules: keepHit(assumed.rules) },
    },
  }
}

const keepHit = <Each extends { readonly hits: number }>(list: readonly Each[]): Each[] =>
  list.filter(({ hits }) => hits > 0)
