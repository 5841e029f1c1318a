import { z } from 'zod'
import { rowId } from '../../../kernel/names.ts'
import { strictObject } from '../../../kernel/wire.ts'
import { collection, ownerReference } from '../../collection.ts'
import { workerFields } from './schema.ts'

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
