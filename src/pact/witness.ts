import { z } from 'zod'
import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import type { OpenSimulator } from '../server/open-simulator.ts'
import { type Outcome, whole } from '../testing/faults/effect.ts'

/** What one interaction of a pact did here. */
export interface WitnessedInteraction {
  readonly states: string[]
  readonly exchanges: ShownExchange[]
  /** Why its state could not be set up. */
  refusal: string | undefined
}

const STATES_PATH = '/_sim/pact/provider-states'
const stateCall = z.object({ state: z.string().catch(''), action: z.string().optional().catch('') })
const refusalBody = z.object({ msg: z.string() })

/** Listens to a verifier: the states that it sets up, and the answers in between. Interactions are in their order. */
export class PactWitness {
  readonly seen: WitnessedInteraction[] = []
  #isSettingUp = false

  readonly onExchange = (exchange: ShownExchange): void => {
    this.#isSettingUp = false
    this.seen.at(-1)?.exchanges.push(exchange)
  }

  /** The same simulator, which notes the calls for provider states, and answers where a connection would be lost. */
  over(simulator: OpenSimulator): OpenSimulator {
    return {
      ...simulator,
      handle: (incoming) => {
        const outcome = simulator.handle(incoming)
        return outcome instanceof Promise
          ? outcome.then(withoutLostConnection)
          : outcome && withoutLostConnection(outcome)
      },
      respond: async (request) => {
        if (!new URL(request.url).pathname.endsWith(STATES_PATH)) return simulator.respond(request)
        const { state, action } = stateCall.parse(await request.clone().json())
        const response = await simulator.respond(request)
        if (action === 'teardown') this.#isSettingUp = false
        else this.#began(state, response.ok ? undefined : refusalBody.parse(await response.clone().json()).msg)
        return response
      },
    }
  }

  /** An interaction may set up several states before its request. */
  #began(state: string, refusal: string | undefined): void {
    const current = this.#isSettingUp ? this.seen.at(-1) : undefined
    if (current === undefined) this.seen.push({ states: [state], exchanges: [], refusal })
    else {
      current.states.push(state)
      current.refusal ??= refusal
    }
    this.#isSettingUp = refusal === undefined
  }
}

/**
 * Pact's proxy runs in this process, and ends it when its connection is lost. In place of that comes a response that is
 * not what its headers say: no client can read it, so that it is the response of no pact either.
 */
function withoutLostConnection(outcome: Outcome): Outcome {
  if (outcome.kind === 'whole' || outcome.kind === 'chunked') return outcome
  const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain;charset=UTF-8' }
  return whole({ status: 502, headers, body: 'The connection is lost.' })
}
