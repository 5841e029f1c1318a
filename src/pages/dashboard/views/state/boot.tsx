import { durationMs, progress } from '../../../../kernel/progression.ts'
import { bootAgeMs, isBooting } from '../../../../marketplace/instances/status.ts'
import type { World } from '../../../../sandbox/world.ts'

/** How far an instance has booted; nothing for one that runs or was stopped. */
export const Boot = ({ world: { tables, clock }, id }: { readonly world: World; readonly id: number }) => {
  const row = tables.instances.get(id)
  if (row?.boot === undefined) return null
  const { boot, reads = 0 } = row
  const ageMs = bootAgeMs(row, clock.nowMs)
  if (!isBooting(row, ageMs)) return null
  const text =
    boot.mode === 'after'
      ? `${Math.floor(ageMs / 1000)} of ${Math.ceil(durationMs(boot) / 1000)} s`
      : boot.mode === 'reads'
        ? `${reads} of ${boot.n} reads`
        : `boot: ${boot.mode}`
  return (
    <span class="boot">
      <progress max={1} value={progress(boot, ageMs, reads)} aria-label={`Boot of instance ${id}`} /> {text}
    </span>
  )
}
