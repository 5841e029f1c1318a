import { z } from 'zod'
import type { Table } from '../../kernel/table.ts'
import { rowId, strict } from '../../kernel/wire.ts'
import { groupFields } from './schema.ts'

export const endpointGroupRow = strict({ id: rowId, user_id: rowId, ...groupFields })
export type EndpointGroupRow = Readonly<z.output<typeof endpointGroupRow>>

export interface EndpointGroupTables {
  readonly endpoint_groups: Table<EndpointGroupRow>
}
