import { z } from 'zod'
import { rowId, strictObject } from '../../kernel/wire.ts'
import { collection, owned } from '../collection.ts'
import { furtherGroupFields, groupFields } from './schema.ts'

const endpointGroupRow = strictObject(() => ({
  id: rowId,
  user_id: rowId,
  ...groupFields,
  ...z.object(furtherGroupFields).partial().shape,
}))
export type EndpointGroupRow = Readonly<z.output<typeof endpointGroupRow>>

export const endpointGroupCollections = {
  endpoint_groups: collection({
    row: endpointGroupRow,
    references: [owned('Endpoint groups')],
    pact: ({ id }) => ({ endpoint_group_id: id }),
  }),
}
