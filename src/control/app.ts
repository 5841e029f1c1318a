import { type Context, Hono } from 'hono'
import type { Touches } from '../contract/touches.ts'
import { queryParameters } from '../kernel/query-parameters.ts'
import type { RulesInForce } from '../kernel/rules-in-force.ts'
import type { DocumentStore } from '../testing/fixtures/document-store.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { NoRoomError } from '../sandbox/memory.ts'
import { prefixOf } from '../sandbox/address.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { WorldConfig } from '../sandbox/world-config.ts'
import type { Env } from './env.ts'
import { type AccessControl, requireAccess } from './access.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { statuses, SteeringError } from './error.ts'
import { frontOf } from './front.ts'
import { WrittenBody } from './long-list.ts'
import type { Metrics } from '../sandbox/metrics.ts'
import { publicOrigin } from './public-origin.ts'
import { readJson } from './read.ts'
import type { Start } from './start-changes.ts'
import type { SweepView } from './shown-sweep.ts'
import { refuseUnknownCall } from './unknown-call.ts'
import { refuseUnread } from './unread.ts'

export interface ControlOptions {
  readonly documents: DocumentStore
  readonly sandboxes: Sandboxes
  readonly start: Start
  readonly access: AccessControl
  /** The path of a proxy before every other, without a slash at its end. */
  readonly basePath?: string
  readonly metrics?: Metrics | undefined
  /** Requests that use a rule, by its id. */
  readonly touches: (config: WorldConfig, inForce: RulesInForce) => Promise<Touches>
  readonly sweep?: SweepView | undefined
}

/** The control API under /_sim. */
export function createControl({ access, basePath, ...given }: ControlOptions): Hono<Env> {
  const { sandboxes } = given
  const control = new Hono<Env>().use(requireAccess(access))
  for (const call of calls) {
    control.on(call.method, call.path, async (c) => {
      const unread = refuseUnread(c, call)
      if (unread !== undefined) await unread
      const respond = async (sandbox: Sandbox): Promise<unknown> => {
        const params = c.req.param()
        const { path: publicPath } = frontOf(c, basePath)
        const base = publicOrigin(c, { access, basePath }) + prefixOf(c.req.raw)
        const input = call.takes === undefined ? undefined : await readInput(c, call, params)
        return call.respond({ ...c.env, ...given, sandbox, publicPath, base }, input, params)
      }
      const shown = await (call.changesSandbox ? change(sandboxes, c.env.sandbox, respond) : respond(c.env.sandbox))
      return shown instanceof WrittenBody ? c.body(shown.text, 200, { 'Content-Type': shown.type }) : c.json(shown)
    })
  }
  control.all('/*', refuseUnknownCall)
  control.onError((error, c) => {
    if (error instanceof SteeringError) return errorResponse(c, error)
    if (error instanceof NoRoomError) return errorResponse(c, new SteeringError('too_large', error.message))
    if (error instanceof DocumentError) return errorResponse(c, new SteeringError('invalid_args', error.message))
    throw error
  })
  return control
}

/** Runs a call that changes a sandbox, and makes the sandbox where there is none. It is kept only if the call is not refused. */
async function change<T>(sandboxes: Sandboxes, found: Sandbox, work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = sandboxes.enter(found.name)
  // The server has counted the call as under way in `found`; a sandbox that `enter` made has not counted it.
  const missing = sandbox === found ? 0 : 1
  sandbox.busy += missing
  try {
    const done = await work(sandbox)
    sandbox.use({ changes: true })
    return done
  } finally {
    sandbox.busy -= missing
    if (sandbox !== found) sandbox.changed()
  }
}

function readInput(c: Context<Env>, { method, document, check }: Call, params: Readonly<Record<string, string>>) {
  check?.(params)
  return method === 'GET' ? queryParameters(new URL(c.req.url).search) : readJson(c, document !== undefined)
}

const errorResponse = (c: Context, { error, message, hint }: SteeringError): Response =>
  c.json({ error, msg: message, ...(hint !== undefined && { hint }) }, statuses[error])
