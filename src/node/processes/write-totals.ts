import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Totals } from '../../testing/findings/run-totals.ts'

/** The environment variable by which `rental-sim exec` names the folder for totals files. */
export const TOTALS_FOLDER = 'RENTAL_SIM_TOTALS_FOLDER'
export const TOTALS_FILE = 'totals.json'

interface TotalsSource {
  readonly totals: () => Totals
  /** Calls back whenever they change. */
  readonly watchTotals: (listener: () => void) => void
}

/** Not a timer: tests fake those. */
const afterThisTurn = setImmediate

/** The writers of totals that have changed since they were written: the exit of the process calls them. */
const unwritten = new Set<() => void>()
const writeAll = (): void => unwritten.forEach((write) => write())

/**
 * Under `rental-sim exec`, keeps a file of a simulator's totals up to date. It is written after each turn of the event
 * loop that changed them: test runners end their workers without notice, and few tests close a simulator.
 * @returns a function that writes it now
 */
export function writeTotals({ totals, watchTotals }: TotalsSource): () => void {
  const folder = process.env[TOTALS_FOLDER]
  if (folder === undefined) return () => undefined
  let own: string | undefined
  const write = (): void => {
    forget(write)
    try {
      // Other processes and threads make folders of their own.
      own ??= mkdtempSync(join(folder, 'simulator-'))
      const file = join(own, TOTALS_FILE)
      writeFileSync(`${file}.part`, JSON.stringify(touched(totals())))
      renameSync(`${file}.part`, file)
    } catch (error) {
      process.emitWarning(`rental-sim: the report misses a simulator of this process: ${String(error)}`)
    }
  }
  watchTotals(() => {
    if (unwritten.has(write)) return
    if (unwritten.size === 0) process.once('exit', writeAll)
    unwritten.add(write)
    afterThisTurn(write)
  })
  return () => (unwritten.has(write) ? write() : undefined)
}

function forget(write: () => void): void {
  unwritten.delete(write)
  if (unwritten.size === 0) process.off('exit', writeAll)
}

/** Without the operations and rules that have no hits: `exec` adds them. */
function touched({ coverage, ...rest }: Totals): Totals {
  const { operations, documented, assumed } = coverage
  return {
    ...rest,
    coverage: {
      ...coverage,
      operations: hit(operations),
      documented: { ...documented, rules: hit(documented.rules) },
      assumed: { ...assumed, rules: hit(assumed.rules) },
    },
  }
}

const hit = <Each extends { readonly hits: number }>(list: readonly Each[]): Each[] =>
  list.filter(({ hits }) => hits > 0)
