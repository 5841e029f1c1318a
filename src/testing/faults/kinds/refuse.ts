import { z } from 'zod'
import type { Operation } from '../../../kernel/operation.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { isRefusal, type RefusalRule } from '../../../kernel/rule.ts'
import { refuseTooFrequent } from '../../../marketplace/operation/rate-limit.ts'
import { kind, requireOperation } from '../effect.ts'

/** The operation's refusal with this rule id or error code; documented ones first. */
export function refusalNamed(operation: Operation, name: string): RefusalRule | undefined {
  const refusals = [...operation.rules].filter(isRefusal)
  const byCode = refusals.filter((rule) => rule.error === name)
  return refusals.find((rule) => rule.id === name) ?? byCode.find((rule) => rule.basis === 'documented') ?? byCode[0]
}

export const refuseKind = kind({
  key: 'refuse',
  text: "The operation's own refusal, by the id of its rule or by its error code.",
  schema: z.string(),
  corrupts: false,
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
})
