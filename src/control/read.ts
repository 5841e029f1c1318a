import type { Context } from 'hono'
import type { z } from 'zod'
import { BodyBrokeOffError, BodyTooLargeError, readBody } from '../http/read-body.ts'
import { MAX_DOCUMENT_DEPTH, MAX_REQUEST_VALUES, whyTooLarge } from '../kernel/json-size.ts'
import { whereOf } from '../kernel/wire.ts'
import { SteeringError } from '../steering/error.ts'
import { parsed } from '../steering/parsed.ts'

/** Far beyond any call that steers, and soon read. */
export const MAX_CONTROL_BODY_BYTES = 1024 * 1024
/** Enough for the exported state of a large fixture: an import may take as long as its size needs. */
export const MAX_STATE_BYTES = 16 * 1024 * 1024

/** The JSON body of a control call, whatever its content type; no body reads as {}. */
async function readJson(c: Context, maxBytes: number, maxValues: number): Promise<unknown> {
  try {
    const text = await readBody(c.req.raw, maxBytes)
    const why = whyTooLarge(text, maxValues, MAX_DOCUMENT_DEPTH)
    if (why?.startsWith('nests')) throw new SteeringError('invalid_args', `the body ${why}`)
    if (why !== undefined) throw new SteeringError('too_large', `the body ${why}`, LARGE)
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return value
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new SteeringError('too_large', error.message)
    if (error instanceof BodyBrokeOffError) throw new SteeringError('invalid_args', error.message)
    if (error instanceof SyntaxError) throw new SteeringError('invalid_args', `the body is no JSON${whereOf(error)}`)
    throw error
  }
}

/** A whole state: the one body that may be large. */
export const readState = (c: Context): Promise<unknown> => readJson(c, MAX_STATE_BYTES, Infinity)

/** The body as a schema wants it. */
export async function readControl<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return parsed(schema, await readJson(c, MAX_CONTROL_BODY_BYTES, MAX_REQUEST_VALUES))
}

const LARGE = 'rows in large numbers come by PUT /_sim/state, or in a file that the server is started with'
