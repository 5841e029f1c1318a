import { z } from 'zod'
import { idInPath, integer, rowId } from '../../../kernel/names.ts'
import { object, strictObject } from '../../../kernel/wire.ts'
import { collection, ownerReference } from '../../collection.ts'

const amount = z.number().min(0)
/** The longest text of a worker group, in characters. */
const MAX_WORKER_TEXT_CHARACTERS = 8192
const text = z.string().max(MAX_WORKER_TEXT_CHARACTERS)

/** What a client sets, and a fixture may have. */
const workerFields = {
  template_hash: text.describe('The hash_id of the template of its workers.'),
  template_id: integer.describe('The id of the template of its workers.'),
  search_params: text.describe('Filters of offers, as one text.'),
  launch_args: text.describe('Arguments of the creation of a worker, as one text.'),
  gpu_ram: amount.describe('GB of GPU memory that a worker needs.'),
  min_load: amount.describe('Least load, in units of the load of the endpoint.'),
  target_util: amount.describe('Target utilization as a fraction.'),
  cold_mult: amount.describe('Cold capacity as a multiple of the hot one.'),
  cold_workers: z.int().min(0).describe('Workers kept cold.'),
  max_workers: z.int().min(0).describe('Most workers.'),
  test_workers: z.int().min(0).describe('Workers that are started to measure.'),
}

const someFields = object(() => z.object(workerFields).partial().shape)

export const workerParams = z.object({ id: idInPath })

const ofEndpoint = {
  endpoint_name: z.string().max(255).optional().describe('The endpoint group that it belongs to, by its name.'),
  endpoint_id: integer.optional().describe('The endpoint group that it belongs to, by its id.'),
}

export const workerBody = object(() => ({
  ...someFields.shape,
  ...ofEndpoint,
  client_id: z.string().max(255).optional(),
  autojob_id: integer.optional(),
}))
export type WorkerBody = z.output<typeof workerBody>

const shownWorkers = strictObject(() => ({
  id: z.int(),
  user_id: z.int(),
  endpoint_id: z.int(),
  endpoint_name: z.string(),
  template_hash: workerFields.template_hash.nullable(),
  template_id: workerFields.template_id.nullable(),
  search_params: workerFields.search_params.nullable(),
  search_query: workerFields.search_params.nullable(),
  launch_args: workerFields.launch_args.nullable(),
  gpu_ram: workerFields.gpu_ram.nullable(),
  min_load: workerFields.min_load,
  target_util: workerFields.target_util,
  cold_mult: workerFields.cold_mult,
  cold_workers: workerFields.cold_workers,
  max_workers: workerFields.max_workers,
  test_workers: workerFields.test_workers,
  created_at: z.number().describe('Unix seconds.'),
})).meta({ id: 'WorkerGroup' })
export type ShownWorkers = z.infer<typeof shownWorkers>

export const workerList = strictObject(() => ({ success: z.literal(true), results: z.array(shownWorkers) })).meta({
  id: 'WorkerGroupList',
})
export const workerDone = strictObject(() => ({ success: z.literal(true), id: z.int() })).meta({
  id: 'WorkerGroupResult',
})
export const workerDeleted = strictObject(() => ({
  success: z.literal(true),
  id: z.int(),
  deleted_workers: z.array(z.int()),
  failed_workers: z.array(z.int()),
  msg: z.string(),
})).meta({ id: 'WorkerGroupDeletionResult' })

const workerGroupRow = strictObject(() => ({
  id: rowId,
  user_id: rowId,
  endpoint_id: rowId.describe('The endpoint group that it belongs to.'),
  created_at: z.number().min(0).optional().describe('Unix seconds; the start of the world when absent.'),
  ...z.object(workerFields).partial().shape,
}))
export type WorkerGroupRow = Readonly<z.output<typeof workerGroupRow>>

export const workerGroupCollections = {
  worker_groups: collection({
    row: workerGroupRow,
    references: [
      ownerReference('Worker groups'),
      { field: 'endpoint_id', to: 'endpoint_groups', label: 'Endpoint group', back: 'Worker groups' },
    ],
    pact: ({ id }) => ({ worker_group_id: id }),
  }),
}
