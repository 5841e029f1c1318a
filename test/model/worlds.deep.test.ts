import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { type Call, call, callOf } from '../tape/calls.ts'
import { Seen } from '../tape/seen.ts'
import { fixture } from './market.ts'
import { type Step, sessions } from './steps.ts'
import { runs } from '../support/drawn.ts'

/** What a client sees of a request, without the name of the world, which a copy does not share. */
async function answerTo(simulator: Simulator, { method, path, body, key = '' }: Call): Promise<string> {
  try {
    const response = await simulator.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const headers = [...response.headers].filter(([name]) => name !== 'x-sim-world')
    return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`
  } catch (error) {
    return String(error)
  }
}

/** Sends requests to a sandbox, and tells what came back. */
async function play(
  simulator: Simulator,
  sandbox: string,
  calls: readonly Call[],
  seen: Seen,
): Promise<readonly string[]> {
  const answers: string[] = []
  for (const each of calls) {
    const filled = each.body === undefined ? each : { ...each, body: seen.fill(each.body) }
    const answer = await answerTo(simulator, { ...filled, path: sandbox + filled.path })
    seen.add(answer)
    answers.push(answer)
  }
  return answers
}

/** The acts of clients, and of tests that move the clock or add a fault: not those that go back themselves. */
const goesBack = new Set<Step['act']['kind']>(['reset', 'take-snapshot', 'restore-snapshot'])
const story = sessions.map((steps) =>
  steps.filter(({ act }) => !goesBack.has(act.kind)).map((step) => callOf({ ...step, sandbox: '' })),
)

const open = (): Simulator => createSimulator({ fixture, clock: '2026-01-01T00:00:00Z' })
const state = call('GET', '/_sim/state')

test('after a restore everything goes again as it went, whatever happened in between', async () => {
  await fc.assert(
    fc.asyncProperty(story, story, story, async (before, after, elsewhere) => {
      const simulator = open()
      const seen = new Seen()
      await play(simulator, '', before, seen)
      simulator.snapshots.take('here')
      const first = await play(simulator, '', [...after, state], seen.copy())
      await play(simulator, '', elsewhere, seen.copy())
      simulator.snapshots.restore('here')
      expect(await play(simulator, '', [...after, state], seen.copy())).toEqual(first)
      await simulator.close()
    }),
    runs(40),
  )
})

test('the world before an exchange goes on as the first one did, whatever happened since', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.nat(), async (calls, which) => {
      const simulator = open()
      const seen = new Seen()
      const asked = calls.map((each) => ({ each, seen: seen.copy(), exchange: 0, answer: '' }))
      for (const one of asked) {
        one.seen = seen.copy()
        const [answer = ''] = await play(simulator, '', [one.each], seen)
        one.answer = answer
        one.exchange = Number(/"x-sim-exchange","(\d+)"/.exec(answer)?.[1] ?? 0)
      }
      const answered = asked.flatMap((one, at) => (one.exchange === 0 ? [] : [{ ...one, at }]))
      const from = answered[which % Math.max(1, answered.length)]
      if (from === undefined) return
      simulator.fork(from.exchange, { sandbox: 'again' })
      const again = await play(
        simulator,
        '/~again',
        asked.slice(from.at).map(({ each }) => each),
        from.seen,
      )
      expect(again).toEqual(asked.slice(from.at).map(({ answer }) => answer))
      await simulator.close()
    }),
    runs(60),
  )
})
