import { writtenClock } from '../testing/scenarios/clock-spec.ts'
import { isSandboxName, noSandboxNameText } from '../sandbox/address.ts'
import { DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts'
import type { ListenOptions, Simulator } from '../control/types.ts'
import { allErrorsAtCaller, refuseUndefinedScenario } from '../control/error.ts'
import { startCalls } from '../control/start.ts'
import type { OpenSimulator } from './open-simulator.ts'
import { simulatedSandbox, withinBudget } from './sandbox-handle.ts'

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

/** Puts a simulator on a socket; browsers have none. */
export type Listen = (simulator: OpenSimulator, options: Required<ListenOptions>) => Promise<Listening>

/**
 * Takes down what a simulator was asked, for a report on several processes.
 * @returns is called when the simulator is closed
 */
export type LeaveTotals = (simulator: Pick<OpenSimulator, 'totals' | 'watchTotals'>) => () => void

/** A name that no network resolves (RFC 6761). */
const NOWHERE = 'http://rental-sim.invalid'

/** The simulator as code has it. */
export function simulatorInCode(
  simulator: OpenSimulator,
  listen: Listen,
  leaveTotals: LeaveTotals = () => () => undefined,
): Simulator {
  const closed = leaveTotals(simulator)
  let server: Promise<Listening> | undefined
  let base = NOWHERE
  const context = () => ({ ...simulator, sandbox: simulator.sandboxes.peek(DEFAULT_SANDBOX) })
  const close = async (): Promise<void> => {
    simulator.close()
    const listening = await server?.catch(() => undefined)
    server = undefined
    base = NOWHERE
    await listening?.close()
    closed()
  }
  return allErrorsAtCaller<Simulator>({
    ...simulatedSandbox(simulator, DEFAULT_SANDBOX, () => base),
    get url() {
      return base
    },
    app: simulator.app,
    listen: async ({ port = 0, host = '127.0.0.1' } = {}) => {
      if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
        throw new RangeError(`port: ${port} is not a port; 0 takes any free one`)
      // To a socket that is every address there is.
      if (host === '') throw new RangeError('host: is empty; leave it out to listen on 127.0.0.1')
      if (server !== undefined)
        throw new Error(`the simulator listens already${base === NOWHERE ? '' : `, on ${base}`}`)
      simulator.access.allowHost(host)
      server = listen(simulator, { port, host })
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
      return simulatedSandbox(simulator, name, () => base)
    },
    startFrom: (options) => {
      const { clock, ...to } = refuseUndefinedScenario(options, 'the one before')
      const written = { ...to, ...(clock !== undefined && { clock: writtenClock(clock) }) }
      return withinBudget(() => startCalls.replace.act(context(), written))
    },
    reload: () => startCalls.reload.act(context()),
    drop: (name) => simulator.sandboxes.drop(name),
    close,
    [Symbol.asyncDispose]: close,
  })
}
