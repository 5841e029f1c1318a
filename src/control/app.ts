import { type Context, Hono } from 'hono'
import { queryParameters } from '../kernel/query-parameters.ts'
import { DocumentError } from '../testing/fixtures/problem.ts'
import { NoRoomError } from '../sandbox/memory.ts'
import { prefixOf } from '../sandbox/address.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { type Env, frontOf, publicOrigin, requireAccess } from './access.ts'
import { type Call, type ControlContext, pathOf, WrittenBody } from './call.ts'
import { calls } from './calls.ts'
import { statuses, SteeringError } from './error.ts'
import { jsonMistake } from '../kernel/json-mistake.ts'
import { NotUtf8Error } from '../kernel/utf8.ts'
import { BodyTooLargeError, EncodedBodyError, NoRoomForBodyError, readBody } from '../sandbox/read-body.ts'
import { MAX_DOCUMENT_DEPTH, MAX_REQUEST_VALUES, whyUnparsed } from '../kernel/json-size.ts'
import { whereOf } from '../kernel/wire.ts'
import { isObject } from '../kernel/object.ts'
import { describeUnknownHeader } from '../kernel/simulator-headers.ts'
import { nearest } from '../kernel/nearest.ts'
import { fitsTemplate } from '../kernel/path.ts'

/** The control API under /_sim. */
export function createControl(simulator: ControlContext): Hono<Env> {
  const { sandboxes, access, basePath } = simulator
  const control = new Hono<Env>().use(requireAccess(access))
  for (const call of calls) {
    control.on(call.method, call.path, async (c) => {
      const unread = refuseUnread(c, call)
      if (unread !== undefined) await unread
      const respond = async (sandbox: Sandbox): Promise<unknown> => {
        const params = c.req.param()
        const { path: publicPath } = frontOf(c, basePath)
        const base = publicOrigin(c, simulator) + prefixOf(c.req.raw)
        const input = call.takes === undefined ? undefined : await readInput(c, call, params)
        return call.respond({ ...simulator, sandbox, publicPath, base }, input, params)
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

/** Far larger than any call needs, and still read quickly. */
export const MAX_CONTROL_BODY_BYTES = 1024 * 1024
/** Enough for the exported state of a large fixture. Where the memory budget is small, a quarter of it is the limit. */
export const MAX_STATE_BYTES = 16 * 1024 * 1024

/**
 * The JSON body of a control call, whatever its content type; no body reads as {}.
 * @param isState whether it is a whole state: the one body that may be large
 */
async function readJson(c: Context<Env>, isState: boolean): Promise<unknown> {
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

/**
 * Refuses what a call would not read: a misspelt `X-Sim-Sandbox` would steer another sandbox, and of calls that change
 * something `DELETE /_sim/faults?name=slow` would remove them all.
 * @returns a promise where a body has to be looked at first
 * @throws SteeringError `invalid_args`
 */
function refuseUnread(c: Context<Env>, call: Call): Promise<void> | undefined {
  const header = describeUnknownHeader([...c.req.raw.headers].flat())
  if (header !== undefined) throw new SteeringError('invalid_args', header)
  if (call.method === 'GET') return undefined
  if (Object.keys(c.req.query()).length > 0) throw unread(call, 'query')
  return call.takes !== undefined || c.req.raw.body === null ? undefined : refuseBody(c, call)
}

async function refuseBody(c: Context<Env>, call: Call): Promise<void> {
  const body = await readJson(c, false)
  if (!isObject(body) || Object.keys(body).length > 0) throw unread(call, 'body')
}

function unread(call: Call, what: 'query' | 'body'): SteeringError {
  const { method, path, takes } = call
  const narrower = calls.find((other) => other.method === method && other.path.startsWith(`${path}/:`))
  const hint = takes !== undefined ? 'it reads a body of JSON' : narrower && `there is ${method} ${pathOf(narrower)}`
  return new SteeringError('invalid_args', `${method} ${pathOf(call)} reads no ${what}`, hint)
}

/** Refuses a request that no control call takes: 405 with `Allow` where its path has calls, else 404 with the nearest path. */
function refuseUnknownCall(c: Context): never {
  const { method, path } = c.req
  const message = `there is no control call ${method} ${path}`
  const bare = path.replace(/(?<=.)\/$/, '')
  const methods = calls.filter((call) => fitsTemplate(bare, pathOf(call))).map((call) => call.method)
  if (methods.length > 0) {
    const hint = `${bare} takes ${methods.join(', ')}`
    if (path !== bare) throw new SteeringError('not_found', message, hint)
    c.header('Allow', methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each)).join(', '))
    throw new SteeringError('method_not_allowed', message, hint)
  }
  const [closest] = nearest(bare, new Set(calls.map(pathOf)))
  throw new SteeringError(
    'not_found',
    message,
    closest === undefined ? '/_sim/openapi.json names them all' : `did you mean ${closest}?`,
  )
}
