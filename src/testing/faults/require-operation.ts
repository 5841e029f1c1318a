import type { Operation } from '../../kernel/operation.ts'

/** The operation that a fault met. @throws Error where its refusal met a stub, a defect of the simulator */
export function requireOperation(met: Operation | undefined): Operation {
  if (met === undefined) throw new Error('a refusal of an operation met a stub')
  return met
}
