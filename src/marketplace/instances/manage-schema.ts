import { z } from 'zod'
import { idInPath } from '../../kernel/names.ts'
import { object, strictObject } from '../../kernel/wire.ts'
import { instance } from './schema.ts'

export const instanceParams = z.object({ id: idInPath })

/** Whose instances: one's own. */
export const ownerQuery = object(() => ({
  owner: z.literal('me').optional().describe('Always one’s own.'),
}))

export const instanceShown = strictObject({ instances: instance.nullable() })

export const changeBody = object(() => ({
  state: z.enum(['running', 'stopped']).optional().describe('Starts or stops the instance.'),
  label: z.string().max(256).optional().describe('A name for the instance.'),
}))
export type ChangeBody = z.infer<typeof changeBody>

export const changeResult = strictObject({ success: z.literal(true) })
