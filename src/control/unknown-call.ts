import { nearest } from '../kernel/nearest.ts'
import { calls } from './calls.ts'
import { SteeringError } from './error.ts'

const known = calls.map(({ method, path }) => ({ method, path: `/_sim${path}` }))

/** Says that there is no such control call, and which one could have been meant. */
export function unknownCall({ method, path }: { readonly method: string; readonly path: string }): SteeringError {
  const bare = path.replace(/(?<=.)\/$/, '')
  const methods = known.filter((call) => call.path === bare).map((call) => call.method)
  const [closest] = nearest(bare, new Set(known.map((call) => call.path)))
  const hint =
    methods.length > 0
      ? `${bare} takes ${methods.join(', ')}`
      : closest === undefined
        ? '/_sim/openapi.json names them all'
        : `did you mean ${closest}?`
  return new SteeringError('not_found', `there is no control call ${method} ${path}`, hint)
}
