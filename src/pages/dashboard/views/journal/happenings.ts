import { instanceSchedule } from '../../../../marketplace/instances/status.ts'
import type { ControlLogEntry } from '../../../../sandbox/control-log.ts'
import type { World } from '../../../../sandbox/world.ts'
import { inProgress } from '../../parts/due.ts'

/** What control calls did to a world, and what came about with time since its first exchange; oldest first. */
export function happeningsIn(world: World): readonly ControlLogEntry[] {
  const { controlLog, clock, journal } = world
  const starts = journal
    .entries()
    .map(({ id, startedMs }) => ({ id, startedMs }))
    .toSorted((a, b) => a.id - b.id)
  const boots = instanceSchedule(world)
    .filter(({ atMs }) => atMs <= clock.nowMs)
    .flatMap(({ atMs, text }): readonly ControlLogEntry[] => {
      const after = starts.findLast(({ startedMs }) => startedMs < atMs)?.id
      return after === undefined ? [] : [{ text: inProgress(text), after, atMs }]
    })
  return [...controlLog.list(), ...boots].toSorted((a, b) => a.after - b.after || a.atMs - b.atMs)
}
