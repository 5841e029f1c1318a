import type { Hono } from 'hono'
import { AccessControl } from '../control/access.ts'
import type { ControlContext, OnAct } from '../control/call.ts'
import { ServerStart } from '../control/server-start.ts'
import type { SweepView } from '../control/shown-sweep.ts'
import { mebibytes } from '../sandbox/memory.ts'
import type { Metrics } from '../sandbox/metrics.ts'
import { checkOptions, type SimulatorOptions, withDefaults } from '../sandbox/options.ts'
import { instanceId, type Vitals } from '../sandbox/running-server.ts'
import { Sandboxes } from '../sandbox/sandboxes.ts'
import { rulesIn } from '../sandbox/world-config.ts'
import type { Reply } from '../testing/faults/effect.ts'
import { RunTotals, type Totals } from '../testing/findings/run-totals.ts'
import { createListenerRecorder, type ExchangeListener } from '../testing/recorder.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import { type App, createApp, UNNAMED } from './app.ts'
import { exampleResponses, touchesUnder } from './example-worlds.ts'
import type { NodeFetch } from './network-error.ts'
import type { OnPreflight } from './preflight.ts'
import { ownReply } from './response.ts'
import { createService, type LoadPages } from './service.ts'

/** What the program around a simulator connects to it, besides the options of its user. */
export interface Wiring {
  /** Called with every exchange as it was recorded: no header or body is freed of secrets that it does not read. */
  readonly log?: ExchangeListener
  /** Called with the effect of a control call on a sandbox, in a few words. */
  readonly onAct?: OnAct
  readonly onPreflight?: OnPreflight
  /** Called with every sandbox that is evicted for lack of room. */
  readonly onEvicted?: (sandbox: string) => void
  /** A trial of a sweep, in any sandbox that gets its call. */
  readonly trial?: OpenTrial | undefined
  /** The sweep that runs on this server. */
  readonly sweep?: SweepView
  /** Where there are pages for people. */
  readonly pages?: LoadPages
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath?: string | undefined
  readonly metrics?: Metrics
  /** How the process is, for health. */
  readonly vitals?: () => Vitals
  /** In Node: what its `fetch` tells about a connection. */
  readonly nodeFetch?: NodeFetch
  /** The name of the server. Without one its worlds have names that are the same in every process, so that a run can be repeated byte for byte. */
  readonly instance?: string
}

/** A simulator that is open: its sandboxes, and the way to them. */
export interface OpenSimulator extends ControlContext {
  /** Answers every request of the fetch standard. */
  readonly app: Hono
  /** The outcome of a request; undefined for one outside the simulated API, which only `respond` answers. */
  readonly handle: App['handle']
  /**
   * Answers one request.
   * @param sandbox where a request goes that names none
   * @throws NetworkError where a fault takes the connection
   */
  readonly respond: (request: Request, sandbox?: string) => Promise<Response>
  readonly nodeFetch: NodeFetch | undefined
  /** Coverage and findings of everything it was asked: in all sandboxes, those that are gone too, and across resets. */
  readonly totals: () => Totals
  /** Calls back whenever they change. */
  readonly watchTotals: (listener: () => void) => void
  /** Ends every request that a fault holds: it gets no response. */
  readonly close: () => void
}

/**
 * @throws DocumentError when the fixture or the scenario cannot be used
 * @throws RangeError when an option cannot be used
 */
export function openSimulator(options: SimulatorOptions = {}, wiring: Wiring = {}): OpenSimulator {
  refuseMissingGlobals()
  checkOptions(options)
  const { maxSandboxes, memoryBudgetMib, controlToken, allowedHosts, allowedOrigins } = withDefaults(options)
  const { onAct, onEvicted, onPreflight, trial, sweep, pages, basePath, metrics, vitals, nodeFetch, instance } = wiring
  const { onExchange } = options
  const onDefect = options.onDefect && guardListener(options.onDefect)
  const presented: ExchangeListener | undefined =
    onExchange && guardListener((exchange, sandbox) => onExchange(presentExchange(exchange), sandbox))
  const listeners = [presented, wiring.log].map((listener) => listener && createListenerRecorder(listener))

  const start = new ServerStart(options)
  const runTotals = new RunTotals()
  const sandboxes = new Sandboxes(
    start.configs,
    { sandboxes: maxSandboxes, memoryBytes: mebibytes(memoryBudgetMib) },
    [runTotals, metrics?.recorder, ...listeners].filter((each) => each !== undefined),
    { instance: instance ?? 'in-process', onEvicted },
  )
  const context: ControlContext = {
    sandboxes,
    start,
    documents: start.documents,
    access: new AccessControl(controlToken, allowedHosts, allowedOrigins),
    instance: { id: instance ?? instanceId(), vitals },
    runTotals,
    touches: (config, inForce) => touchesUnder(openSimulator, config, inForce),
    basePath,
    metrics,
    trial,
    sweep,
    onAct,
  }
  const { app, handle } = createApp({
    sandboxes,
    controlToken,
    trial,
    onPreflight,
    nodeFetch,
    basePath,
    hasPages: pages !== undefined,
    openService: () => createService(context, pages, (...about) => exampleResponses(openSimulator, ...about)),
    defect: (thrown: unknown): Reply => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      onDefect?.(error)
      return ownReply(500, { error: 'simulator_defect', msg: `the simulator failed: ${error.message}` })
    },
  })
  return {
    ...context,
    app,
    handle,
    respond: async (request, sandbox) => app.fetch(request, { [UNNAMED]: sandbox }),
    nodeFetch,
    totals: () => runTotals.totals(sandboxes.worlds, rulesIn(start.configs.initial)),
    watchTotals: (listener) => runTotals.watch(listener),
    close: () => {
      sandboxes.endDelays()
      trial?.endDelays()
    },
  }
}

/** What a listener throws is uncaught, and changes no response. */
const guardListener =
  <Arguments extends unknown[]>(listener: (...given: Arguments) => void) =>
  (...given: Arguments): void => {
    try {
      listener(...given)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

/** Globals that an answer needs, and that a test environment such as Jest's jsdom may lack. */
const NEEDED_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
]

/** @throws Error where the environment lacks globals, which names them */
function refuseMissingGlobals(): void {
  const missing = NEEDED_GLOBALS.filter((name) => !(name in globalThis))
  if (missing.length > 0)
    throw new Error(
      `rental-sim needs globals that this environment lacks: ${missing.join(', ')}. In Jest, install jest-fixed-jsdom and set testEnvironment to it, or set testEnvironment to node. Elsewhere, define them in a setup file.`,
    )
}
