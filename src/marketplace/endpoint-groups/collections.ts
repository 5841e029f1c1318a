import { z } from 'zod'
import type { Invention } from '../../kernel/invention.ts'
import { rowId } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { extendedCollection, ownerReference, type RowContext } from '../collection.ts'
import { furtherGroupFields, groupFields } from './schema.ts'

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
