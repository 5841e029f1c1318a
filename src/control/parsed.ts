import type { z } from 'zod'
import { check, problemsLine } from '../kernel/wire.ts'
import { withExample } from '../testing/examples-by-name.ts'
import { SteeringError } from './error.ts'

/** A value as a schema wants it. @throws SteeringError `invalid_args`, with every problem */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, problems } = check(schema, value)
  if (data !== undefined) return data
  throw new SteeringError(
    'invalid_args',
    problemsLine(problems.map((each) => ({ ...each, message: withExample(each.path, each.message) }))),
  )
}
