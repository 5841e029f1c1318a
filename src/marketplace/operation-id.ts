import { z } from 'zod'
import { didYouMean } from '../kernel/nearest.ts'
import { operations } from './routes.ts'

const known = new Set(operations.map(({ id }) => id))

/** The id of an operation that there is. */
export const operationId = z.string().refine((id) => known.has(id), {
  error: ({ input }) => `there is no operation "${String(input)}"${didYouMean(String(input), known)}`,
})
