import { nearest } from '../kernel/nearest.ts'
import { SteeringError } from '../steering/error.ts'

interface Call {
  readonly method: string
  readonly path: string
}

/** Says that there is no such control call, and which one could have been meant. */
export function unknownCall({ method, path }: Call, calls: readonly Call[]): SteeringError {
  const known = calls.filter((call) => call.method !== 'ALL' && !call.path.includes('*'))
  const bare = path.replace(/(?<=.)\/$/, '')
  const methods = new Set(known.filter((call) => call.path === bare).map((call) => call.method))
  const [closest] = nearest(bare, new Set(known.map((call) => call.path)))
  const hint =
    methods.size > 0
      ? `${bare} takes ${[...methods].join(', ')}`
      : closest === undefined
        ? '/_sim/openapi.json names them all'
        : `did you mean ${closest}?`
  return new SteeringError('not_found', `there is no control call ${method} ${path}`, hint)
}
