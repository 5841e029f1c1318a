import type { Due } from '../../kernel/clock.ts'
import type { Sim } from '../../kernel/sim.ts'
import type { InstanceTables } from './state.ts'
import { runsAtMs } from './status.ts'

/** When instances that boot for a time begin to run. */
export function instanceAgenda({ tables }: Pick<Sim<InstanceTables>, 'tables'>): readonly Due[] {
  return tables.instances.values().flatMap((row) => {
    const atMs = runsAtMs(row)
    return atMs === undefined ? [] : [{ atMs, text: `instance ${row.id} runs` }]
  })
}
