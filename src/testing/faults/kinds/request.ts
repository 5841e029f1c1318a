import { copyOf, fieldOf, isObject } from '../../../kernel/object.ts'
import { noInput } from '../../../kernel/operation.ts'
import { isJson } from '../../../kernel/wire.ts'
import { kind, whole } from '../effect.ts'
import { rewrite } from '../rewrite.ts'
import { requestSteps } from '../rewrite-steps.ts'

const fieldsOf = (value: unknown): object => (isObject(value) && !Array.isArray(value) ? value : {})

/** What the operation answers to the changed request is left as it is. */
export const requestKind = kind({
  key: 'request',
  text: 'Changes body and query before the operation reads them: set, drop, add.',
  schema: requestSteps,
  corrupts: true,
  ofOperation: true,
  examples: [{ label: 'filters of a search ignored', effect: { request: [{ drop: '$.body.q[*]' }] } }],
  rewrite: (steps, { operation, request, hint }, input) => {
    // An operation that reads no body is given none.
    const hasBody = operation !== undefined && operation.body !== noInput
    const sent: unknown = { query: input.query, ...(hasBody && { body: input.body }) }
    if (!isJson(sent, -1)) return input
    const document = copyOf(sent)
    const before = JSON.stringify(document)
    const rewritten = rewrite(document, steps, request())
    if (rewritten === undefined) hint('the request is too large to be changed')
    if (rewritten === undefined || JSON.stringify(rewritten.document) === before) return input
    const query = fieldOf(rewritten.document, 'query')
    const body = fieldOf(rewritten.document, 'body')
    return { ...input, query: fieldsOf(query), body: fieldsOf(body) }
  },
  apply: (_, __, real) => whole(real),
})
