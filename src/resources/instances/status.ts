import type { Instance } from './schema.ts'
import type { InstanceRow } from './state.ts'

type Status = Pick<Instance, 'actual_status' | 'cur_state' | 'next_state' | 'intended_status' | 'status_msg'>

/** What the status fields of an instance say. */
export function statusOf(row: InstanceRow): Status {
  const intended_status = row.intended_status ?? 'running'
  const actual_status = row.actual_status ?? (intended_status === 'running' ? 'running' : 'stopped')
  const cur_state = row.cur_state ?? (actual_status === 'running' ? 'running' : 'stopped')
  const next_state = row.next_state ?? (intended_status === 'running' ? 'running' : 'stopped')
  return {
    intended_status,
    actual_status,
    cur_state,
    next_state,
    status_msg: row.status_msg ?? `container is ${actual_status}`,
  }
}
