import { z } from 'zod'
import type { Operation } from '../../../kernel/operation.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { isRefusal, type RefusalRule } from '../../../kernel/rule.ts'
import { refuseTooFrequent } from '../../../marketplace/operation/rate-limit.ts'
import { kind, requireOperation, type FaultContext, type Reply, whole, type WrittenHeaders } from '../effect.ts'

/** Whether HTTP sends a body with a status. */
export const mayHaveBody = (status: number): boolean => ![204, 205, 304].includes(status)

export const finalStatus = z
  .int()
  .min(100)
  .max(599)
  .refine((status) => status >= 200, 'is not a final answer: a client would wait for another one')

/** The operation's refusal with this rule id or error code; documented ones first. */
export function refusalNamed(operation: Operation, name: string): RefusalRule | undefined {
  const refusals = [...operation.rules].filter(isRefusal)
  const byCode = refusals.filter((rule) => rule.error === name)
  return refusals.find((rule) => rule.id === name) ?? byCode.find((rule) => rule.basis === 'documented') ?? byCode[0]
}

const GARBAGE_BYTES = 256

const GATEWAY_PAGE = `<!DOCTYPE html>
<html>
<head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1><p>The gateway got no answer from the service behind it.</p></body>
</html>
`

/** Faults that answer in place of the operation. */
export const answerKinds = [
  kind({
    key: 'status',
    text: 'Answers with this status, and with body and headers where they are given.',
    schema: finalStatus,
    copiedAsRecorded: true,
    examples: [
      { label: 'status 500', effect: { status: 500, body: { error: 'internal', msg: 'injected' } } },
      { label: 'status 503 with Retry-After', effect: { status: 503, headers: { 'Retry-After': '2' } } },
    ],
    apply: (status, effect) => whole(statusReply(status, effect)),
  }),
  kind({
    key: 'refuse',
    text: "The operation's own refusal, by the id of its rule or by its error code.",
    schema: z.string(),
    ofOperation: true,
    examples: [],
    apply: (name, context) => {
      const { thresholdSeconds, rules, nowMs, refused } = context
      const operation = requireOperation(context)
      const rule = refusalNamed(operation, name)
      if (rule === undefined) throw new Error(`${operation.id} has no refusal ${name}`)
      const isLimiter = rule.error === 'rate_limited'
      return refused(isLimiter ? refuseTooFrequent(operation, thresholdSeconds, rules, nowMs) : refuse(rule, rule.text))
    },
  }),
  kind({
    key: 'rate_limited',
    text: 'The refusal of the rate limiter, 429.',
    schema: z.literal(true),
    ofOperation: true,
    examples: [{ label: 'rate limited (429)', effect: { rate_limited: true } }],
    apply: (_, context) =>
      context.refused(
        refuseTooFrequent(requireOperation(context), context.thresholdSeconds, context.rules, context.nowMs),
      ),
  }),
  kind({
    key: 'garbage',
    text: '256 random bytes in place of a body, from the seed.',
    schema: z.literal(true),
    examples: [{ label: 'garbage', effect: { garbage: true } }],
    apply: (_, { fault, invention, exchange }) => {
      const draw = invention.draw(`faults/${fault}`, exchange)
      const bytes = draw('garbage', (faker) =>
        Uint8Array.from({ length: GARBAGE_BYTES }, () => faker.number.int({ max: 255 })),
      )
      return whole({ status: 200, headers: { 'content-type': 'application/json' }, body: bytes })
    },
  }),
  kind({
    key: 'html_502',
    text: 'The HTML page of a gateway with status 502.',
    schema: z.literal(true),
    examples: [{ label: '502 page of a gateway', effect: { html_502: true } }],
    apply: () => whole({ status: 502, headers: { 'content-type': 'text/html; charset=utf-8' }, body: GATEWAY_PAGE }),
  }),
] as const

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
