import type { Context } from 'hono'
import type { Env } from '../../control/env.ts'
import { NotUtf8Error } from '../../kernel/utf8.ts'
import { BodyTooLargeError, EncodedBodyError, NoRoomForBodyError, readBody } from '../../sandbox/read-body.ts'

/** Enough for the sign-in form: a token and a path. It is small because the form is read before the token is checked. */
const MAX_FORM_BYTES = 8 * 1024

/** The fields of a form, or the response that refuses it. */
export async function readForm(c: Context<Env>): Promise<URLSearchParams | Response> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    return c.text('the body is not an application/x-www-form-urlencoded form', 400)
  try {
    return new URLSearchParams(await readBody(c.req.raw, MAX_FORM_BYTES, c.env.sandbox.memory))
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof NoRoomForBodyError) return c.text(error.message, 413)
    if (error instanceof EncodedBodyError) return c.text(error.message, 415)
    if (error instanceof NotUtf8Error) return c.text(`the body ${error.message}`, 400)
    throw error
  }
}
