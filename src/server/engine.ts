import type { Hono } from 'hono'
import { type Fate, withFate } from './fate.ts'
import { addressOf, isSandboxName, noSandboxName } from '../sandbox/address.ts'
import { corsHeaders } from './cors.ts'
import type { Bindings, Env } from './env.ts'
import { mebibytes } from '../sandbox/memory-budget.ts'
import { ListenerRecorder } from '../testing/journal/listener.ts'
import { RunTotals, type Totals } from '../testing/findings/run-totals.ts'
import { type SimulatorOptions, withDefaults } from '../sandbox/options.ts'
import { DEFAULT_SANDBOX, Sandboxes } from '../sandbox/sandboxes.ts'
import type { Starting } from '../sandbox/world.ts'

export type ServingOptions = Pick<
  SimulatorOptions,
  'maxSandboxes' | 'memoryBudgetMib' | 'onExchange' | 'onDefect' | 'controlToken'
> &
  Pick<Bindings, 'onPreflight'>

/** All sandboxes of a server, and the way to them. */
export interface Engine {
  readonly sandboxes: Sandboxes
  /**
   * Answers one request, for whoever holds the socket: `fateOf` tells what becomes of the connection.
   * @param sandbox where a request goes that names none
   */
  readonly respond: (request: Request, sandbox?: string) => Promise<Response>
  /** What requests are carried with. */
  readonly watching: Pick<Bindings, 'onPreflight' | 'runTotals' | 'controlToken'>
  /** What is answered where the simulator itself fails. */
  readonly defect: (error: unknown) => Response
  /** Coverage and findings of everything it was asked: in all sandboxes, those that are gone too, and across resets. */
  readonly totals: () => Totals
  /** Calls back whenever they change. */
  readonly watchTotals: (listener: () => void) => void
  /** Ends every request that a fault holds: it gets no answer. */
  readonly close: () => void
}

/** The whole service, for requests of every kind. */
export type Service = Hono<Env>

/** @param serviceOver makes or loads the service, when the first request needs it */
export function engineOver(
  starting: Starting,
  serviceOver: (sandboxes: Sandboxes) => Service | Promise<Service>,
  options: ServingOptions,
): Engine {
  const { controlToken, onPreflight, onExchange } = options
  const runTotals = new RunTotals()
  const recorders = [runTotals, ...(onExchange ? [new ListenerRecorder(heard(onExchange))] : [])]
  const { maxSandboxes, memoryBudgetMib } = withDefaults(options)
  const limits = { sandboxes: maxSandboxes, memoryBytes: mebibytes(memoryBudgetMib) }
  const sandboxes = new Sandboxes(starting, limits, recorders)
  const watchTotals = (listener: () => void): void => runTotals.watch(listener)
  const onDefect = options.onDefect && heard(options.onDefect)
  const defect = (thrown: unknown): Response => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    onDefect?.(error)
    return Response.json({ error: 'simulator_defect', msg: `the simulator failed: ${error.message}` }, { status: 500 })
  }
  const open = (): Service | Promise<Service> => {
    const made = serviceOver(sandboxes)
    return made instanceof Promise ? made.then((loaded) => loaded.onError(defect)) : made.onError(defect)
  }
  let service: Service | Promise<Service> | undefined
  const watching = { onPreflight, runTotals, controlToken }

  return {
    sandboxes,
    watching,
    defect,
    respond: async (request, unnamed = DEFAULT_SANDBOX) => {
      const { sandbox: name = unnamed, path } = addressOf(request)
      if (!isSandboxName(name)) return badSandboxName(name, request)
      const sandbox = isLook(request.method, path) ? sandboxes.look(name) : sandboxes.enter(name)
      sandbox.busy += 1
      try {
        const carry: { fate?: Fate } = {}
        service ??= open()
        // A service that is there takes the request at once: whoever asked counts on that.
        const { fetch } = service instanceof Promise ? await service : service
        const response = await fetch(request, { sandbox, carry, ...watching })
        return carry.fate === undefined ? response : withFate(response, carry.fate)
      } finally {
        sandbox.busy -= 1
      }
    },
    totals: () => runTotals.totals(sandboxes.worlds),
    watchTotals,
    close: () => sandboxes.endHolds(),
  }
}

/**
 * What leaves no exchange, and makes no sandbox: it shows something to people and tests. A control call that changes
 * a sandbox makes it by itself.
 */
const isLook = (method: string, path: string): boolean =>
  /^\/_sim(\/|$)/.test(path) || ((method === 'GET' || method === 'HEAD') && /^\/(docs|openapi\.json)(\/|$)/.test(path))

/** What a listener throws is uncaught, and changes no answer. */
const heard =
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

function badSandboxName(name: string, request: Request): Response {
  const headers = corsHeaders(request.headers.get('origin'))
  return Response.json({ error: 'invalid_args', msg: noSandboxName(name) }, { status: 400, headers })
}
