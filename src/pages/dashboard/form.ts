import type { Context } from 'hono'
import type { Env } from '../../control/env.ts'
import { BodyBrokeOffError, BodyTooLargeError, NoRoomForBodyError, readBody } from '../../sandbox/read-body.ts'

/** A token and a path: a form of this page has no more. Anybody may send one, so little of it is read. */
export const MAX_FORM_BYTES = 8 * 1024

/** A form as a page sends it, or the response for what is none. */
export async function readForm(c: Context<Env>): Promise<URLSearchParams | Response> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    return c.text('the body is no application/x-www-form-urlencoded form', 400)
  try {
    return new URLSearchParams(await readBody(c.req.raw, MAX_FORM_BYTES, c.env.sandbox.budget))
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof NoRoomForBodyError) return c.text(error.message, 413)
    if (error instanceof BodyBrokeOffError) return c.text(error.message, 400)
    throw error
  }
}
