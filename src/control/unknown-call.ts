import type { Context } from 'hono'
import { nearest } from '../kernel/nearest.ts'
import { fitsTemplate } from '../kernel/path.ts'
import { pathOf } from './call.ts'
import { calls } from './calls.ts'
import { SteeringError } from './error.ts'

/** Refuses a request that no control call takes: 405 with `Allow` where its path has calls, else 404 with the nearest path. */
export function refuseUnknownCall(c: Context): never {
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
