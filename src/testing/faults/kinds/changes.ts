import { z } from 'zod'
import { textOf } from '../../../kernel/json-bytes.ts'
import { copyOf, fieldOf, isObject } from '../../../kernel/object.ts'
import { noInput } from '../../../kernel/operation.ts'
import { isJson } from '../../../kernel/wire.ts'
import { shallowJson } from '../../journal/redact.ts'
import { kind, whole } from '../effect.ts'
import { rewrite, writtenJson } from '../rewrite.ts'
import { answerSteps, requestSteps } from '../rewrite-steps.ts'

const fieldsOf = (value: unknown): object => (isObject(value) && !Array.isArray(value) ? value : {})

/** Ids go on from here, and stay whole numbers. */
const LARGEST_ID = 2 ** 52

/** Faults that change what the operation is given, or its real answer. */
export const changeKinds = [
  kind({
    key: 'malformed_json',
    text: 'The real answer with its JSON broken.',
    schema: z.literal(true),
    corrupts: true,
    illegible: true,
    copiedAsRecorded: true,
    examples: [{ label: 'malformed JSON', effect: { malformed_json: true } }],
    // A comma in place of the last character: no parser takes it.
    apply: (_, __, real) => whole({ ...real, body: `${textOf(real.body).slice(0, -1)},` }),
  }),
  kind({
    key: 'wrong_content_type',
    text: 'The real answer as text/plain.',
    schema: z.literal(true),
    corrupts: true,
    copiedAsRecorded: true,
    examples: [{ label: 'wrong content type', effect: { wrong_content_type: true } }],
    apply: (_, __, real) =>
      whole({ ...real, headers: { ...real.headers, 'content-type': 'text/plain; charset=utf-8' } }),
  }),
  kind({
    key: 'answer',
    text: 'Changes the JSON of the real answer, step by step: set, drop, add, reverse, empty, repeat, count, float, status.',
    schema: answerSteps,
    corrupts: true,
    examples: [
      { label: 'an unknown field', effect: { answer: [{ add: '$', fields: { new_field: null } }] } },
      { label: 'ids without their rows', effect: { answer: [{ empty: '$..*' }] } },
    ],
    apply: (steps, { request, hint }, reply) => {
      const document = shallowJson(textOf(reply.body))
      if (document === undefined) return whole(reply)
      const before = JSON.stringify(document)
      const rewritten = rewrite(document, steps, request())
      if (rewritten === undefined) {
        hint('the answer is too large to be changed')
        return whole(reply)
      }
      const { status = reply.status, leftOut } = rewritten
      if (leftOut !== undefined) hint(`${leftOut}: values of it are left out`)
      const body = writtenJson(rewritten.document)
      return whole(body === before && status === reply.status ? reply : { ...reply, status, body })
    },
  }),
  kind({
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
  }),
  kind({
    key: 'ids_above',
    text: 'Rows created from then on have ids above this one.',
    schema: z.int().min(0).max(LARGEST_ID),
    corrupts: true,
    ofOperation: true,
    examples: [{ label: 'ids beyond 32 bits', effect: { ids_above: 5_000_000_000 } }],
    rewrite: (above, { raiseIds }, input) => {
      raiseIds(above)
      return { ...input }
    },
    apply: (_, __, real) => whole(real),
  }),
] as const
