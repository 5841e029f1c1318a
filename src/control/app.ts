import { type Context, Hono } from 'hono'
import type { Catalogue } from '../testing/fixtures/catalogue.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { NoRoomError } from '../sandbox/memory-budget.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Env } from './env.ts'
import { access, type Doorkeeper } from './access.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { statuses, SteeringError } from './error.ts'
import { JsonText } from './in-turns.ts'
import { readJson } from './read.ts'
import { unknownCall } from './unknown-call.ts'

export interface ControlOptions {
  readonly catalogue: Catalogue
  readonly sandboxes: Sandboxes
  /** Who may come near the controls. */
  readonly door: Doorkeeper
}

/** The control API under /_sim: what tests steer with. */
export function createControl({ catalogue, sandboxes, door }: ControlOptions): Hono<Env> {
  const control = new Hono<Env>().use(access(door))
  for (const call of calls) {
    control.on(call.method, call.path, async (c) => {
      const respond = async (sandbox: Sandbox): Promise<unknown> => {
        const params = c.req.param()
        const taken = call.takes === undefined ? undefined : await readTaken(c, call, params)
        return call.respond({ sandbox, sandboxes, catalogue, runTotals: c.env.runTotals }, taken, params)
      }
      const shown = await (call.changesSandbox ? change(sandboxes, c.env.sandbox, respond) : respond(c.env.sandbox))
      return shown instanceof JsonText ? c.body(shown.text, 200, { 'Content-Type': 'application/json' }) : c.json(shown)
    })
  }
  control.all('/*', (c) => {
    throw unknownCall(c.req)
  })
  control.onError((error, c) => {
    if (error instanceof SteeringError) return answerError(c, error)
    if (error instanceof NoRoomError) return answerError(c, new SteeringError('too_large', error.message))
    if (error instanceof DocumentError) return answerError(c, new SteeringError('invalid_args', error.message))
    throw error
  })
  return control
}

/** Makes the sandbox where there is none; it counts among those of the server once the call is not refused. */
async function change<T>(sandboxes: Sandboxes, found: Sandbox, work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = sandboxes.enter(found.name)
  // A call is counted as under way in the sandbox that was found.
  const uncounted = sandbox === found ? 0 : 1
  sandbox.busy += uncounted
  try {
    const done = await work(sandbox)
    sandbox.use({ changes: true })
    return done
  } finally {
    sandbox.busy -= uncounted
    if (sandbox !== found) sandbox.changed()
  }
}

function readTaken(c: Context<Env>, { method, document, check }: Call, params: Readonly<Record<string, string>>) {
  check?.(params)
  return method === 'GET' ? c.req.query() : readJson(c, document !== undefined)
}

const answerError = (c: Context, { error, message, hint }: SteeringError): Response =>
  c.json({ error, msg: message, ...(hint !== undefined && { hint }) }, statuses[error])
