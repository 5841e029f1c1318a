import { createApp } from './app.ts'
import { collectExamples, type Examples } from './contract/examples.ts'
import { DEFAULT_INSTANT } from './harness/clock-spec.ts'
import { Catalogue, type FixtureChoice } from './harness/catalogue.ts'
import { bundledFixtures } from './harness/fixtures/bundled.ts'
import type { Library } from './harness/fixtures/library.ts'
import { addressOf, DEFAULT_SANDBOX, isSandboxName } from './http/address.ts'
import type { ClockStart } from './kernel/clock.ts'
import { Sandbox } from './sandbox.ts'
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
  const start = {
    fixture: catalogue.fixture(options.fixture ?? 'default'),
    seed: options.seed ?? 'rental-sim',
    clock: options.clock ?? ({ mode: 'real' } as const),
    rateLimit: { enabled: options.rateLimit?.enabled ?? true, thresholds: options.rateLimit?.thresholds ?? {} },
  }
  const sandboxes = new Map<string, Sandbox>()
  const sandboxFor = (name: string): Sandbox => {
    const sandbox = sandboxes.get(name) ?? new Sandbox(name, start)
    sandboxes.set(name, sandbox)
    return sandbox
  }
  sandboxFor(DEFAULT_SANDBOX)

  let examples: Promise<Examples> | undefined
  const app = createApp({
    version,
    catalogue,
    sandboxCount: () => sandboxes.size,
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
      return app.fetch(request, { sandbox: sandboxFor(sandbox) })
    },
  }
}

/** The same for every simulator: the default fixture, a fixed seed, a clock that stands still. */
function exampleAnswers(
  answer: (request: Request, sandbox: Sandbox) => Response | Promise<Response>,
): Promise<Examples> {
  const sandbox = new Sandbox('examples', {
    fixture: new Catalogue(bundledFixtures).fixture('default'),
    seed: 'examples',
    clock: { mode: 'frozen', atMs: Date.parse(DEFAULT_INSTANT) },
    rateLimit: { enabled: true, thresholds: {} },
  })
  return collectExamples(async (request) => answer(request, sandbox))
}
