import type { DueEvent } from '../../kernel/clock.ts'
import type { Sim } from '../sim.ts'
import { bootSteps } from './status.ts'

/** When instances that boot for a time load and begin to run. */
export function instanceSchedule({ tables }: Pick<Sim, 'tables'>): readonly DueEvent[] {
  return tables.instances.values().flatMap((row) => {
    const steps = bootSteps(row)
    if (steps === undefined) return []
    const { loadsMs, runsMs } = steps
    return [
      // Where there is no time to load, it runs at once; a restart loads from its first moment.
      ...(loadsMs < runsMs && row.restart === undefined ? [{ atMs: loadsMs, text: `instance ${row.id} loads` }] : []),
      { atMs: runsMs, text: `instance ${row.id} runs` },
    ]
  })
}
