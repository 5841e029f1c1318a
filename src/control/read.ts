import { jsonMistake } from '../kernel/json-mistake.ts'
import type { Context } from 'hono'
import type { Env } from './env.ts'
import { NotUtf8Error } from '../kernel/utf8.ts'
import { BodyTooLargeError, EncodedBodyError, NoRoomForBodyError, readBody } from '../sandbox/read-body.ts'
import { MAX_DOCUMENT_DEPTH, MAX_REQUEST_VALUES, whyUnparsed } from '../kernel/json-size.ts'
import { whereOf } from '../kernel/wire.ts'
import { SteeringError } from './error.ts'

/** Far larger than any call needs, and still read quickly. */
export const MAX_CONTROL_BODY_BYTES = 1024 * 1024
/** Enough for the exported state of a large fixture. Where the memory budget is small, a quarter of it is the limit. */
export const MAX_STATE_BYTES = 16 * 1024 * 1024

/**
 * The JSON body of a control call, whatever its content type; no body reads as {}.
 * @param isState whether it is a whole state: the one body that may be large
 */
export async function readJson(c: Context<Env>, isState: boolean): Promise<unknown> {
  try {
    const { memory } = c.env.sandbox
    const maxBytes = isState ? MAX_STATE_BYTES : MAX_CONTROL_BODY_BYTES
    const text = await readBody(c.req.raw, memory.bound(maxBytes), memory)
    const why = whyUnparsed(text, isState ? Infinity : MAX_REQUEST_VALUES, MAX_DOCUMENT_DEPTH)
    if (why?.startsWith('has more') === false) throw new SteeringError('invalid_args', `the body ${why}`)
    if (why !== undefined) throw new SteeringError('too_large', `the body ${why}`, TOO_LARGE_HINT)
    return text === '' ? {} : jsonIn(text)
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof NoRoomForBodyError)
      throw new SteeringError('too_large', error.message)
    if (error instanceof EncodedBodyError) throw new SteeringError('unsupported_encoding', error.message, error.hint)
    if (error instanceof NotUtf8Error) throw new SteeringError('invalid_args', `the body ${error.message}`, error.hint)
    throw error
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SteeringError('invalid_args', `the body is not JSON${whereOf(error)}`, jsonMistake(text)?.advice)
  }
}

const TOO_LARGE_HINT = 'rows in large numbers come by PUT /_sim/state, or in a file that the server is started with'
