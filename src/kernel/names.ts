import { z } from 'zod'
import { MAX_SEED } from './invention.ts'

/** Not `.` or `..`: URLs drop these from paths. */
const SHORT_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/

export const isShortName = (text: string): boolean => SHORT_NAME.test(text)

/** What a sandbox, snapshot, fault or scenario may be called. */
export const shortName = z.string().regex(SHORT_NAME, 'is not 1 to 64 letters, digits, dots, dashes or underscores')

/** What everything invented comes from: a seed that a terminal shows as it is can be given again. */
export const seedText = z
  .string()
  .max(MAX_SEED)
  .regex(/^\P{Cc}*$/u, 'has a control character')

/** An id of a row: of at most 15 digits, so that the next one is a number of its own too. */
export const rowId = z
  .number()
  .refine((id) => Number.isInteger(id) && id >= 1 && id < 1e15, 'expected an integer from 1 to 999999999999999')
  .meta({ type: 'integer', minimum: 1, maximum: 999_999_999_999_999 })

/** An integer that a client sends. Any will do: the contract states no bound, and an id that nothing has is just unknown. */
const isWhole = z.number().refine(Number.isInteger, 'expected int, received number')
export const integer = isWhole.meta({ type: 'integer' })

/** An integer written in a path. */
export const idInPath = z.codec(z.string().regex(/^-?\d+$/, 'is not an integer'), integer, {
  decode: (digits) => Math.max(-Number.MAX_VALUE, Math.min(Number(digits), Number.MAX_VALUE)),
  encode: String,
})
