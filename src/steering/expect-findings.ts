import type { expectedFindings, ShownExpectation } from '../harness/expected-findings.ts'
import { findingsIn } from '../harness/findings.ts'
import type { Sandbox } from '../sandbox.ts'
import type { z } from 'zod'

/** The findings that are provoked on purpose in this world, in place of those named before. */
export function expectFindings(sandbox: Sandbox, list: z.output<typeof expectedFindings>): readonly ShownExpectation[] {
  sandbox.world.findings.expected.set(list)
  return expectedIn(sandbox)
}

/** What is expected, and how often it was seen. */
export const expectedIn = ({ world }: Sandbox): readonly ShownExpectation[] =>
  world.findings.expected.show(findingsIn(world))
