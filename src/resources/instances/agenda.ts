import type { Due } from '../../kernel/clock.ts'
import type { Sim } from '../../kernel/sim.ts'
import type { InstanceTables } from './state.ts'

/** When instances that boot for a time begin to run. */
export function instanceAgenda({ tables }: Pick<Sim<InstanceTables>, 'tables'>): readonly Due[] {
  return tables.instances
    .values()
    .flatMap(({ id, boot, start_date = 0 }) =>
      boot?.mode === 'after' ? [{ atMs: (start_date + boot.seconds) * 1000, text: `instance ${id} runs` }] : [],
    )
}
