import { z } from 'zod'

const rules = z.object({
  total: z.number(),
  touched: z.number(),
  rules: z.array(z.object({ id: z.string(), text: z.string(), hits: z.number() })),
})

/** Coverage as the control API and a totals file have it. */
export const coverageSchema = z.object({
  operations: z.array(
    z.object({ id: z.string(), method: z.enum(['GET', 'POST', 'PUT', 'DELETE']), path: z.string(), hits: z.number() }),
  ),
  documented: rules,
  assumed: rules,
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
