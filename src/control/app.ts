import { Hono } from 'hono'
import type { Catalogue } from '../harness/catalogue.ts'
import { DocumentError } from '../harness/fixtures/problem.ts'
import { NoRoomError } from '../harness/memory-budget.ts'
import type { Sandboxes } from '../sandboxes.ts'
import type { Env } from '../http/env.ts'
import { access, type Doorkeeper } from './access.ts'
import { bundleControl } from './bundle.ts'
import { clockControl } from './clock.ts'
import { coverageControl } from './coverage.ts'
import { SteeringError } from '../steering/error.ts'
import { answerControlError } from './errors.ts'
import { faultControl } from './faults.ts'
import { controlOpenApi } from './openapi.ts'
import { pactControl } from './pact.ts'
import { requestControl } from './requests.ts'
import { resetControl } from './reset.ts'
import { sandboxControl } from './sandboxes.ts'
import { scenarioControl } from './scenario.ts'
import { snapshotControl } from './snapshots.ts'
import { stateControl } from './state.ts'
import { unknownCall } from './unknown-call.ts'

export interface ControlOptions {
  readonly version: string
  readonly catalogue: Catalogue
  readonly sandboxes: Sandboxes
  /** Who may come near the controls. */
  readonly door: Doorkeeper
}

/** The control API under /_sim: what tests steer with. */
export function createControl({ version, catalogue, sandboxes, door }: ControlOptions): Hono<Env> {
  const control = new Hono<Env>()
    .use(access(door))
    .get('/health', (c) => c.json({ status: 'ok', version, sandboxes: sandboxes.size }))
    .get('/openapi.json', (c) => c.json(controlOpenApi(version)))
    .route('/', clockControl)
    .route('/', stateControl)
    .route('/', resetControl(catalogue))
    .route('/', snapshotControl)
    .route('/', requestControl)
    .route('/', coverageControl(sandboxes))
    .route('/', faultControl)
    .route('/', bundleControl(version))
    .route('/', scenarioControl(catalogue))
    .route('/', pactControl(catalogue))
    .route('/', sandboxControl(sandboxes))
    .all('/*', (c) => {
      throw unknownCall(
        c.req,
        control.routes.map(({ method, path }) => ({ method, path: `/_sim${path}` })),
      )
    })
  control.onError((error, c) => {
    if (error instanceof SteeringError) return answerControlError(c, error)
    if (error instanceof NoRoomError) return answerControlError(c, new SteeringError('too_large', error.message))
    if (error instanceof DocumentError) return answerControlError(c, new SteeringError('invalid_args', error.message))
    throw error
  })
  return control
}
