import { z } from 'zod'
import { object, strictObject } from '../../../kernel/wire.ts'

/** The longest name of an environment variable, in characters. */
const MAX_VARIABLE_NAME_CHARACTERS = 256

const name = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is no name of a variable')
  .max(MAX_VARIABLE_NAME_CHARACTERS)
  .describe('The name of the environment variable.')

export const secretBody = object(() => ({
  key: name,
  value: z.string().describe('Secret: it is not kept, and never shown.'),
}))
export const namedBody = object(() => ({ key: name }))

export const secretList = strictObject(() => ({
  success: z.literal(true),
  secrets: z.record(z.string(), z.string()).describe('Masked values by names.'),
})).meta({ id: 'SecretList' })
export const secretDone = strictObject(() => ({ success: z.literal(true), msg: z.string() })).meta({
  id: 'SecretDone',
})
