import type { Hono } from 'hono'
import type { OnAct } from '../control/call.ts'
import type { Metrics } from '../sandbox/metrics.ts'
import { addressOf, isSandboxName } from '../sandbox/address.ts'
import { mebibytes } from '../sandbox/memory.ts'
import type { Reply } from '../testing/faults/effect.ts'
import { createListenerRecorder, type ExchangeListener } from '../testing/journal/listener.ts'
import { presentExchange } from '../testing/journal/present-exchange.ts'
import { RunTotals, type Totals } from '../testing/findings/run-totals.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import { type SimulatorOptions, withDefaults } from '../sandbox/options.ts'
import { instanceId, type RunningServer, type Vitals } from '../sandbox/running-server.ts'
import { DEFAULT_SANDBOX, Sandboxes } from '../sandbox/sandboxes.ts'
import { rulesIn, type WorldConfigs } from '../sandbox/world-config.ts'
import { type App, createApp, UNNAMED } from './app.ts'
import { responseOf } from './as-response.ts'
import type { NodeFetch } from './network-error.ts'
import type { OnPreflight } from './preflight.ts'
import { noSandbox } from './pipeline.ts'
import { ownReply } from './response.ts'
import type { LoadPages, Service } from './service.ts'

export type ServingOptions = Pick<
  SimulatorOptions,
  'maxSandboxes' | 'memoryBudgetMib' | 'onExchange' | 'onDefect' | 'controlToken'
> & {
  readonly onPreflight?: OnPreflight
  /** In Node: what its `fetch` tells about a connection. */
  readonly nodeFetch?: NodeFetch | undefined
  /** Is told of every exchange as it was recorded: no header or body is freed of secrets that it does not read. */
  readonly log?: ExchangeListener
  /** Is told in a few words what a control call did to a sandbox. */
  readonly onAct?: OnAct
  /** A trial of a sweep, met in whichever sandbox its call comes. */
  readonly trial?: OpenTrial | undefined
  /** Is told of every sandbox that goes for want of room. */
  readonly onEvicted?: (sandbox: string) => void
  readonly metrics?: Metrics
  /** The name of the server. Without one its worlds have names that are the same in every process, so that a run can be repeated byte for byte. */
  readonly instance?: string
  /** Where there are pages for people. */
  readonly pages?: LoadPages
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath?: string
  /** How the process is, for health. */
  readonly vitals?: () => Vitals
}

/** All sandboxes of a server, and the way to them. */
export interface Engine {
  readonly sandboxes: Sandboxes
  /** Answers every request of the fetch standard. */
  readonly app: Hono
  /** What becomes of a request; undefined for what is not a part of the interface, which only `respond` answers. */
  readonly handle: App['handle']
  /**
   * Answers one request.
   * @param sandbox where a request goes that names none
   * @throws NetworkError where a fault takes the connection
   */
  readonly respond: (request: Request, sandbox?: string) => Promise<Response>
  readonly nodeFetch: NodeFetch | undefined
  readonly instance: RunningServer
  /** What it runs under. */
  readonly trial: OpenTrial | undefined
  /** Counts the exchanges of the whole run. */
  readonly runTotals: RunTotals
  /** Coverage and findings of everything it was asked: in all sandboxes, those that are gone too, and across resets. */
  readonly totals: () => Totals
  /** Calls back whenever they change. */
  readonly watchTotals: (listener: () => void) => void
  /** Ends every request that a fault holds: it gets no response. */
  readonly close: () => void
}

/** @param serviceOver makes or loads the service, when the first request needs it */
export function engineOver(
  configs: WorldConfigs,
  serviceOver: (sandboxes: Sandboxes) => Service | Promise<Service>,
  options: ServingOptions,
): Engine {
  const { controlToken, onPreflight, onExchange, onAct, log, metrics, trial } = options
  const runTotals = new RunTotals()
  const instance = { id: options.instance ?? instanceId(), vitals: options.vitals }
  const shown: ExchangeListener | undefined =
    onExchange && guardListener((exchange, sandbox) => onExchange(presentExchange(exchange), sandbox))
  const listeners = [shown, log].filter((each) => each !== undefined)
  const kept = metrics === undefined ? [runTotals] : [runTotals, metrics.recorder]
  const recorders = [...kept, ...listeners.map(createListenerRecorder)]
  const { maxSandboxes, memoryBudgetMib } = withDefaults(options)
  const limits = { sandboxes: maxSandboxes, memoryBytes: mebibytes(memoryBudgetMib) }
  const { instance: named = 'in-process', onEvicted } = options
  const sandboxes = new Sandboxes(configs, limits, recorders, { instance: named, onEvicted })
  const onDefect = options.onDefect && guardListener(options.onDefect)
  const defect = (thrown: unknown): Reply => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    onDefect?.(error)
    return ownReply(500, { error: 'simulator_defect', msg: `the simulator failed: ${error.message}` })
  }
  let service: Service | Promise<Service> | undefined
  const { app, handle } = createApp({
    sandboxes,
    controlToken,
    trial,
    onPreflight,
    nodeFetch: options.nodeFetch,
    basePath: options.basePath,
    hasPages: options.pages !== undefined,
    defect,
    serve: async (request, unnamed = DEFAULT_SANDBOX) => {
      const { sandbox: name = unnamed, path } = addressOf(request)
      if (!isSandboxName(name)) return responseOf(noSandbox(name, request.headers.get('origin')))
      const sandbox = isReadOnly(request.method, path) ? sandboxes.peek(name) : sandboxes.enter(name)
      sandbox.busy += 1
      try {
        service ??= serviceOver(sandboxes)
        // A service that is there takes the request at once: a clock that is moved in code waits for no more.
        const { fetch } = service instanceof Promise ? await service : service
        return await fetch(request, { sandbox, instance, runTotals, trial, onAct })
      } finally {
        sandbox.busy -= 1
      }
    },
  })
  return {
    sandboxes,
    app,
    handle,
    respond: async (request, sandbox) => app.fetch(request, { [UNNAMED]: sandbox }),
    nodeFetch: options.nodeFetch,
    instance,
    trial,
    runTotals,
    totals: () => runTotals.totals(sandboxes.worlds, rulesIn(configs.initial)),
    watchTotals: (listener) => runTotals.watch(listener),
    close: () => {
      sandboxes.endDelays()
      trial?.endDelays()
    },
  }
}

/**
 * What leaves no exchange, and makes no sandbox: it shows something to people and tests. A control call that changes
 * a sandbox makes it by itself.
 */
const isReadOnly = (method: string, path: string): boolean =>
  /^\/_sim(\/|$)/.test(path) || ((method === 'GET' || method === 'HEAD') && /^\/(docs|openapi\.json)(\/|$)/.test(path))

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
