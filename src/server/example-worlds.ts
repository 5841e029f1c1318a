import { collectExamples, type Examples, powerless, thresholdsUnder } from '../contract/examples.ts'
import { collectTouches, type Touches } from '../contract/touches.ts'
import { nextTurn } from '../kernel/next-turn.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import { scheduleOf } from '../sandbox/schedule.ts'
import { baseConfig, chosenIn, type WorldConfig } from '../sandbox/world-config.ts'
import type { Fixture } from '../testing/fixtures/document.ts'
import { shippedFixtures, sourceOf } from '../testing/fixtures/library.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { inlineSource } from '../testing/fixtures/source.ts'
import { engineOver } from './engine.ts'

/** Responses to show for each operation. @param asked whose rules are in force */
export const exampleResponses = oncePerRules((asked: WorldConfig, inForce: RulesInForce): Promise<Examples> => {
  const fixture = readFixture([sourceOf(shippedFixtures, 'fixture', 'default'), inlineSource(powerless)])
  const { respond, sandboxes } = engineLike(asked, fixture, thresholdsUnder(inForce))
  const { world } = sandboxes.get(DEFAULT_SANDBOX)
  // Hundreds of requests would keep the server from all others.
  const passMinute = async () => {
    await nextTurn()
    return world.clock.advance(60_000, scheduleOf(world))
  }
  return collectExamples({ fetch: respond, passMinute }, inForce)
})

/** Requests that touch rules. @param asked whose rules are in force */
export const touchesUnder = oncePerRules((asked: WorldConfig, inForce: RulesInForce): Promise<Touches> => {
  const fixture = readFixture([sourceOf(shippedFixtures, 'fixture', 'default')])
  const { respond, sandboxes } = engineLike(asked, fixture, {})
  const open = async () => {
    // Hundreds of requests would keep the server from all others.
    await nextTurn()
    sandboxes.get(DEFAULT_SANDBOX).reset()
    return respond
  }
  return collectTouches(open, inForce)
})

function engineLike(asked: WorldConfig, fixture: Fixture, thresholds: Readonly<Record<string, number>>) {
  const start = baseConfig(fixture, { seed: 'examples', clock: 'frozen', journalSize: 1, rateLimit: { thresholds } })
  const config = { ...start, dialect: asked.dialect, chosen: chosenIn(asked) }
  return engineOver({ initial: config, base: config }, () => Promise.reject(new Error()), {})
}

/** The same for every simulator where the same rules are in force. */
function oncePerRules<T>(make: (asked: WorldConfig, inForce: RulesInForce) => Promise<T>) {
  const known = new WeakMap<RulesInForce, Promise<T>>()
  return (asked: WorldConfig, inForce: RulesInForce): Promise<T> => {
    const made = known.get(inForce) ?? make(asked, inForce)
    known.set(inForce, made)
    return made
  }
}
