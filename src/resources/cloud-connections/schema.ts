import { z } from 'zod'
import { assumedPart, strict } from '../../kernel/wire.ts'

export const cloudConnection = strict({
  id: z.int(),
  cloud_type: assumedPart(z.enum(['drive', 's3', 'b2', 'dropbox', 'hf'])),
  name: z.string(),
})

export const cloudConnections = z.array(cloudConnection)
