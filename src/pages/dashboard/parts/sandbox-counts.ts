import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { findingsIn } from '../../../testing/findings/findings.ts'
import type { Exchange } from '../../../testing/journal/exchange.ts'

/** What is to be known of a sandbox at a glance. */
export interface SandboxCounts {
  readonly requests: number
  readonly errors: number
  readonly held: number
  readonly findings: number
}

/** An answer with an error status, or one that never came. */
export const isError = ({ status }: Exchange): boolean => status === 0 || status >= 400

export function countsOf({ world }: Sandbox): SandboxCounts {
  const exchanges = world.journal.entries()
  return {
    requests: exchanges.length,
    errors: exchanges.filter(isError).length,
    held: world.delays.size,
    findings: findingsIn(world).length,
  }
}
