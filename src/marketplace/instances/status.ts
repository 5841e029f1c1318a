import { durationMs, progress } from '../../kernel/progression.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow } from './rows.ts'

export type Status = Pick<Instance, 'actual_status' | 'cur_state' | 'next_state' | 'intended_status' | 'status_msg'>

/** The status fields of an instance of this age. A field that its row pins is shown as it is. */
export function statusOf(row: InstanceRow, ageMs: number): Status {
  const intended_status = row.intended_status ?? 'running'
  const wanted = intended_status === 'running' ? 'running' : 'stopped'
  const actual_status = row.actual_status ?? (wanted === 'running' ? bootStatus(row, ageMs) : 'stopped')
  return {
    intended_status,
    actual_status,
    cur_state: row.cur_state ?? (actual_status === 'running' ? 'running' : 'stopped'),
    next_state: row.next_state ?? wanted,
    status_msg: row.status_msg ?? `container is ${actual_status}`,
  }
}

/** Whether an instance of this age has yet to finish its boot. */
export const isBooting = (row: InstanceRow, ageMs: number): boolean =>
  mayBoot(row) && bootStatus(row, ageMs) !== 'running'

const runsAt = (row: InstanceRow, nowMs: number): boolean =>
  statusOf(row, Math.max(0, nowMs - Math.round((row.start_date ?? 0) * 1000))).actual_status === 'running'

/** The row after a change at an instant (Unix milliseconds): a change that starts or stops the instance starts or ends its uptime. */
export function withUptime(before: InstanceRow | undefined, row: InstanceRow, nowMs: number): InstanceRow {
  if (before === undefined || before.running_since !== row.running_since) return row
  const { running_since: _, ...rest } = row
  if (!runsAt(row, nowMs)) return rest
  return runsAt(before, nowMs) ? row : { ...row, running_since: nowMs / 1000 }
}

interface BootSteps {
  readonly loadsMs: number
  readonly runsMs: number
}

/** When an instance that boots for a time begins to load, and to run, in Unix milliseconds. */
export function bootSteps({ start_date, boot, ...row }: InstanceRow): BootSteps | undefined {
  if (start_date === undefined || boot?.mode !== 'after' || !mayBoot(row)) return undefined
  const startMs = Math.round(start_date * 1000)
  const wholeMs = durationMs(boot)
  return { loadsMs: startMs + Math.ceil(wholeMs * LOADS_AT), runsMs: startMs + wholeMs }
}

const mayBoot = ({ actual_status, intended_status = 'running' }: Partial<InstanceRow>): boolean =>
  actual_status === undefined && intended_status === 'running'

/** The part of the boot time after which an instance is loading, no longer created. */
const LOADS_AT = 0.5

function bootStatus({ boot, reads = 0 }: InstanceRow, ageMs: number): 'created' | 'loading' | 'running' {
  const done = boot === undefined ? 1 : progress(boot, ageMs, reads)
  return done >= 1 ? 'running' : done >= LOADS_AT ? 'loading' : 'created'
}
