import type { Context } from 'hono'
import { isObject } from '../kernel/object.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import type { Env } from './env.ts'
import { SteeringError } from './error.ts'
import { readJson } from './read.ts'

/**
 * Refuses what a call that changes something would not read: `DELETE /_sim/faults?name=slow` would remove them all.
 * @throws SteeringError `invalid_args`
 */
export async function refuseUnread(c: Context<Env>, call: Call): Promise<void> {
  if (call.method === 'GET') return
  const [parameter] = Object.keys(c.req.query())
  if (parameter !== undefined) throw unread(call, `no query: "${parameter}"`)
  if (call.takes !== undefined || c.req.raw.body === null) return
  const body = await readJson(c, false)
  const [field] = isObject(body) ? Object.keys(body) : [String(body)]
  if (field !== undefined) throw unread(call, `no body: "${field}"`)
}

function unread({ method, path, takes }: Call, what: string): SteeringError {
  const narrower = calls.find((other) => other.method === method && other.path.startsWith(`${path}/:`))
  const hint =
    takes !== undefined
      ? 'it reads a body of JSON'
      : narrower && `there is ${method} /_sim${narrower.path.replaceAll(/:(\w+)/g, '{$1}')}`
  return new SteeringError('invalid_args', `${method} /_sim${path} reads ${what}`, hint)
}
