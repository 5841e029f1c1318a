import { ContenderError, duel, type Measured, type Round, type Side } from '../duel.ts'
import type { Inputs } from '../inputs.ts'
import { number, spreadOf } from '../markdown.ts'
import type { Goal, Section, Settings } from '../section.ts'
import { median } from '../statistics.ts'

const BYTES_PER_MIB = 1024 * 1024

export const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'core used', 'MiB after']

export const cells = (all: readonly Measured[]): readonly string[] => {
  const middle = (read: (figures: Measured) => number, digits = 0): string => number(median(all.map(read)), digits)
  return [
    middle(({ requestsPerSecond }) => requestsPerSecond),
    middle(({ p50Ms }) => p50Ms, 2),
    middle(({ p99Ms }) => p99Ms, 2),
    middle(({ cpuMicroseconds }) => cpuMicroseconds),
    `${middle(({ busy }) => 100 * busy)} %`,
    middle(({ residentBytes }) => residentBytes / BYTES_PER_MIB),
  ]
}

/** How many times the requests of the other, and how many times as many for the same CPU. */
export const ratiosOf = (rounds: readonly Round[]) => ({
  ratios: rounds.map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond),
  byCpu: rounds.map(({ ours, theirs }) => theirs.cpuMicroseconds / ours.cpuMicroseconds),
})

/** A work of the simulator against the same of another server, or of the simulator started otherwise. */
export interface Comparison {
  readonly name: string
  readonly ours: Side
  readonly rival: Side
  readonly atLeast: number
  /** How many times its median the 99th percentile may be. */
  readonly p99AtMost?: number
}

export interface Table {
  readonly title: string
  readonly about: string
  readonly comparisons: readonly Comparison[]
}

export async function compared(
  { title, about, comparisons }: Table,
  inputs: Inputs,
  settings: Settings,
): Promise<Section> {
  console.error(title)
  const rows: string[][] = []
  const goals: Goal[] = []
  const broken: string[] = []
  for (const { name, ours, rival, atLeast, p99AtMost } of comparisons) {
    console.error(`  ${name}`)
    try {
      const rounds = await duel(ours, rival, inputs, settings)
      const { ratios, byCpu } = ratiosOf(rounds)
      rows.push([name, ...cells(rounds.map((round) => round.ours)), spreadOf(ratios), spreadOf(byCpu)])
      rows.push([`… ${rival.contender.name}`, ...cells(rounds.map((round) => round.theirs)), '', ''])
      goals.push({
        text: `${name}: at least ${number(atLeast, 2)} times ${rival.contender.name}`,
        measured: `${spreadOf(ratios)}; by CPU ${spreadOf(byCpu)}`,
        met: median(ratios) >= atLeast,
      })
      if (p99AtMost === undefined) continue
      const tails = rounds.map((round) => round.ours.p99Ms / round.ours.p50Ms)
      goals.push({
        text: `${name}: p99 below ${p99AtMost} times p50`,
        measured: spreadOf(tails),
        met: median(tails) < p99AtMost,
      })
    } catch (error) {
      if (!(error instanceof ContenderError)) throw error
      console.error(`  ${error.message}`)
      broken.push(`${name}: ${error.message}`)
    }
  }
  const head = ['Work', ...columns, 'times its requests/s', '… by CPU']
  return { title, about, tables: [{ head, rows }], goals, unmeasured: [], broken }
}
