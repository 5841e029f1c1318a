import { z } from 'zod'
import type { Table } from '../../kernel/table.ts'
import { rowId, strict } from '../../kernel/wire.ts'
import { cloudConnection } from './schema.ts'

export const cloudConnectionRow = strict({ ...cloudConnection.shape, id: rowId, user_id: rowId })
export type CloudConnectionRow = Readonly<z.output<typeof cloudConnectionRow>>

export interface CloudConnectionTables {
  readonly cloud_connections: Table<CloudConnectionRow>
}
