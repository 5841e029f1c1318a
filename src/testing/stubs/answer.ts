import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Reply } from '../faults/effect.ts'
import { statusReply } from '../faults/kinds/answers.ts'
import { headerBytes, MAX_FAULT_HEADER_BYTES } from '../faults/schema.ts'
import { Filling } from '../journal/request-values.ts'
import type { Candidate } from '../journal/match.ts'
import type { Stub } from './schema.ts'

type Answer = Stub['answer']

/** The answer of a stub to one request. */
export interface StubReply {
  readonly reply: Reply
  /** Why values of the request were left out. */
  readonly leftOut?: string | undefined
}

/** @param request without secrets, as faults see it; its steps bound what is read of it */
export function replyOf(answer: Answer, request: Candidate): StubReply {
  const { status, headers, body } = answer
  if (!isToFill(answer)) return { reply: statusReply(status, { headers, body }) }
  const filling = new Filling(request)
  const filled = { headers: filledHeaders(headers, filling), body: body === undefined ? body : filling.value(body) }
  return { reply: statusReply(status, filled), leftOut: filling.leftOut }
}

/** Whether it has anything to fill in; `$$request{`, which stands for a text, is that too. */
const isToFill = memoizeByObject(({ headers, body }: Answer) =>
  JSON.stringify([Object.values(headers), body]).includes('$request{'),
)

/** Header values are printable ASCII in one line; all together are no longer than written ones may be. */
function filledHeaders(written: Answer['headers'], filling: Filling): Answer['headers'] {
  const fill = (text: string): string =>
    text.includes('$request{') ? filling.text(text).replaceAll(/[^\x20-\x7e]+/g, '?') : text
  const filled = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, typeof value === 'string' ? fill(value) : value.map(fill)]),
  )
  if (headerBytes(filled) <= MAX_FAULT_HEADER_BYTES) return filled
  filling.isCut = true
  return Object.fromEntries(
    Object.entries(written).filter(([, value]) => ![value].flat().some((text) => text.includes('$request{'))),
  )
}
