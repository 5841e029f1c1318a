import { Hono } from 'hono'
import type { Catalogue } from '../harness/catalogue.ts'
import { DocumentError } from '../harness/fixtures/problem.ts'
import type { Env } from '../http/env.ts'
import { clockControl } from './clock.ts'
import { answerControlError, ControlError } from './errors.ts'
import { resetControl } from './reset.ts'
import { stateControl } from './state.ts'

export interface ControlOptions {
  readonly version: string
  readonly catalogue: Catalogue
  readonly sandboxCount: () => number
}

/** The control API under /_sim: what tests steer with. */
export function createControl({ version, catalogue, sandboxCount }: ControlOptions): Hono<Env> {
  const control = new Hono<Env>()
    .get('/health', (c) => c.json({ status: 'ok', version, sandboxes: sandboxCount() }))
    .route('/', clockControl)
    .route('/', stateControl)
    .route('/', resetControl(catalogue))
    .all('/*', (c) => {
      throw new ControlError('not_found', `there is no control call ${c.req.method} ${c.req.path}`)
    })
  control.onError((error, c) => {
    if (error instanceof ControlError) return answerControlError(c, error)
    if (error instanceof DocumentError) return answerControlError(c, new ControlError('invalid_args', error.message))
    throw error
  })
  return control
}
