import { test } from 'vitest'
import { asRequest, type Call, callsApart, callsTo } from '../../src/contract/example-calls.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { isDrawn } from '../support/drawn.ts'
import { inOneOnly } from '../support/in-one-only.ts'
import { SaidOfFields } from '../support/kept-texts.ts'

/** The last call of a sequence, as one reads it. */
function shown(calls: readonly Call[]): string {
  const { operation, key = 'renter-key', text, ...call } = calls.at(-1) ?? { operation: '' }
  return [operation, JSON.stringify(call), key, text?.type].filter((part) => part && part !== '{}').join(' ')
}

/** Each call in a world of its own, twice too, and those that belong together one after the other. */
const sequences: readonly (readonly Call[])[] = [
  ...callsTo(operations).map((call) => [call]),
  ...callsTo(operations).map((call) => [call, call]),
  ...callsApart,
].filter((calls) => isDrawn(shown(calls)))

const start = { clock: 'frozen', seed: 'examples' } as const
const documented = createSimulator({ ...start, dialect: 'documented' })
const observed = createSimulator({ ...start, dialect: 'observed' })

/** Status, basis and rules of the last answer to a sequence. */
async function lastAnswer(sim: Simulator, calls: readonly Call[]) {
  sim.reset()
  let last = new Response()
  for (const call of calls) last = await sim.fetch(asRequest(call, operations))
  const rules = (last.headers.get('x-sim-rules') ?? '').split(',')
  return { outcome: `${last.status} ${last.headers.get('x-sim-basis')}`, rules }
}

test('the rules that answers name stay, with what differs in the observed dialect', async () => {
  const kept = new SaidOfFields()
  for (const calls of sequences) {
    const [answer, other] = [await lastAnswer(documented, calls), await lastAnswer(observed, calls)]
    const differences = [
      ...(other.outcome === answer.outcome ? [] : [other.outcome]),
      ...inOneOnly(answer.rules, other.rules),
    ]
    const told = [answer.outcome, ...answer.rules]
    if (differences.length > 0) told.push('observed', ...differences)
    kept.add(shown(calls), [[null, told.join(' ')]])
  }
  await kept.expectKept('rules-named')
})
