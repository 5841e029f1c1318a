import { z } from 'zod'
import type { Table } from '../../kernel/table.ts'
import { strict } from '../../kernel/wire.ts'
import { cloudConnection } from './schema.ts'

export const cloudConnectionRow = strict({ ...cloudConnection.shape, id: z.int().min(1), user_id: z.int().min(1) })
export type CloudConnectionRow = Readonly<z.output<typeof cloudConnectionRow>>

export interface CloudConnectionTables {
  readonly cloud_connections: Table<CloudConnectionRow>
}
