import { z } from 'zod'
import { shortName } from '../../kernel/names.ts'
import { json, strictObject } from '../../kernel/wire.ts'
import { finalStatus } from '../faults/kinds/answers.ts'
import { replyHeaders, replyProblems } from '../faults/schema.ts'
import { matchSchema } from '../journal/match-schema.ts'
import { valueProblems } from '../journal/request-values.ts'
import { whyUnreachable } from '../faults/reachability.ts'

const { method, path, query, headers, body } = matchSchema.shape

/** The answer of a stub: `$request{$.body.id}` in a text is a value of the request. */
const answerSchema = strictObject({
  status: finalStatus.default(200).describe('Of the answer.'),
  headers: replyHeaders.default({}).describe('Of the answer.'),
  body: json.optional().describe('JSON, or a text. $request{$.body.id} in a text is a value of the request.'),
}).superRefine((answer, context) => {
  if (context.issues.length > 0) return
  const { status, headers, body } = answer
  for (const { path, message } of [...replyProblems(status, answer), ...valueProblems({ headers, body })])
    context.addIssue({ code: 'custom', path: [...path], message })
})

/** A call that no operation takes (match), and what it is answered with (answer). */
export const stubSchema = strictObject({
  name: shortName.describe('How reports, logs and control calls name it.'),
  match: strictObject({ method, path: path.unwrap().describe(path.description ?? ''), query, headers, body }).describe(
    'Which calls it answers: calls that no operation takes.',
  ),
  answer: answerSchema.describe('What they are answered with; it is always injected.'),
}).superRefine(({ match }, context) => {
  if (context.issues.length > 0) return
  const why = whyUnreachable(match)
  if (why !== undefined) context.addIssue({ code: 'custom', path: ['match'], message: why })
})
export type Stub = z.output<typeof stubSchema>
