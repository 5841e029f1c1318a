import { nearest } from '../kernel/nearest.ts'
import type { Sandbox } from '../sandbox.ts'
import { SteeringError } from './error.ts'

export const MAX_SNAPSHOTS = 100

/** Keeps this moment under a name. @throws SteeringError `conflict` when there are too many */
export function takeSnapshot(sandbox: Sandbox, name: string): void {
  if (sandbox.snapshots.length >= MAX_SNAPSHOTS && !sandbox.snapshots.includes(name)) {
    throw new SteeringError('conflict', `there are ${MAX_SNAPSHOTS} snapshots already`, 'delete one')
  }
  sandbox.snapshot(name)
}

/** @throws SteeringError `not_found` */
export function restoreSnapshot(sandbox: Sandbox, name: string): void {
  if (!sandbox.restore(name)) throw unknownSnapshot(sandbox, name)
}

/** @throws SteeringError `not_found` */
export function deleteSnapshot(sandbox: Sandbox, name: string): void {
  if (!sandbox.deleteSnapshot(name)) throw unknownSnapshot(sandbox, name)
}

function unknownSnapshot({ snapshots }: Sandbox, name: string): SteeringError {
  const [close] = nearest(name, snapshots)
  return new SteeringError('not_found', `there is no snapshot "${name}"`, close && `did you mean "${close}"?`)
}
