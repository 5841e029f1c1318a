import { z } from 'zod'
import { idInPath, strictObject } from '../../kernel/wire.ts'

const amount = z.number().min(0)

export const groupFields = {
  endpoint_name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,255}$/, 'is not 1 to 255 letters, digits, _ or -')
    .describe('Deployment endpoint name.'),
  min_load: amount.describe(
    'Minimum floor load in performance units per second: tokens per second for language models.',
  ),
  target_util: amount
    .max(1)
    .meta({ description: 'Target capacity utilization as a fraction, 1.0 at most.', 'x-sim-documented': 'maximum' }),
  cold_mult: amount.describe('Capacity target of cold instances as a multiple of the hot capacity target.'),
  cold_workers: z.int().min(0).describe('Minimum number of workers kept cold when there is no load.'),
  max_workers: z.int().min(0).describe('Maximum number of workers.'),
}

export const updateParams = z.object({ id: idInPath })
export const updateBody = z.object(groupFields).partial()
export type UpdateBody = z.infer<typeof updateBody>

export const updated = strictObject({ success: z.literal(true) })
