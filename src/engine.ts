import { agendaOf } from './agenda.ts'
import { createApp, type LoadPages } from './app.ts'
import { collectExamples, type Examples, powerless } from './contract/examples.ts'
import { clockChoice, DEFAULT_INSTANT } from './harness/clock-spec.ts'
import { Catalogue } from './harness/catalogue.ts'
import { readFixture } from './harness/fixtures/read.ts'
import { inlineSource } from './harness/fixtures/source.ts'
import { shippedFixtures, shippedScenarios, sourceOf } from './harness/library.ts'
import type { Tally } from './harness/tally.ts'
import { type Fate, withFate } from './http/fate.ts'
import { addressOf, isSandboxName, noSandboxName } from './http/address.ts'
import type { Bindings } from './http/env.ts'
import { instantMs } from './kernel/clock.ts'
import { checkOptions } from './options.ts'
import type { SimulatorOptions } from './public.ts'
import { operations } from './resources/registry.ts'
import { Sandbox } from './sandbox.ts'
import { DEFAULT_SANDBOX, Sandboxes } from './sandboxes.ts'
import { startWith } from './start.ts'
import { version } from './version.ts'
import { openWorld, type Start, type Starting } from './world.ts'

export interface EngineOptions extends SimulatorOptions {
  /** Counts the exchanges of the whole run. */
  readonly tally?: Tally
  /** Where there are pages for people. */
  readonly pages?: LoadPages
}

/** All sandboxes of a server, and the way to them. */
export interface Engine {
  readonly sandboxes: Sandboxes
  readonly catalogue: Catalogue
  /**
   * Answers one request, for whoever holds the socket: `fateOf` tells what becomes of the connection.
   * @param sandbox where a request goes that names none
   */
  readonly respond: (request: Request, sandbox?: string) => Promise<Response>
  /** Who is told of exchanges. */
  readonly watching: Pick<Bindings, 'onExchange' | 'tally'>
  /** What is answered where the simulator itself fails. */
  readonly defect: (error: unknown) => Response
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
 * @throws DocumentError when the fixture or the scenario cannot be used
 * @throws RangeError when a rate limit or the clock cannot be used
 */
export function openEngine(options: EngineOptions = {}): Engine {
  checkOptions(options)
  const read = (): { catalogue: Catalogue; starting: Starting } => {
    const fresh = new Catalogue(options.fixtures ?? shippedFixtures, options.scenarios ?? shippedScenarios)
    return { catalogue: fresh, starting: startingOf(fresh, options) }
  }
  const { catalogue, starting } = read()
  const { tally } = options
  const sandboxes = new Sandboxes(starting, options.maxSandboxes ?? 10_000, ({ faults, start }) =>
    tally?.leave(faults.list(), start.scenario?.name),
  )
  let examples: Promise<Examples> | undefined
  const app = createApp({
    version,
    catalogue,
    sandboxes,
    token: options.controlToken,
    pages: options.pages,
    examples: () => (examples ??= exampleAnswers((request, sandbox) => app.fetch(request, { sandbox, carry: {} }))),
  })
  const onDefect = options.onDefect && heard(options.onDefect)
  const defect = (thrown: unknown): Response => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    onDefect?.(error)
    return Response.json({ error: 'simulator_defect', msg: `the simulator failed: ${error.message}` }, { status: 500 })
  }
  app.onError(defect)
  const watching = { onExchange: options.onExchange && heard(options.onExchange), tally }

  return {
    sandboxes,
    catalogue,
    watching,
    defect,
    respond: async (request, unnamed = DEFAULT_SANDBOX) => {
      const { sandbox: name = unnamed } = addressOf(request)
      if (!isSandboxName(name)) return badSandboxName(name)
      const sandbox = sandboxes.get(name)
      sandbox.busy += 1
      try {
        const carry: { fate?: Fate } = {}
        const response = await app.fetch(request, { sandbox, carry, ...watching })
        return carry.fate === undefined ? response : withFate(response, carry.fate)
      } finally {
        sandbox.busy -= 1
      }
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
  const { scenario, clock = 'real' } = options
  const bare: Start = {
    fixture: catalogue.fixture(options.fixture ?? 'default'),
    seed: options.seed ?? 'rental-sim',
    clock: clockChoice(clock),
    progression: options.progression?.instances ?? { mode: 'immediate' },
    journal: { exchanges: options.journalSize ?? DEFAULT_JOURNAL_SIZE, bytes: MAX_JOURNAL_BYTES },
    strict: options.strict ?? false,
    rateLimit: { enabled: options.rateLimit?.enabled ?? true, thresholds: options.rateLimit?.thresholds ?? {} },
  }
  return { bare, initial: scenario === undefined ? bare : startWith(catalogue, bare, catalogue.scenario(scenario)) }
}

/** What a listener throws is uncaught, and changes no answer. */
const heard =
  <Told extends unknown[]>(listener: (...told: Told) => void) =>
  (...told: Told): void => {
    try {
      listener(...told)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

function badSandboxName(name: string): Response {
  const headers = { 'Access-Control-Allow-Origin': '*' }
  return Response.json({ error: 'invalid_args', msg: noSandboxName(name) }, { status: 400, headers })
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
