import { textOf } from '../../../kernel/json-bytes.ts'
import { shallowJson } from '../../journal/redact.ts'
import { kind, whole } from '../effect.ts'
import { rewrite, writtenJson } from '../rewrite.ts'
import { answerSteps } from '../rewrite-steps.ts'

export const answerKind = kind({
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
})
