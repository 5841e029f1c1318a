import { z } from 'zod'
import { didYouMean } from '../kernel/nearest.ts'
import { operations } from './routes.ts'

const operationIds = operations.map(({ id }) => id)
const known = new Set(operationIds)

/** The id of an operation that there is. */
export const operationId = z
  .string()
  .refine((id) => known.has(id), {
    error: ({ input }) => {
      const near = didYouMean(String(input), known)
      return `there is no operation "${String(input)}"${near === '' ? `; there are ${operationIds.join(', ')}` : near}`
    },
  })
  .meta({ enum: operationIds })
