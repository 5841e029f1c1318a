import { z } from 'zod'
import type { Table } from '../../kernel/table.ts'
import { strict } from '../../kernel/wire.ts'
import { groupFields } from './schema.ts'

export const endpointGroupRow = strict({ id: z.int().min(1), user_id: z.int().min(1), ...groupFields })
export type EndpointGroupRow = Readonly<z.output<typeof endpointGroupRow>>

export interface EndpointGroupTables {
  readonly endpoint_groups: Table<EndpointGroupRow>
}
