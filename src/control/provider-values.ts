import type { Params } from '../testing/scenarios/params.ts'
import type { ActiveScenario } from '../testing/scenarios/read.ts'
import type { ProviderValues } from './types.ts'
import { type Collection, collections, declarations, type StoredRow, type Tables } from '../marketplace/collections.ts'

/**
 * The identifiers of the rows with the lowest id of each collection, and the parameters of the scenario.
 * Of rental offers it is the first that is free. API keys are never among them.
 */
export function providerValues(tables: Tables, scenario: ActiveScenario | undefined): ProviderValues {
  const ids = collections.flatMap((name) => Object.entries(valuesOf(tables, name, tables[name].values())))
  return { ...Object.fromEntries(ids), ...paramsOf(scenario) }
}

function valuesOf<C extends Collection>(tables: Tables, name: C, rows: readonly StoredRow<C>[]): ProviderValues {
  const { pact, isUsableInPact } = declarations[name]
  const first = isUsableInPact === undefined ? rows[0] : rows.find((row) => isUsableInPact(row, tables))
  return first === undefined ? {} : pact(first)
}

function paramsOf(scenario: ActiveScenario | undefined): Params {
  const defaults = Object.entries(scenario?.document.params ?? {}).flatMap(([name, param]) =>
    param.default === undefined ? [] : [[name, param.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...scenario?.params }
}
