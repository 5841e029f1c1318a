import { fitsTemplate } from '../kernel/path.ts'
import type { Availability, Operation } from '../kernel/operation.ts'
import { operations } from '../marketplace/routes.ts'

interface Found {
  readonly operation: Operation
  /** The choice that says whether it is served, where the contract does not name it. */
  readonly availability?: Availability
  readonly lacksSlash: boolean
}

/** The operation that a request is for, those too that the contract does not name. */
export function operationFor({ method, path }: { readonly method: string; readonly path: string }): Found | undefined {
  const found = operations.flatMap((operation) =>
    [{ path: operation.path, availability: operation.availability }, ...(operation.otherPaths ?? [])].flatMap((at) =>
      operation.method === method && fitsTemplate(path, at.path) ? [{ operation, ...at }] : [],
    ),
  )
  // A path that is spelled out comes before one with parameters.
  const best = found.find((each) => !each.path.includes('{')) ?? found[0]
  return best && { operation: best.operation, availability: best.availability, lacksSlash: !path.endsWith('/') }
}
