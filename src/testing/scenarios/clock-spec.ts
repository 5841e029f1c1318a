import { z } from 'zod'
import { type ClockStart, instantMs } from '../../kernel/clock.ts'
import { isObject } from '../../kernel/object.ts'
import type { OtherText } from '../../kernel/other-text.ts'
import { strictObject } from '../../kernel/wire.ts'

/** The instant of a clock that is frozen without one. It is fixed, so that two runs are alike. */
const DEFAULT_INSTANT = '2026-01-01T00:00:00Z'

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
const clockSetting = strictObject(() => ({
  at: instant.optional().describe('The instant, ISO 8601 with a zone.'),
  frozen: z.boolean().default(true).describe('Whether it stands still.'),
})).transform(({ at, frozen }): ClockStart => ({
  mode: frozen ? 'frozen' : 'real',
  atMs: at ?? (frozen ? instantMs(DEFAULT_INSTANT) : undefined),
}))

const forms = `real, frozen, an instant like ${DEFAULT_INSTANT}, or { at, frozen }`

export const clockSpec = z.union([clockWord, clockSetting], {
  error: ({ input }) => (isObject(input) && !Array.isArray(input) ? undefined : `is not a clock: it is ${forms}`),
})

/** A word, an instant, or `{ at, frozen }` as in a scenario. */
export type ClockSpec = 'real' | 'frozen' | OtherText | Date | { readonly at?: string; readonly frozen?: boolean }

/** The same, or mode and Unix milliseconds. */
export type ClockChoice = ClockSpec | ClockStart

/** A clock as code gives it: mode and Unix milliseconds. */
const clockStart = strictObject(() => ({ mode: z.enum(['real', 'frozen']), atMs: z.number().optional() }))

const date = z.date().transform((each) => each.toISOString())

/** A clock as a document would write it: a Date becomes ISO 8601, any other object that is not plain becomes null. */
export function writtenClock(choice: unknown): unknown {
  if (typeof choice !== 'object' || z.core.util.isPlainObject(choice)) return choice
  const { data = null } = date.safeParse(choice)
  return data
}

/** @throws RangeError for what names no clock */
export function clockChoice(choice: ClockChoice): ClockStart {
  const result = z.union([clockWord, clockStart, clockSetting]).safeParse(writtenClock(choice))
  if (result.success) return result.data
  throw new RangeError(`${JSON.stringify(choice)} is not a clock: it is ${forms}`)
}
