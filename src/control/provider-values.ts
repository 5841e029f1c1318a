import type { Params } from '../harness/scenarios/params.ts'
import type { ActiveScenario } from '../harness/scenarios/read.ts'
import type { ProviderValues } from '../public.ts'
import type { Tables } from '../resources/tables.ts'

/**
 * The identifiers of the rows with the lowest id of each collection, and the parameters of the scenario.
 * Of rental offers it is the first that is free. API keys are never among them.
 */
export function providerValues(tables: Tables, scenario: ActiveScenario | undefined): ProviderValues {
  const [template] = tables.templates.values()
  const rented = new Set(tables.instances.values().map(({ offer_id }) => offer_id))
  const ids = {
    user_id: firstId(tables.users.values()),
    disk_id: firstId(tables.network_disks.values()),
    ask_contract_id: firstId(tables.network_volume_offers.values()),
    template_id: template?.id,
    hash_id: template?.hash_id,
    template_hash_id: template?.hash_id,
    offer_id: firstId(tables.offers.values().filter(({ id }) => !rented.has(id))),
    volume_id: firstId(tables.volumes.values()),
    volume_offer_id: firstId(tables.volume_offers.values()),
    instance_id: firstId(tables.instances.values()),
    endpoint_group_id: firstId(tables.endpoint_groups.values()),
    cloud_connection_id: firstId(tables.cloud_connections.values()),
  }
  return { ...Object.fromEntries(Object.entries(ids).flatMap(known)), ...paramsOf(scenario) }
}

const firstId = (rows: readonly { readonly id: number }[]): number | undefined => rows[0]?.id

const known = ([name, value]: readonly [string, string | number | undefined]): [string, string | number][] =>
  value === undefined ? [] : [[name, value]]

function paramsOf(scenario: ActiveScenario | undefined): Params {
  const defaults = Object.entries(scenario?.document.params ?? {}).flatMap(([name, param]) =>
    param.default === undefined ? [] : [[name, param.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...scenario?.params }
}
