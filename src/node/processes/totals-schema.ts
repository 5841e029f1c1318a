import { z } from 'zod'
import { strengths } from '../../kernel/evidence.ts'

const counted = z.object({ total: z.number(), touched: z.number() })
const rule = z.object({ id: z.string(), text: z.string(), hits: z.number() })
const support = z.object({ strength: z.enum(strengths), date: z.string().nullable(), is_old: z.boolean() })

/** Coverage as the control API and a totals file have it. */
export const coverageSchema = z.object({
  operations: z.array(
    z.object({
      id: z.string(),
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
      path: z.string(),
      hits: z.number(),
      injected: z.number().default(0),
    }),
  ),
  documented: counted.extend({ rules: z.array(rule) }),
  assumed: counted.extend({
    by_strength: z.record(z.string(), counted),
    rules: z.array(rule.extend(support.shape)),
  }),
  injected: z.object({ answers: z.number() }),
  unmatched: z.object({ requests: z.number() }),
})

/** Findings: a simulator of another version may know other kinds. */
export const findingsSchema = z.array(
  z.object({
    kind: z.string(),
    operation: z.string().nullable(),
    text: z.string(),
    advice: z.string(),
    times: z.number(),
    exchange: z.number(),
    sandbox: z.string().optional(),
    expected: z.literal(true).optional(),
  }),
)

const fault = z.object({
  scenario: z.string().nullable(),
  name: z.string(),
  operation: z.string().nullable(),
  matched: z.number(),
  fired: z.number(),
  expected: z.boolean(),
})

/** The totals file that a simulator writes for `rental-sim exec`. */
export const totalsSchema = z.object({
  coverage: coverageSchema,
  findings: findingsSchema,
  faults: z.array(fault),
})
