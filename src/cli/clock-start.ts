import { InvalidArgumentError } from 'commander'
import { clockSpec } from '../testing/scenarios/clock-spec.ts'

/** A parser for where a clock starts. */
export function clockStart(text: string) {
  const result = clockSpec.safeParse(text)
  if (result.success) return result.data
  throw new InvalidArgumentError('A clock is real, frozen, or an instant like 2026-01-01T00:00:00Z.')
}
