import { z } from 'zod'
import { kind, type FaultContext, whole } from '../effect.ts'

/** Whether HTTP sends a body with a status. */
export const mayHaveBody = (status: number): boolean => ![204, 205, 304].includes(status)

export const finalStatus = z
  .int()
  .min(100)
  .max(599)
  .refine((status) => status >= 200, 'is not a final answer: a client would wait for another one')

export const statusKind = kind({
  key: 'status',
  text: 'Answers with this status, and with body and headers where they are given.',
  schema: finalStatus,
  corrupts: false,
  copiedAsRecorded: true,
  examples: [
    { label: 'status 500', effect: { status: 500, body: { error: 'internal', msg: 'injected' } } },
    { label: 'status 503 with Retry-After', effect: { status: 503, headers: { 'Retry-After': '2' } } },
  ],
  apply: (status, effect) => whole(statusReply(status, effect)),
})

/** @param effect the body and headers that the effect gives */
export function statusReply(status: number, { body, headers }: Pick<FaultContext, 'body' | 'headers'>) {
  const isText = typeof body === 'string'
  const text = body === undefined || !mayHaveBody(status) ? '' : isText ? body : JSON.stringify(body)
  const type = { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' }
  return { status, headers: { ...(text !== '' && type), ...lowerCase(headers) }, body: text }
}

/** Header names mean the same in any case. */
const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
