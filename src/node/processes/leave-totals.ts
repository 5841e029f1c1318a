import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Totals } from '../../testing/findings/run-totals.ts'

/** Names the folder in which `rental-sim exec` collects what simulators in the processes of its command were asked. */
export const TOTALS_FOLDER = 'RENTAL_SIM_TOTALS_FOLDER'
export const TOTALS_FILE = 'totals.json'

interface Counting {
  readonly totals: () => Totals
  /** Calls back whenever they change. */
  readonly watchTotals: (listener: () => void) => void
}

/** Tests fake timers. */
const afterThisTurn = setImmediate

/** What is still to be written when the process exits. */
const due = new Set<() => void>()
const writeAll = (): void => due.forEach((write) => write())

/**
 * Under `rental-sim exec`, keeps a file of a simulator's totals up to date. It is written after each turn of the event
 * loop that changed them: test runners end their workers without notice, and few tests close a simulator.
 * @returns writes it now
 */
export function leaveTotals({ totals, watchTotals }: Counting): () => void {
  const folder = process.env[TOTALS_FOLDER]
  if (folder === undefined) return () => undefined
  let own: string | undefined
  const write = (): void => {
    forget(write)
    try {
      // A folder that no other process or thread has.
      own ??= mkdtempSync(join(folder, 'simulator-'))
      const file = join(own, TOTALS_FILE)
      writeFileSync(`${file}.part`, JSON.stringify(touched(totals())))
      renameSync(`${file}.part`, file)
    } catch (error) {
      process.emitWarning(`rental-sim: the report misses a simulator of this process: ${String(error)}`)
    }
  }
  watchTotals(() => {
    if (due.has(write)) return
    if (due.size === 0) process.once('exit', writeAll)
    due.add(write)
    afterThisTurn(write)
  })
  return () => (due.has(write) ? write() : undefined)
}

function forget(write: () => void): void {
  due.delete(write)
  if (due.size === 0) process.off('exit', writeAll)
}

/** Without the operations and rules that were not touched: who collects knows them. */
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
