import { z } from 'zod'
import { markAssumed } from '../../kernel/marks.ts'
import { strictObject } from '../../kernel/wire.ts'
import { rowId } from '../../kernel/names.ts'
import { collection, ownerReference } from '../collection.ts'

const cloudConnection = strictObject(() => ({
  id: z.int(),
  cloud_type: markAssumed(z.enum(['drive', 's3', 'b2', 'dropbox', 'hf'])).describe(
    'The values are those of the public API reference: the contract shows none.',
  ),
  name: z.string().describe('As the user named it.'),
})).meta({ id: 'CloudConnection' })

export const cloudConnections = z.array(cloudConnection)

const cloudConnectionRow = strictObject(() => ({ ...cloudConnection.shape, id: rowId, user_id: rowId }))

export const cloudConnectionCollections = {
  cloud_connections: collection({
    row: cloudConnectionRow,
    references: [ownerReference('Cloud connections')],
    pact: ({ id }) => ({ cloud_connection_id: id }),
  }),
}
