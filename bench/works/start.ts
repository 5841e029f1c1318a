import { simulator } from '../contenders/rental-sim.ts'
import { startDuel } from '../duel.ts'
import type { Inputs } from '../inputs.ts'
import { spreadOf } from '../markdown.ts'
import { eachRival } from '../rivals.ts'
import type { Goal, Section, Settings } from '../section.ts'
import { sideOf } from '../right-answers.ts'
import { median } from '../statistics.ts'

const AT_MOST_MS = 180
/** As it comes, with its log. */
const shipped = simulator({ fixture: 'default' })
/** A start is short, so there are more of them than of loads. */
const STARTS_A_ROUND = 3

export async function start(inputs: Inputs, settings: Settings): Promise<readonly Section[]> {
  console.error('Cold start')
  const rows: string[][] = []
  const goals: Goal[] = []
  const ours: number[] = []
  const failures = await eachRival('start', settings, async (rival) => {
    const rounds = await startDuel(
      sideOf('start', shipped, inputs),
      sideOf('start', rival, inputs),
      inputs,
      settings.quick ? 1 : settings.rounds * STARTS_A_ROUND,
    )
    ours.push(...rounds.map((round) => round.ours))
    const ratios = rounds.map((round) => round.ours / round.theirs)
    const theirs = rounds.map((round) => round.theirs)
    rows.push([rival.name, spreadOf(theirs, 0), spreadOf(ratios)])
  })
  if (ours.length > 0) {
    rows.unshift([shipped.name, spreadOf(ours, 0), ''])
    goals.push({
      text: `at most ${AT_MOST_MS} ms`,
      measured: `${spreadOf(ours, 0)} ms`,
      met: median(ours) <= AT_MOST_MS,
    })
  }
  return [
    {
      title: 'Cold start',
      about:
        'From the start of the process to its first right answer; rental-sim as shipped, with its default fixture and its default log.',
      tables: [{ head: ['Server', 'ms', 'rental-sim needs … times its time'], rows }],
      goals,
      ...failures,
    },
  ]
}
