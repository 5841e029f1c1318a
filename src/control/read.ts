import type { Context } from 'hono'
import type { z } from 'zod'
import { BodyBrokeOffError, BodyTooLargeError, readBody } from '../http/read-body.ts'
import { hasMoreValues, isShallow, whereOf } from '../kernel/wire.ts'
import { SteeringError } from '../steering/error.ts'
import { parsed } from '../steering/parsed.ts'

/** Far beyond any call that steers, and soon read. */
export const MAX_CONTROL_BODY_BYTES = 1024 * 1024
/** Values in such a body: to check one, or to say what is wrong with it, takes much longer than to read it. */
export const MAX_CONTROL_VALUES = 50_000
/** Enough for the exported state of a large fixture: an import may take as long as its size needs. */
export const MAX_STATE_BYTES = 16 * 1024 * 1024

/** The JSON body of a control call, whatever its content type; no body reads as {}. */
async function readJson(c: Context, maxBytes: number): Promise<unknown> {
  try {
    const text = await readBody(c.req.raw, maxBytes)
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

/** A whole state: the one body that may be large. */
export const readState = (c: Context): Promise<unknown> => readJson(c, MAX_STATE_BYTES)

/** The body as a schema wants it. */
export async function readControl<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const body = await readJson(c, MAX_CONTROL_BODY_BYTES)
  if (hasMoreValues(body, MAX_CONTROL_VALUES))
    throw new SteeringError('too_large', `the body has more than ${MAX_CONTROL_VALUES} values`, LARGE)
  return parsed(schema, body)
}

const LARGE = 'rows in large numbers come by PUT /_sim/state, or in a file that the server is started with'
