import { z } from 'zod'
import { kind, type FaultContext, type Reply, whole, type WrittenHeaders } from '../effect.ts'

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
export function statusReply(status: number, { body, headers }: Pick<FaultContext, 'body' | 'headers'>): Reply {
  const isText = typeof body === 'string'
  const text = body === undefined || !mayHaveBody(status) ? '' : isText ? body : JSON.stringify(body)
  const type = { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' }
  return { status, ...linesOf(headers, text === '' ? {} : type), body: text }
}

/** Header names mean the same in any case. */
function linesOf(written: WrittenHeaders, defaults: Reply['headers']): Pick<Reply, 'headers' | 'cookies'> {
  const headers: Record<string, string> = { ...defaults }
  const cookies: string[] = []
  for (const [name, value] of Object.entries(written))
    if (typeof value === 'string') headers[name.toLowerCase()] = value
    else cookies.push(...value)
  return cookies.length === 0 ? { headers } : { headers, cookies }
}
