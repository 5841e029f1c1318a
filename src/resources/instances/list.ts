import type { Sim } from '../../kernel/sim.ts'
import type { UserRow } from '../users/state.ts'
import { presentInstance } from './present.ts'
import { listRules } from './rules.ts'
import type { Instance } from './schema.ts'
import type { InstanceTables } from './state.ts'

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim<InstanceTables>, user: UserRow): readonly Instance[] {
  const { trace } = sim
  const instances = sim.tables.instances.where('user_id', user.id).map((row) => presentInstance(sim, row))
  trace.apply(listRules.listsOwn)
  if (instances.length > 0) {
    trace.apply(listRules.timeAndMoney)
    trace.apply(listRules.runtypes)
  }
  if (instances.length > 1) trace.apply(listRules.order)
  if (instances.some(({ actual_status }) => actual_status !== 'running')) trace.apply(listRules.statusValues)
  if (instances.some(({ template_id }) => template_id === 0)) trace.apply(listRules.withoutTemplate)
  if (instances.some(({ extra_env }) => extra_env.length > 0)) trace.apply(listRules.ports)
  if (instances.some(({ volume_info }) => volume_info.length > 0)) trace.apply(listRules.volumeItems)
  return instances
}
