import type { Sim } from '../../kernel/sim.ts'
import type { UserRow } from '../users/state.ts'
import { presentInstance } from './present.ts'
import { listRules } from './rules.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow, InstanceTables } from './state.ts'
import { isBooting } from './status.ts'

/** The user's own instances, by ascending id. */
export function listInstances(sim: Sim<InstanceTables>, user: UserRow): readonly Instance[] {
  const { trace } = sim
  const rows = sim.tables.instances.where('user_id', user.id)
  const instances = rows.map((row) => presentInstance(sim, row))
  trace.apply(listRules.listsOwn)
  if (instances.length > 0) {
    trace.apply(listRules.timeAndMoney)
    trace.apply(listRules.runtypes)
  }
  if (instances.length > 1) trace.apply(listRules.order)
  if (instances.some(({ actual_status }) => actual_status !== 'running')) trace.apply(listRules.statusValues)
  if (instances.some(({ template_id }) => template_id === 0)) trace.apply(listRules.withoutTemplate)
  if (instances.some(({ extra_env }) => extra_env.some(([name]) => name.startsWith('-p ')))) {
    trace.apply(listRules.ports)
    trace.apply(listRules.portsFollowEnv)
  }
  if (instances.some(({ volume_info }) => volume_info.length > 0)) trace.apply(listRules.volumeItems)
  for (const row of rows) countRead(sim, row)
  return instances
}

/** An instance that boots by reads gets one step further each time it is listed. */
function countRead({ tables, trace, clock }: Sim<InstanceTables>, row: InstanceRow): void {
  const { boot, reads = 0, start_date = 0 } = row
  if (!isBooting(row, clock.nowMs - Math.round(start_date * 1000))) return
  trace.apply(listRules.progression)
  if (boot?.mode === 'reads') tables.instances.put({ ...row, reads: reads + 1 })
}
