import { Hono } from 'hono'
import type { ControlOptions } from '../control/app.ts'
import { addressOf } from '../http/address.ts'
import type { Env } from '../http/env.ts'

/** The reference page under /docs. */
export function reference(_options: ControlOptions): Hono<Env> {
  return new Hono<Env>({ getPath: (request) => addressOf(request).path }).basePath('/docs')
}
