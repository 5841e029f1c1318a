import { bytesOfFault } from '../harness/faults/faults.ts'
import { presentFault, type ShownFault } from '../harness/faults/present.ts'
import type { Fault } from '../harness/faults/schema.ts'
import { nearest } from '../kernel/nearest.ts'
import type { Sandbox } from '../sandbox.ts'
import { SteeringError } from './error.ts'

export const faultsOf = ({ world }: Sandbox): readonly ShownFault[] =>
  world.faults.list().map(({ fault, matched, fired }) => presentFault(fault, matched, fired))

/** How many faults a sandbox may have: every request is held against each. */
export const MAX_FAULTS = 1000

/**
 * Adds a fault, or replaces the one of its name and releases what that held.
 * @throws SteeringError `conflict` when there are too many, NoRoomError for one that does not fit into the memory budget
 */
export function addFault(sandbox: Sandbox, fault: Fault): ShownFault {
  const { faults, clock, holds, steered } = sandbox.world
  if (faults.names().length >= MAX_FAULTS && !faults.names().includes(fault.name))
    throw new SteeringError('conflict', `there are ${MAX_FAULTS} faults already`, 'delete one')
  const bytes = bytesOfFault(fault)
  sandbox.budget.need('this fault', bytes, sandbox)
  sandbox.keep(bytes)
  steered.add('POST /_sim/faults')
  if (faults.names().includes(fault.name)) holds.release(fault.name)
  faults.add(fault, clock.nowMs)
  return presentFault(fault, 0, 0)
}

/** Takes all faults away and releases what they hold; answers with their names. */
export function clearFaults({ world: { faults, holds, steered } }: Sandbox): readonly string[] {
  steered.add('DELETE /_sim/faults')
  const removed = faults.clear()
  for (const name of removed) holds.release(name)
  return removed
}

/** Takes a fault away and releases what it holds. @throws SteeringError `not_found` */
export function removeFault({ world: { faults, holds, steered } }: Sandbox, name: string): void {
  if (!faults.remove(name)) {
    const [close] = nearest(name, faults.names())
    throw new SteeringError('not_found', `there is no fault "${name}"`, close && `did you mean "${close}"?`)
  }
  steered.add('DELETE /_sim/faults')
  holds.release(name)
}
