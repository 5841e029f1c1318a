import type { Params } from '../harness/scenarios/params.ts'

/** The parameters that a pact gives a state; what is no text, number or boolean is refused by name when it is used. */
export function stateParams(given: unknown): Params {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      ['string', 'number', 'boolean'].includes(typeof value) ? value : JSON.stringify(value),
    ]),
  )
}
