import { progress } from '../../kernel/progression.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow } from './state.ts'

type Status = Pick<Instance, 'actual_status' | 'cur_state' | 'next_state' | 'intended_status' | 'status_msg'>

/** What the status fields of an instance of this age say; what its row pins wins. */
export function statusOf(row: InstanceRow, ageSeconds: number): Status {
  const intended_status = row.intended_status ?? 'running'
  const wanted = intended_status === 'running' ? 'running' : 'stopped'
  const actual_status = row.actual_status ?? (wanted === 'running' ? bootStatus(row, ageSeconds) : 'stopped')
  return {
    intended_status,
    actual_status,
    cur_state: row.cur_state ?? (actual_status === 'running' ? 'running' : 'stopped'),
    next_state: row.next_state ?? wanted,
    status_msg: row.status_msg ?? `container is ${actual_status}`,
  }
}

/** Whether it is still on its way to running. */
export const isBooting = (row: InstanceRow, ageSeconds: number): boolean => bootStatus(row, ageSeconds) !== 'running'

/** created for the first half of the way, loading for the second. */
function bootStatus({ boot, reads = 0 }: InstanceRow, ageSeconds: number): 'created' | 'loading' | 'running' {
  const done = boot === undefined ? 1 : progress(boot, ageSeconds, reads)
  return done >= 1 ? 'running' : done >= 0.5 ? 'loading' : 'created'
}
