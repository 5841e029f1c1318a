import type { z } from 'zod'
import { inWords, problems } from '../kernel/wire.ts'
import { SteeringError } from './error.ts'

/** A value as a schema wants it. @throws SteeringError `invalid_args`, with every problem */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new SteeringError('invalid_args', problems(result.error).map(inWords).join('; '))
}
