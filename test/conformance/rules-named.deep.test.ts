import { test } from 'vitest'
import { asRequest, type Call, callsApart, callsTo } from '../../src/contract/example-calls.ts'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { isDrawn } from '../support/drawn.ts'
import { expectLinesKept } from '../support/kept-texts.ts'

/** Each call in a world of its own, twice too, and those that belong together one after the other. */
const sequences: readonly (readonly Call[])[] = [
  ...callsTo(operations).map((call) => [call]),
  ...callsTo(operations).map((call) => [call, call]),
  ...callsApart,
].filter((calls) => isDrawn(JSON.stringify(calls)))

/** Which rules each answer names, and so which it does not: kept as text, a line for the last answer of each sequence. */
test.each(['documented', 'observed'] as const)('what answers name in the dialect %s stays', async (dialect) => {
  const sim = createSimulator({ clock: 'frozen', seed: 'examples', dialect })
  const lines: string[] = []
  for (const calls of sequences) {
    sim.reset()
    for (const [at, { key = 'renter-key', text, ...call }] of calls.entries()) {
      const { status, headers } = await sim.fetch(asRequest({ ...call, key, text }, operations))
      const told = `${JSON.stringify(call)} ${key} ${text?.type ?? ''}: ${status} ${headers.get('x-sim-basis')} ${headers.get('x-sim-rules')}`
      if (at === calls.length - 1) lines.push(told)
    }
  }
  await expectLinesKept(`rules-named-${dialect}`, lines)
})
