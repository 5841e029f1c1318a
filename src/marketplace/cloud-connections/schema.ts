import { z } from 'zod'
import { markAssumed } from '../../kernel/marks.ts'
import { strictObject } from '../../kernel/wire.ts'

export const cloudConnection = strictObject(() => ({
  id: z.int(),
  cloud_type: markAssumed(z.enum(['drive', 's3', 'b2', 'dropbox', 'hf'])).describe(
    'The values are those of the public API reference: the contract shows none.',
  ),
  name: z.string().describe('As the user named it.'),
})).meta({ id: 'CloudConnection' })

export const cloudConnections = z.array(cloudConnection)
