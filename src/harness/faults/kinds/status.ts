import { z } from 'zod'
import { kind } from '../effect.ts'

const mayHaveBody = (status: number): boolean => status >= 200 && status !== 204 && status !== 304

/** Answers with a status of one's own, and a body and headers if wanted. */
export const statusKind = kind({
  key: 'status',
  schema: z.int().min(100).max(599),
  spoils: false,
  apply: (status, { body, headers }) => {
    const isText = typeof body === 'string'
    const text = body === undefined || !mayHaveBody(status) ? '' : isText ? body : JSON.stringify(body)
    const type = { 'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json' }
    return { kind: 'whole', reply: { status, headers: { ...(text !== '' && type), ...headers }, body: text } }
  },
})
