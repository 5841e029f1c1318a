import { createApp } from './app.ts'
import { collectExamples, type Examples, powerless } from './contract/examples.ts'
import { DEFAULT_INSTANT } from './harness/clock-spec.ts'
import { Catalogue, type FixtureChoice } from './harness/catalogue.ts'
import { bundledFixtures } from './harness/fixtures/bundled.ts'
import { readFixture } from './harness/fixtures/read.ts'
import { inlineSource } from './harness/fixtures/source.ts'
import { type Library, sourceOf } from './harness/fixtures/library.ts'
import type { Exchange } from './harness/journal.ts'
import { addressOf, isSandboxName } from './http/address.ts'
import { type ClockStart, instantMs } from './kernel/clock.ts'
import { didYouMean } from './kernel/nearest.ts'
import type { Progression } from './kernel/progression.ts'
import { operations } from './resources/registry.ts'
import { Sandbox } from './sandbox.ts'
import { Sandboxes } from './sandboxes.ts'
import { version } from './version.ts'

export interface SimulatorOptions {
  /** A fixture by name, several to be put together, or a document. Default: `default`. */
  readonly fixture?: FixtureChoice
  /** Where fixture names are looked up. Default: the fixtures of the package. */
  readonly library?: Library
  /** Everything invented comes from it. Default: `rental-sim`. */
  readonly seed?: string
  /** Default: running with real time. */
  readonly clock?: ClockStart
  /** Whether rate limits are enforced, and minimum intervals in seconds by operation id. Default: enforced as the contract states. */
  readonly rateLimit?: { readonly enabled?: boolean; readonly thresholds?: Readonly<Record<string, number>> }
  /** How new instances get to run. Default: at once. */
  readonly progression?: { readonly instances?: Progression }
  /** How many sandboxes there may be; beyond that the least recently used idle one goes. Default: 10,000. */
  readonly maxSandboxes?: number
  /** A token that every control call but health must carry as a bearer. Default: none. */
  readonly controlToken?: string
  /** How many exchanges the journal keeps. Default: 1000. */
  readonly journalSize?: number
  /** Makes a finding of every answer that rests on an assumption. Default: no. */
  readonly strict?: boolean
  /** Told of every exchange when it is over. */
  readonly onExchange?: (exchange: Exchange, sandbox: string) => void
  /** Told of every defect of the simulator itself. */
  readonly onDefect?: (error: Error) => void
}

export interface Simulator {
  /** Answers one request, as the server would. Needs no port. */
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * A simulator of the Compute Rental Marketplace API.
 * @throws DocumentError when the fixture cannot be used
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const catalogue = new Catalogue(options.library ?? bundledFixtures)
  checkThresholds(options.rateLimit?.thresholds ?? {})
  const start = {
    fixture: catalogue.fixture(options.fixture ?? 'default'),
    seed: options.seed ?? 'rental-sim',
    clock: options.clock ?? ({ mode: 'real' } as const),
    progression: options.progression?.instances ?? ({ mode: 'immediate' } as const),
    journal: { exchanges: options.journalSize ?? 1000, bytes: 16 * 1024 * 1024 },
    strict: options.strict ?? false,
    rateLimit: { enabled: options.rateLimit?.enabled ?? true, thresholds: options.rateLimit?.thresholds ?? {} },
  }
  const sandboxes = new Sandboxes(start, options.maxSandboxes ?? 10_000)
  let examples: Promise<Examples> | undefined
  const app = createApp({
    version,
    catalogue,
    sandboxes,
    token: options.controlToken,
    examples: () => (examples ??= exampleAnswers((request, sandbox) => app.fetch(request, { sandbox }))),
  })
  app.onError((error, c) => {
    options.onDefect?.(error)
    return c.json({ error: 'simulator_defect', msg: `the simulator failed: ${error.message}` }, 500)
  })

  return {
    fetch: async (request) => {
      const { sandbox } = addressOf(request)
      if (!isSandboxName(sandbox)) {
        const msg = `"${sandbox}" is no sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`
        return Response.json({ error: 'invalid_args', msg }, { status: 400 })
      }
      const chosen = sandboxes.get(sandbox)
      chosen.busy += 1
      try {
        return await app.fetch(request, { sandbox: chosen, onExchange: options.onExchange })
      } finally {
        chosen.busy -= 1
      }
    },
  }
}

/** The same for every simulator, whatever it was started with. */
function exampleAnswers(
  answer: (request: Request, sandbox: Sandbox) => Response | Promise<Response>,
): Promise<Examples> {
  const sandbox = new Sandbox('examples', {
    fixture: readFixture([sourceOf(bundledFixtures, 'fixture', 'default'), inlineSource(powerless)]),
    seed: 'examples',
    clock: { mode: 'frozen', atMs: instantMs(DEFAULT_INSTANT) },
    rateLimit: {
      enabled: true,
      thresholds: Object.fromEntries(operations.map(({ id, limit }) => [id, limit?.thresholdSeconds ?? 1])),
    },
    progression: { mode: 'immediate' },
    journal: { exchanges: 1, bytes: 0 },
    strict: false,
  })
  return collectExamples({
    fetch: async (request) => answer(request, sandbox),
    passMinute: () => void sandbox.world.clock.advance(60_000, sandbox.agenda),
  })
}

/** @throws RangeError for an operation that there is not, or an interval that is none */
function checkThresholds(thresholds: Readonly<Record<string, number>>): void {
  const known = operations.map(({ id }) => id)
  for (const [id, seconds] of Object.entries(thresholds)) {
    if (!known.includes(id))
      throw new RangeError(`rateLimit.thresholds: there is no operation "${id}"${didYouMean(id, known)}`)
    if (!(seconds >= 0)) throw new RangeError(`rateLimit.thresholds: ${id} has ${seconds} seconds`)
  }
}
