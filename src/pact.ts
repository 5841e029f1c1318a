import { errorMessage } from './kernel/error-message.ts'
import type { ProviderValues, SimulatedSandbox } from './control/types.ts'
import { stateParams } from './control/state-params.ts'

/** As Pact's Verifier takes them: `new Verifier({ stateHandlers: stateHandlers(sim), ... })`. */
export type StateHandlers = Record<string, StateHandler>

/** Callable too: Pact's types ask for that, though its verifier takes the two parts. */
export interface StateHandler {
  (state: string, params?: unknown): Promise<ProviderValues>
  /** Resolves with the values that a pact may put into its requests. */
  readonly setup: (params?: unknown) => Promise<ProviderValues>
  readonly teardown: () => Promise<undefined>
}

/** What JSON.stringify and await look for on any object, to call it. */
const ASKED_OF_ANY: ReadonlySet<string> = new Set(['toJSON', 'then'])

const UNKNOWN = 'unknown-provider-state'

/**
 * A handler for every provider state: a scenario's name, or one of its `provider_states`.
 *
 * Pact goes on when a handler rejects, and verifies against the wrong state. So a state that cannot be set up also makes
 * every response an injected 500 that says why, until the next one is set up.
 *
 * @example new Verifier({ providerBaseUrl: await sim.listen(), stateHandlers: stateHandlers(sim), pactUrls })
 */
export function stateHandlers({ providerState, reset, faults }: SimulatedSandbox): StateHandlers {
  let refusal: unknown
  const setUp = (state: string, params: unknown): ProviderValues => {
    // Until a request has met it, the next state is one of the same interaction.
    if (faults.list().some(({ name, matched }) => name === UNKNOWN && matched === 0)) throw refusal
    try {
      return providerState.setUp(state, stateParams(params))
    } catch (error) {
      const msg = errorMessage(error)
      reset()
      faults.add({ name: UNKNOWN, effect: { status: 500, body: { error: 'unknown_provider_state', msg } } })
      refusal = error
      throw error
    }
  }
  const teardown = async (): Promise<undefined> => {
    providerState.tearDown()
    return undefined
  }
  const handlerOf = (state: string): StateHandler => {
    const setup = async (params?: unknown) => setUp(state, params)
    return Object.assign((_state: string, params?: unknown) => setup(params), { setup, teardown })
  }
  return new Proxy<StateHandlers>(
    {},
    {
      get: (_, state) => (typeof state === 'symbol' || ASKED_OF_ANY.has(state) ? undefined : handlerOf(state)),
      has: () => true,
    },
  )
}
