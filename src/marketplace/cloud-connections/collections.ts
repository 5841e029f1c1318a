import { rowId, strict } from '../../kernel/wire.ts'
import { collection, owned, type TablesOf } from '../collection.ts'
import { cloudConnection } from './schema.ts'

const cloudConnectionRow = strict({ ...cloudConnection.shape, id: rowId, user_id: rowId })

export const cloudConnectionCollections = {
  cloud_connections: collection({
    row: cloudConnectionRow,
    references: [owned('Cloud connections')],
    pact: ({ id }) => ({ cloud_connection_id: id }),
  }),
}
export type CloudConnectionTables = TablesOf<typeof cloudConnectionCollections>
