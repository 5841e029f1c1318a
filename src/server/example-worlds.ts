import { collectExamples, type Examples, powerless, thresholdsUnder } from '../contract/examples.ts'
import { collectTouches, type Touches } from '../contract/touches.ts'
import { nextTurn } from '../kernel/next-turn.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import { mergedChoices } from '../marketplace/rule-choices.ts'
import type { SimulatorOptions } from '../sandbox/options.ts'
import { DEFAULT_SANDBOX, type Sandboxes } from '../sandbox/sandboxes.ts'
import { scheduleOf } from '../sandbox/schedule.ts'
import { chosenIn, type WorldConfig } from '../sandbox/world-config.ts'
import { type Library, shippedFixtures } from '../testing/fixtures/library.ts'

/** Opens another simulator. */
type Open = (options: SimulatorOptions) => {
  readonly respond: (request: Request) => Promise<Response>
  readonly sandboxes: Sandboxes
}

const POWERLESS = 'powerless'

/** The fixtures of the package, and one with a user without permissions. */
const fixtures: Library = {
  names: () => [...shippedFixtures.names(), POWERLESS],
  find: (name) =>
    name === POWERLESS ? { text: JSON.stringify(powerless), file: POWERLESS } : shippedFixtures.find(name),
}

/** Responses to show for each operation. @param asked the sandbox with the rules in force */
export const exampleResponses = oncePerRules((open: Open, asked, inForce): Promise<Examples> => {
  const thresholds = thresholdsUnder(inForce)
  const { respond, sandboxes } = open({
    ...likeStart(asked),
    fixtures,
    fixture: ['default', POWERLESS],
    rateLimit: { thresholds },
  })
  const { world } = sandboxes.get(DEFAULT_SANDBOX)
  // Hundreds of requests would keep the server from all others.
  const passMinute = async () => {
    await nextTurn()
    return world.clock.advance(60_000, scheduleOf(world))
  }
  return collectExamples({ fetch: respond, passMinute }, inForce)
})

/** Requests that rules shape. @param asked the sandbox with the rules in force */
export const touchesUnder = oncePerRules((open: Open, asked, inForce): Promise<Touches> => {
  const { respond, sandboxes } = open(likeStart(asked))
  const restart = async () => {
    // Hundreds of requests would keep the server from all others.
    await nextTurn()
    sandboxes.get(DEFAULT_SANDBOX).reset()
    return respond
  }
  return collectTouches(restart, inForce)
})

const likeStart = (asked: WorldConfig): SimulatorOptions => ({
  seed: 'examples',
  clock: 'frozen',
  journalSize: 1,
  dialect: asked.dialect,
  rules: mergedChoices(chosenIn(asked)),
})

/** The same for every simulator where the same rules are in force. */
function oncePerRules<T>(make: (open: Open, asked: WorldConfig, inForce: RulesInForce) => Promise<T>) {
  const known = new WeakMap<RulesInForce, Promise<T>>()
  return (open: Open, asked: WorldConfig, inForce: RulesInForce): Promise<T> => {
    const made = known.get(inForce) ?? make(open, asked, inForce)
    known.set(inForce, made)
    return made
  }
}
