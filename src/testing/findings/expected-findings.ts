import { z } from 'zod'
import { didYouMean } from '../../kernel/nearest.ts'
import { type InputOf, strictObject } from '../../kernel/wire.ts'
import { operationId } from '../../marketplace/operation-id.ts'
import { type Finding, findingKinds } from './finding.ts'

const MAX_EXPECTED = 200

const kind = z.enum(findingKinds, {
  error: ({ input }) =>
    typeof input === 'string' ? `there is no kind of findings "${input}"${didYouMean(input, findingKinds)}` : undefined,
})

const expectation = strictObject({ kind, operation: operationId.optional() })
type Expectation = z.output<typeof expectation>

/** A kind of findings that a test provokes on purpose; or that kind at one operation alone. */
export type ExpectedFinding = InputOf<typeof expectedFindings>[number]

/** An expected finding, and how often it was seen so far. */
export const shownExpectation = expectation.extend({ times: z.int() })
export type ShownExpectation = InputOf<typeof shownExpectation>

/** The findings that a test provokes on purpose, as it writes them. */
export const expectedFindings = z
  .array(z.union([kind.transform((each): Expectation => ({ kind: each })), expectation]))
  .max(MAX_EXPECTED)

/** What a test expects of the clients of one world. It may say so before or after they do it. */
export class ExpectedFindings {
  #list: readonly Expectation[]

  constructor(list: readonly Expectation[] = []) {
    this.#list = list
  }

  set(list: readonly Expectation[]): void {
    this.#list = list
  }

  covers(finding: Pick<Finding, 'kind' | 'operation'>): boolean {
    return this.#list.some((each) => isOf(finding, each))
  }

  show(findings: readonly Finding[]): readonly ShownExpectation[] {
    return this.#list.map((each) => ({
      ...each,
      times: findings.reduce((sum, finding) => (isOf(finding, each) ? sum + finding.times : sum), 0),
    }))
  }

  fork(): ExpectedFindings {
    return new ExpectedFindings(this.#list)
  }
}

const isOf = (finding: Pick<Finding, 'kind' | 'operation'>, { kind, operation }: Expectation): boolean =>
  finding.kind === kind && (operation === undefined || finding.operation === operation)
