import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { Steps } from '../../kernel/steps.ts'
import { rewrite } from '../../testing/faults/rewrite.ts'
import { answerSteps } from '../../testing/faults/rewrite-steps.ts'
import { Candidate } from '../../testing/journal/match.ts'
import { shallowJson } from '../../testing/journal/redact.ts'
import type { Trial } from '../../testing/trial/trial.ts'
import type { Fact } from '../fact.ts'

/** Whether an effect would change this call, or its answer; also where that is unknown, as of a body that is cut off. */
export function wouldChange({ answer, request }: Trial['effect'], call: Fact): boolean {
  const steps = answer ?? request
  if (steps === undefined) return true
  const candidate = new Candidate(call, new Steps(Number.POSITIVE_INFINITY))
  const [document, textOf] =
    answer === undefined ? [requestOf(candidate), textWithoutNothing] : [shallowJson(call.responseBody), JSON.stringify]
  if (document === undefined) return true
  const before = textOf(document)
  const rewritten = rewrite(document, readSteps(steps), candidate)
  return rewritten === undefined || rewritten.status !== undefined || textOf(rewritten.document) !== before
}

/** What the operation is given; undefined where the body is cut off. */
function requestOf({ query, body, request: { requestBody } }: Candidate) {
  if (requestBody === '') return { query: { ...query }, body: null }
  return body === undefined ? undefined : { query: { ...query }, body }
}

/** What can be done to an answer is all that can be done to a request. */
const readSteps = memoizeByObject((steps: object) => answerSteps.parse(steps))

const NOTHING = new Set(['null', '""', '{}', '[]', '"{}"', '"[]"'])

/** A request that gives nothing for a field is the same without it. */
const textWithoutNothing = (document: unknown): string =>
  JSON.stringify(document, (_, value: unknown) => (NOTHING.has(JSON.stringify(value)) ? undefined : value))
