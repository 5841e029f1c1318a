import type { Context } from 'hono'
import type { z } from 'zod'
import { BodyBrokeOffError, BodyTooLargeError, readBody } from '../http/read-body.ts'
import { isShallow, whereOf } from '../kernel/wire.ts'
import { SteeringError } from '../steering/error.ts'
import { parsed } from '../steering/parsed.ts'

/** Enough for the exported state of a large fixture. */
const MAX_CONTROL_BODY_BYTES = 64 * 1024 * 1024

/** The JSON body of a control call, whatever its content type; no body reads as {}. */
export async function readControlBody(c: Context): Promise<unknown> {
  try {
    const text = await readBody(c.req.raw, MAX_CONTROL_BODY_BYTES)
    const value: unknown = text === '' ? {} : JSON.parse(text)
    if (!isShallow(value)) throw new SteeringError('invalid_args', 'the body nests too deep')
    return value
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new SteeringError('too_large', error.message)
    if (error instanceof BodyBrokeOffError) throw new SteeringError('invalid_args', error.message)
    if (error instanceof SyntaxError) throw new SteeringError('invalid_args', `the body is no JSON${whereOf(error)}`)
    throw error
  }
}

/** The body as a schema wants it. */
export async function readControl<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return parsed(schema, await readControlBody(c))
}
