import { openSimulation, type SimulationOptions } from '../cli/simulation.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { declaredKeys } from '../testing/fixtures/keys.ts'
import { sourceOf } from '../testing/fixtures/library.ts'
import type { ShownExchange } from '../testing/journal/present-exchange.ts'
import type { Stage } from './rehearse.ts'

/** A simulator as `pact verify` starts it, without a port. */
export function openStage(world: SimulationOptions): Stage {
  let last: ShownExchange | undefined
  const { simulator } = openSimulation({
    ...world,
    scenario: undefined,
    rateLimit: { enabled: false },
    onExchange: (exchange) => void (last = exchange),
  })
  const { documents } = simulator
  const control = async (body: object): Promise<unknown> => {
    const response = await simulator.respond(
      new Request('http://localhost/_sim/pact/provider-states', { method: 'POST', body: JSON.stringify(body) }),
    )
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(String(fieldOf(answer, 'msg')))
    return answer
  }
  return {
    keys: declaredKeys([sourceOf(documents.libraries.fixtures, 'fixture', 'default').value])
      .toSorted((a, b) => Number(a.permissions !== undefined) - Number(b.permissions !== undefined))
      .map(({ key }) => key),
    states: documents.scenarios().flatMap(({ name, provider_states: [state = name] }) => {
      const { faults, stubs } = documents.scenario(name).document
      return faults.length + stubs.length === 0 ? [state] : []
    }),
    setUp: async (states) => {
      await control({ state: '', action: 'teardown' })
      let values: unknown
      for (const state of states) values = await control({ state, action: 'setup' })
      return isObject(values) ? values : {}
    },
    send: async (request) => {
      last = undefined
      const response = await simulator.respond(request)
      return { answer: await response.text(), exchange: last }
    },
  }
}
