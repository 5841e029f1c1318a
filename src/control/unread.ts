import type { Context } from 'hono'
import { isObject } from '../kernel/object.ts'
import { describeUnknownHeader } from '../kernel/simulator-headers.ts'
import { type Call, pathOf } from './call.ts'
import { calls } from './calls.ts'
import type { Env } from './env.ts'
import { SteeringError } from './error.ts'
import { readJson } from './read.ts'

/**
 * Refuses what a call would not read: a misspelt `X-Sim-Sandbox` would steer another sandbox, and of calls that change
 * something `DELETE /_sim/faults?name=slow` would remove them all.
 * @returns a promise where a body has to be looked at first
 * @throws SteeringError `invalid_args`
 */
export function refuseUnread(c: Context<Env>, call: Call): Promise<void> | undefined {
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
