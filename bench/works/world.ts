import { performance } from 'node:perf_hooks'
import { ask, type Question } from '../ask.ts'
import { simulator } from '../contenders/rental-sim.ts'
import { ContenderError, withServer } from '../duel.ts'
import type { Inputs } from '../inputs.ts'
import { spreadOf } from '../markdown.ts'
import { play } from '../play.ts'
import { clouds, tenVolumes } from '../questions.ts'
import type { Goal, Section, Settings } from '../section.ts'
import { median } from '../statistics.ts'

const BELOW_MS = 150
const WAIT_AT_MOST_MS = 20
const WARM_UP_REQUESTS = 500

const firsts: Readonly<Record<string, Question>> = {
  'first search': tenVolumes,
  'first State search': { method: 'GET', path: '/_sim/ui/state?collection=offers&text=Norway' },
}
/** 50,000 offers and 50,000 network volume offers. */
const large = simulator({ fixture: 'default', options: ['--fixture', 'large'] })

/** How long it took, and how long a request beside it waited at most. */
const tried = (question: Question, inputs: Inputs) =>
  withServer({ contender: large, questions: [] }, inputs, async ({ url }) => {
    await play(url, { questions: [clouds], connections: 1, requests: WARM_UP_REQUESTS })
    const over = new AbortController()
    const beside = play(url, { questions: [clouds], connections: 1, signal: over.signal })
    const startedAt = performance.now()
    const { status } = await ask(url, question).finally(() => over.abort())
    const ms = performance.now() - startedAt
    // Where the server kept it waiting until its connection broke, that is how long it waited.
    const { maxMs } = await beside
    if (status !== 200) throw new Error(`${question.path}: ${status}`)
    return { ms, maxMs }
  })

export async function world(inputs: Inputs, { rounds }: Settings): Promise<Section> {
  console.error('A new world')
  const rows: string[][] = []
  const goals: Goal[] = []
  const broken: string[] = []
  for (const [name, question] of Object.entries(firsts)) {
    try {
      const times: number[] = []
      const waits: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const { ms, maxMs } = await tried(question, inputs)
        times.push(ms)
        waits.push(maxMs)
      }
      rows.push([name, spreadOf(times, 1), spreadOf(waits, 1)])
      const goal = (what: string, values: readonly number[], atMost: number): Goal => ({
        text: `${name}: ${what} ${atMost} ms`,
        measured: `${spreadOf(values, 1)} ms`,
        met: median(values) < atMost,
      })
      goals.push(goal('below', times, BELOW_MS), goal('no request beside it waits longer than', waits, WAIT_AT_MOST_MS))
    } catch (error) {
      if (!(error instanceof ContenderError)) throw error
      broken.push(`${name}: ${error.message}`)
    }
  }
  return {
    title: 'A new world over fixtures/large.yaml',
    about:
      '50,000 generated offers and as many network volume offers; each time in a server that has just started, while another connection lists cloud connections over and over.',
    tables: [{ head: ['', 'ms', 'longest wait beside it, ms'], rows }],
    goals,
    unmeasured: [],
    broken,
  }
}
