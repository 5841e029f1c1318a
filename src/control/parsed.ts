import type { z } from 'zod'
import { check, type Problem, problemsLine } from '../kernel/wire.ts'
import { withExample } from '../testing/examples-by-name.ts'
import { SteeringError } from './error.ts'

/** In a call `params` are values, in a scenario declarations. */
const withExampleOfCall = ({ path, message }: Problem): string =>
  path.join('.') === 'params' && message.startsWith('expected ')
    ? `${message.split(';')[0]}; for example {"seconds":5}`
    : withExample(path, message)

/** A value as a schema wants it. @throws SteeringError `invalid_args`, with every problem */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, problems } = check(schema, value)
  if (data !== undefined) return data
  throw new SteeringError(
    'invalid_args',
    problemsLine(problems.map((each) => ({ ...each, message: withExampleOfCall(each) }))),
  )
}
