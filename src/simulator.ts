import { agendaOf } from './agenda.ts'
import { createApp } from './app.ts'
import { collectExamples, type Examples, powerless } from './contract/examples.ts'
import { DEFAULT_INSTANT } from './harness/clock-spec.ts'
import { Catalogue, type FixtureChoice } from './harness/catalogue.ts'
import { readFixture } from './harness/fixtures/read.ts'
import { inlineSource } from './harness/fixtures/source.ts'
import { type Library, shippedFixtures, shippedScenarios, sourceOf } from './harness/library.ts'
import type { ShownExchange } from './harness/present-exchange.ts'
import { type Fate, fateOf, withFate } from './http/fate.ts'
import { addressOf, isSandboxName } from './http/address.ts'
import { type ClockStart, instantMs } from './kernel/clock.ts'
import { didYouMean } from './kernel/nearest.ts'
import type { Progression } from './kernel/progression.ts'
import { operations } from './resources/registry.ts'
import { Sandbox } from './sandbox.ts'
import { Sandboxes } from './sandboxes.ts'
import { startWith } from './start.ts'
import { version } from './version.ts'
import { openWorld, type Start, type Starting } from './world.ts'

export interface SimulatorOptions {
  /** A fixture by name, several to be put together, or a document. Default: `default`. */
  readonly fixture?: FixtureChoice
  /** Where fixture names are looked up. Default: the fixtures of the package. */
  readonly fixtures?: Library
  /** A scenario by name, or a document. Default: none. */
  readonly scenario?: string | object
  /** Where scenario names are looked up. Default: the scenarios of the package. */
  readonly scenarios?: Library
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
  readonly onExchange?: (exchange: ShownExchange, sandbox: string) => void
  /** Told of every defect of the simulator itself. */
  readonly onDefect?: (error: Error) => void
}

export interface Simulator {
  /** Answers one request, as the server would. Needs no port. Rejects where a fault takes the connection. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The same for whoever holds the socket: `fateOf` tells what becomes of the connection. */
  readonly respond: (request: Request) => Promise<Response>
  /** Ends every request that a fault holds: it gets no answer. */
  readonly close: () => void
  /**
   * Reads fixtures and scenarios again. What sandboxes hold stays; new ones and resets start from what was read,
   * and the faults of the scenario that the server was started with are renewed.
   * @throws DocumentError when a file cannot be used; then everything stays as it was
   */
  readonly reload: () => void
}

const DEFAULT_JOURNAL_SIZE = 1000
const MAX_JOURNAL_BYTES = 16 * 1024 * 1024

/**
 * A simulator of the Compute Rental Marketplace API.
 * @throws DocumentError when the fixture cannot be used
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  checkThresholds(options.rateLimit?.thresholds ?? {})
  const read = (): { catalogue: Catalogue; starting: Starting } => {
    const fresh = new Catalogue(options.fixtures ?? shippedFixtures, options.scenarios ?? shippedScenarios)
    return { catalogue: fresh, starting: startingOf(fresh, options) }
  }
  const { catalogue, starting } = read()
  const sandboxes = new Sandboxes(starting, options.maxSandboxes ?? 10_000)
  let examples: Promise<Examples> | undefined
  const app = createApp({
    version,
    catalogue,
    sandboxes,
    token: options.controlToken,
    examples: () => (examples ??= exampleAnswers((request, sandbox) => app.fetch(request, { sandbox, carry: {} }))),
  })
  app.onError((error, c) => {
    options.onDefect?.(error)
    return c.json({ error: 'simulator_defect', msg: `the simulator failed: ${error.message}` }, 500)
  })

  const respond = async (request: Request): Promise<Response> => {
    const { sandbox: name } = addressOf(request)
    if (!isSandboxName(name)) return badSandboxName(name)
    const sandbox = sandboxes.get(name)
    sandbox.busy += 1
    try {
      const carry: { fate?: Fate } = {}
      const response = await app.fetch(request, { sandbox, carry, onExchange: options.onExchange })
      return carry.fate === undefined ? response : withFate(response, carry.fate)
    } finally {
      sandbox.busy -= 1
    }
  }
  return {
    respond,
    fetch: async (request) => {
      const response = await respond(request)
      const fate = fateOf(response)
      if (fate === undefined || fate.kind === 'truncated' || fate.kind === 'chunked') return response
      const cause = fate.kind === 'reset' ? 'the connection was reset' : 'the connection was closed without an answer'
      throw new TypeError('fetch failed', { cause: new Error(cause) })
    },
    close: () => sandboxes.endHolds(),
    reload: () => {
      const { scenario: before } = starting.initial
      const next = read()
      openWorld(next.starting.initial)
      catalogue.adopt(next.catalogue)
      Object.assign(starting, next.starting)
      const { scenario: after } = next.starting.initial
      if (before !== undefined && after !== undefined) sandboxes.renewFaults(before, after)
    },
  }
}

function startingOf(catalogue: Catalogue, options: SimulatorOptions): Starting {
  const bare: Start = {
    fixture: catalogue.fixture(options.fixture ?? 'default'),
    seed: options.seed ?? 'rental-sim',
    clock: options.clock ?? { mode: 'real' },
    progression: options.progression?.instances ?? { mode: 'immediate' },
    journal: { exchanges: options.journalSize ?? DEFAULT_JOURNAL_SIZE, bytes: MAX_JOURNAL_BYTES },
    strict: options.strict ?? false,
    rateLimit: { enabled: options.rateLimit?.enabled ?? true, thresholds: options.rateLimit?.thresholds ?? {} },
  }
  const { scenario } = options
  return { bare, initial: scenario === undefined ? bare : startWith(catalogue, bare, catalogue.scenario(scenario)) }
}

function badSandboxName(name: string): Response {
  const msg = `"${name}" is no sandbox name: 1 to 64 letters, digits, dots, dashes or underscores`
  const headers = { 'Access-Control-Allow-Origin': '*' }
  return Response.json({ error: 'invalid_args', msg }, { status: 400, headers })
}

/** The same for every simulator, whatever it was started with. */
function exampleAnswers(
  answer: (request: Request, sandbox: Sandbox) => Response | Promise<Response>,
): Promise<Examples> {
  const start: Start = {
    fixture: readFixture([sourceOf(shippedFixtures, 'fixture', 'default'), inlineSource(powerless)]),
    seed: 'examples',
    clock: { mode: 'frozen', atMs: instantMs(DEFAULT_INSTANT) },
    rateLimit: {
      enabled: true,
      thresholds: Object.fromEntries(operations.map(({ id, limit }) => [id, limit?.thresholdSeconds ?? 1])),
    },
    progression: { mode: 'immediate' },
    journal: { exchanges: 1, bytes: 0 },
    strict: false,
  }
  const sandbox = new Sandbox('examples', { initial: start, bare: start })
  return collectExamples({
    fetch: async (request) => answer(request, sandbox),
    passMinute: () => sandbox.world.clock.advance(60_000, agendaOf(sandbox.world)),
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
