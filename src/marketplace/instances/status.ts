import type { DueEvent } from '../../kernel/clock.ts'
import { durationMs, progress } from '../../kernel/progression.ts'
import type { Table } from '../../kernel/table.ts'
import type { z } from 'zod'
import type { Instance, statusFields } from './schema.ts'
import type { InstanceRow } from './rows.ts'

export type Status = { readonly [Field in keyof typeof statusFields]: z.output<(typeof statusFields)[Field]> }

/** The status fields of an instance that began to boot so long ago. A field that its row pins is shown as it is. */
export function statusOf(row: InstanceRow, ageMs: number): Status {
  const intended_status = row.intended_status ?? 'running'
  const wanted = intended_status === 'running' ? 'running' : 'stopped'
  const actual_status = row.actual_status ?? (wanted === 'running' ? bootStatus(row, ageMs) : 'exited')
  return {
    intended_status,
    actual_status,
    cur_state: row.cur_state ?? (actual_status === 'running' ? 'running' : 'stopped'),
    next_state: row.next_state ?? wanted,
    status_msg: row.status_msg ?? `container is ${actual_status}`,
  }
}

/** Whether an instance that began to boot so long ago has yet to finish that. */
export const isBooting = (row: InstanceRow, ageMs: number): boolean =>
  mayBoot(row) && bootStatus(row, ageMs) !== 'running'

/** Whether an instance pays for its machine: neither while it is stopped, nor while it waits for the machine to be free. */
export const isCharged = ({
  intended_status,
  actual_status,
  cur_state,
}: Pick<Instance, 'intended_status' | 'actual_status' | 'cur_state'>): boolean =>
  intended_status === 'running' &&
  actual_status !== 'scheduling' &&
  (cur_state === 'running' || !(actual_status === 'exited' || actual_status === 'stopped'))

/** For how long an instance has been booting or running, in milliseconds, since its latest restart or else its start. */
export const bootAgeMs = ({ restart, start_date = 0 }: Pick<InstanceRow, 'restart' | 'start_date'>, nowMs: number) =>
  Math.max(0, nowMs - Math.round((restart?.at ?? start_date) * 1000))

const runsAt = (row: InstanceRow, nowMs: number): boolean =>
  statusOf(row, bootAgeMs(row, nowMs)).actual_status === 'running'

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
function bootSteps({ start_date, restart, boot, ...row }: InstanceRow): BootSteps | undefined {
  const start = restart?.at ?? start_date
  if (start === undefined || boot?.mode !== 'after' || !mayBoot(row)) return undefined
  const startMs = Math.round(start * 1000)
  const wholeMs = durationMs(boot)
  const untilLoadsMs = restart === undefined ? Math.ceil(wholeMs * LOADS_AT) : 0
  return { loadsMs: startMs + untilLoadsMs, runsMs: startMs + wholeMs }
}

interface Scheduled {
  readonly tables: { readonly instances: Table<InstanceRow> }
}

/** When instances that boot for a time load and begin to run. */
export function instanceSchedule({ tables }: Scheduled): readonly DueEvent[] {
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

const mayBoot = ({ actual_status, intended_status = 'running' }: Partial<InstanceRow>): boolean =>
  actual_status === undefined && intended_status === 'running'

/** The part of the boot time after which an instance is loading, no longer created. */
const LOADS_AT = 0.5

/** How far the boot of an instance is that began so long ago: from 0 to 1, where it runs. */
export const bootProgress = ({ boot, reads = 0 }: InstanceRow, ageMs: number): number =>
  boot === undefined ? 1 : progress(boot, ageMs, reads)

function bootStatus(row: InstanceRow, ageMs: number): 'created' | 'loading' | 'rebooting' | 'running' {
  const { restart } = row
  const done = bootProgress(row, ageMs)
  if (done >= 1) return 'running'
  return restart?.shows ?? (done >= LOADS_AT ? 'loading' : 'created')
}
