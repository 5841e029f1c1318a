import { z } from 'zod'
import { idInPath } from '../../kernel/names.ts'
import { object, strictObject } from '../../kernel/wire.ts'

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

/** What clients send besides. */
export const furtherGroupFields = {
  min_cold_load: amount.describe('Minimum load, in units of min_load, for which cold workers are kept.'),
  endpoint_state: z.enum(['active', 'suspended', 'stopped']),
  max_queue_time: amount.describe('Longest time in the queue, in seconds.'),
  target_queue_time: amount.describe('Time in the queue that is aimed at, in seconds.'),
  inactivity_timeout: amount.describe('Seconds without requests after which no worker is kept.'),
  autoscaler_instance: z.string().max(255),
}

/** What clients say of themselves: it changes nothing. */
const sender = { client_id: z.string().optional(), endptjob_id: z.int().optional() }

/** What the service shows of a group besides. */
const shownGroupFields = {
  api_key: z.string().describe('The key with which its workers are asked; a secret.'),
  created_at: z.number().describe('Unix seconds.'),
  auto_delete_in_seconds: z.number().nullable(),
  auto_delete_due_24h: z.boolean(),
}

const someFields = object(() => z.object({ ...groupFields, ...furtherGroupFields }).partial().shape)

export const groupParams = z.object({ id: idInPath })
export const widerUpdateBody = object(() => ({ ...someFields.shape, ...sender }))
export type UpdateBody = z.infer<typeof widerUpdateBody>
export const updateBody: z.ZodType<UpdateBody> = object(() => z.object(groupFields).partial().shape).meta({
  id: 'EndpointGroupUpdate',
})

export const createBody = object(() => ({ ...someFields.shape, client_id: sender.client_id }))
export type CreateBody = z.infer<typeof createBody>

export const successResult = strictObject({ success: z.literal(true) })
export const creationResult = strictObject(() => ({ success: z.literal(true), result: z.int().describe('Its id.') }))

const shownGroup = strictObject(() => ({
  id: z.int(),
  user_id: z.int(),
  ...groupFields,
  min_cold_load: furtherGroupFields.min_cold_load.nullable(),
  endpoint_state: furtherGroupFields.endpoint_state,
  max_queue_time: furtherGroupFields.max_queue_time.nullable(),
  target_queue_time: furtherGroupFields.target_queue_time.nullable(),
  inactivity_timeout: furtherGroupFields.inactivity_timeout.nullable(),
  autoscaler_instance: furtherGroupFields.autoscaler_instance.nullable(),
  ...shownGroupFields,
})).meta({ id: 'EndpointGroup' })
export type ShownGroup = z.infer<typeof shownGroup>

export const groupList = strictObject(() => ({ success: z.literal(true), results: z.array(shownGroup) }))
