import { refuse } from '../../kernel/refusal.ts'
import { requireOwnRow } from '../own-row.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import type { ChangeBody } from './schema.ts'
import type { InstanceRow } from './rows.ts'
import { bootAgeMs, isBooting, statusOf } from './status.ts'
import { catalogue } from '../catalogue.ts'

/** @throws Refusal where the user has no such instance */
export const requireOwnInstance = ({ tables }: Sim, user: UserRow, id: number): InstanceRow =>
  requireOwnRow(tables.instances, user, id, catalogue['instances.change.unknown'], `instance ${id} is not yours`)

/** Starts, stops or labels an instance. */
export function changeInstance(sim: Sim, user: UserRow, id: number, { state, label }: ChangeBody): void {
  const { tables, trace } = sim
  let row = requireOwnInstance(sim, user, id)
  if (state === undefined && label === undefined)
    throw refuse(catalogue['request.wrong-field'], 'neither state nor label is given')
  if (label !== undefined) {
    trace.apply(catalogue['instances.change.labels'])
    row = { ...row, label }
  }
  if (state === 'stopped') row = stopRow(sim, row)
  if (state === 'running') row = startRow(sim, row)
  tables.instances.put(row)
}

export function rebootInstance(sim: Sim, user: UserRow, id: number): void {
  const row = requireOwnInstance(sim, user, id)
  const { intended_status = 'running' } = row
  if (intended_status !== 'running')
    throw refuse(catalogue['instances.reboot.stopped'], `instance ${id} is ${intended_status}`, 'start it instead')
  sim.trace.apply(catalogue['instances.reboot.reboots'])
  sim.tables.instances.put(restartRow(sim, row, 'rebooting'))
}

export function destroyInstance(sim: Sim, user: UserRow, id: number): void {
  const row = requireOwnInstance(sim, user, id)
  sim.trace.apply(catalogue['instances.destroy.destroys'])
  sim.tables.instances.delete(row.id)
}

function stopRow({ trace }: Sim, row: InstanceRow): InstanceRow {
  trace.apply(catalogue['instances.change.stops'])
  if (row.intended_status === 'stopped') return row
  return { ...withoutStatus(row), intended_status: 'stopped' }
}

function startRow(sim: Sim, row: InstanceRow): InstanceRow {
  const { trace, clock } = sim
  trace.apply(catalogue['instances.change.starts'])
  const bootMs = bootAgeMs(row, clock.nowMs)
  const runs = statusOf(row, bootMs).actual_status === 'running'
  return runs || isBooting(row, bootMs) ? row : restartRow(sim, row, 'loading')
}

/** The instance as it boots again from this moment. */
export function restartRow(
  { clock, progression, trace }: Sim,
  row: InstanceRow,
  shows: 'loading' | 'rebooting',
): InstanceRow {
  trace.apply(catalogue['instances.change.restarts'])
  return {
    ...withoutStatus(row),
    restart: { at: clock.nowSeconds, shows },
    ...(progression.mode !== 'immediate' && { boot: progression }),
  }
}

/** The instance without what told its status so far. */
function withoutStatus({
  actual_status: _actual,
  cur_state: _current,
  next_state: _next,
  intended_status: _intended,
  status_msg: _message,
  running_since: _since,
  restart: _restart,
  boot: _boot,
  reads: _reads,
  ...row
}: InstanceRow): InstanceRow {
  return row
}
