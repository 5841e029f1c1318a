import { rowId } from '../../kernel/names.ts'
import { strictObject } from '../../kernel/wire.ts'
import { collection, ownerReference } from '../collection.ts'
import { cloudConnection } from './schema.ts'

const cloudConnectionRow = strictObject(() => ({ ...cloudConnection.shape, id: rowId, user_id: rowId }))

export const cloudConnectionCollections = {
  cloud_connections: collection({
    row: cloudConnectionRow,
    references: [ownerReference('Cloud connections')],
    pact: ({ id }) => ({ cloud_connection_id: id }),
  }),
}
