import { z } from 'zod'
import { idInPath, rowId } from '../../kernel/names.ts'
import { object, strictObject } from '../../kernel/wire.ts'
import type { Invention } from '../../kernel/invention.ts'
import { extendedCollection, ownerReference, type RowContext } from '../collection.ts'

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

/** What is left out is invented. */
const endpointGroupRow = strictObject(() => ({
  id: rowId,
  user_id: rowId,
  ...z.object({ ...groupFields, ...furtherGroupFields }).partial().shape,
  created_at: z.number().optional().describe('Unix seconds; the epoch when absent.'),
}))
type FixtureGroup = Readonly<z.output<typeof endpointGroupRow>>

export type EndpointGroupRow = FixtureGroup & Readonly<z.output<z.ZodObject<typeof groupFields>>>

const models = ['llama', 'mistral', 'whisper', 'sdxl', 'embeddings', 'reranker']

function inventGroup(invention: Invention, id: number) {
  const draw = invention.draw('endpoint_groups', id)
  return {
    endpoint_name: draw('endpoint_name', (f) => `${f.helpers.arrayElement(models)}-${id}`),
    min_load: draw('min_load', (f) => f.number.int({ max: 20 })),
    target_util: draw('target_util', (f) => f.number.float({ min: 0.5, max: 0.95, fractionDigits: 2 })),
    cold_mult: draw('cold_mult', (f) => f.number.float({ min: 1, max: 4, fractionDigits: 1 })),
    cold_workers: draw('cold_workers', (f) => f.number.int({ max: 5 })),
    max_workers: draw('max_workers', (f) => f.number.int({ min: 5, max: 40 })),
  }
}

export const endpointGroupCollections = {
  endpoint_groups: extendedCollection({
    row: endpointGroupRow,
    toStored: (row, { invention }: Pick<RowContext<unknown>, 'invention'>): EndpointGroupRow => ({
      ...inventGroup(invention, row.id),
      ...row,
    }),
    references: [ownerReference('Endpoint groups')],
    pact: ({ id }) => ({ endpoint_group_id: id }),
  }),
}
