import type { LoadPages } from './service.ts'
import { isSandboxName, noSandboxNameText } from '../sandbox/address.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import type { SimulatorOptions } from '../sandbox/options.ts'
import type { ListenOptions, Simulator } from '../control/types.ts'
import { allErrorsAtCaller } from '../control/error.ts'
import type { Engine, ServingOptions } from './engine.ts'
import { openEngine } from './open-engine.ts'
import { simulatedSandbox, wholeServer } from './sandbox-handle.ts'

/** A server that listens. */
export interface Listening {
  /** Base URL, without a slash at its end. */
  readonly url: string
  /**
   * Ends held requests and idle connections at once.
   * @param graceMs how long responses that are under way may take; by default they are cut
   */
  readonly close: (graceMs?: number) => Promise<void>
}

/** Puts an engine on a socket; browsers have none. */
export type Listen = (engine: Engine, options: Required<ListenOptions>) => Promise<Listening>

/**
 * Takes down what a simulator was asked, for a report on several processes.
 * @returns is called when the simulator is closed
 */
export type LeaveTotals = (engine: Pick<Engine, 'totals' | 'watchTotals'>) => () => void

/** A name that no network resolves (RFC 6761). */
const NOWHERE = 'http://rental-sim.invalid'

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

/** @throws DocumentError, RangeError when the options cannot be used */
export function openSimulator(
  listen: Listen,
  options: SimulatorOptions & Pick<ServingOptions, 'log' | 'trial' | 'vitals' | 'nodeFetch'> = {},
  pages?: LoadPages,
  leaveTotals?: LeaveTotals,
): Simulator {
  refuseMissingGlobals()
  const allowedHosts = [...(options.allowedHosts ?? [])]
  const engine = openEngine({ ...options, allowedHosts, pages })
  const closed = leaveTotals?.(engine)
  let server: Promise<Listening> | undefined
  let base = NOWHERE
  const close = async (): Promise<void> => {
    engine.close()
    const listening = await server?.catch(() => undefined)
    server = undefined
    base = NOWHERE
    await listening?.close()
    closed?.()
  }
  return allErrorsAtCaller<Simulator>({
    ...simulatedSandbox(engine, DEFAULT_SANDBOX, () => base),
    get url() {
      return base
    },
    app: engine.app,
    listen: async ({ port = 0, host = '127.0.0.1' } = {}) => {
      if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
        throw new RangeError(`port: ${port} is not a port; 0 takes any free one`)
      // To a socket that is every address there is.
      if (host === '') throw new RangeError('host: is empty; leave it out to listen on 127.0.0.1')
      if (server !== undefined)
        throw new Error(`the simulator listens already${base === NOWHERE ? '' : `, on ${base}`}`)
      allowedHosts.push(host)
      server = listen(engine, { port, host })
      try {
        base = (await server).url
        return base
      } catch (error) {
        server = undefined
        throw error
      }
    },
    sandbox: (name) => {
      if (typeof name !== 'string' || !isSandboxName(name)) throw new RangeError(noSandboxNameText(name))
      return simulatedSandbox(engine, name, () => base)
    },
    ...wholeServer(engine),
    drop: (name) => engine.sandboxes.drop(name),
    close,
    [Symbol.asyncDispose]: close,
  })
}
