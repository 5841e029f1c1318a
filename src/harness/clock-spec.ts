import { z } from 'zod'
import { type ClockStart, instantMs } from '../kernel/clock.ts'
import { strict } from '../kernel/wire.ts'

/** Where a clock stands that is frozen without an instant: fixed, so that two runs are alike. */
export const DEFAULT_INSTANT = '2026-01-01T00:00:00Z'

/** ISO 8601 with a zone, as Unix milliseconds. */
export const instant = z.iso
  .datetime({ offset: true, error: 'is not an instant like 2026-01-01T00:00:00Z' })
  .transform(instantMs)

/** `real`, `frozen`, or an instant at which to freeze. */
const clockWord = z.union([
  z.literal('real').transform((): ClockStart => ({ mode: 'real' })),
  z.literal('frozen').transform((): ClockStart => ({ mode: 'frozen', atMs: instantMs(DEFAULT_INSTANT) })),
  instant.transform((atMs): ClockStart => ({ mode: 'frozen', atMs })),
])

/** `{at, frozen}` as in a scenario. */
export const clockSetting = strict({ at: instant.optional(), frozen: z.boolean().default(true) }).transform(
  ({ at, frozen }): ClockStart => ({
    mode: frozen ? 'frozen' : 'real',
    atMs: at ?? (frozen ? instantMs(DEFAULT_INSTANT) : undefined),
  }),
)

export const clockSpec = z.union([clockWord, clockSetting])

/** A word or an instant, `{ at, frozen }` as in a scenario, or mode and Unix milliseconds. */
export type ClockChoice = string | ClockStart | { readonly at?: string; readonly frozen?: boolean }

/** A clock as code gives it: mode and Unix milliseconds. */
const clockStart = strict({ mode: z.enum(['real', 'frozen']), atMs: z.number().optional() })

/** @throws RangeError for what names no clock */
export function clockChoice(choice: ClockChoice): ClockStart {
  const result = z.union([clockWord, clockStart, clockSetting]).safeParse(choice)
  if (result.success) return result.data
  throw new RangeError(
    `${JSON.stringify(choice)} is no clock: it is real, frozen, an instant like ${DEFAULT_INSTANT}, { at, frozen }, or { mode, atMs }`,
  )
}
