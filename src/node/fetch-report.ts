import { z } from 'zod'
import { controlCall, NoSimulatorError, type Remote } from './control-call.ts'
import type { Gathered } from '../report/gathered.ts'
import { shownUrl } from './shown-url.ts'

const rules = z.object({
  total: z.number(),
  touched: z.number(),
  rules: z.array(z.object({ id: z.string(), text: z.string(), hits: z.number() })),
})

const coverage = z.object({
  operations: z.array(
    z.object({ id: z.string(), method: z.enum(['GET', 'POST', 'PUT', 'DELETE']), path: z.string(), hits: z.number() }),
  ),
  documented: rules,
  assumed: rules,
  injected: z.object({ answers: z.number() }),
  unmatched: z.object({ requests: z.number() }),
})

const findings = z.object({
  findings: z.array(
    z.object({
      kind: z.string(),
      operation: z.string().nullable(),
      text: z.string(),
      advice: z.string(),
      times: z.number(),
      exchange: z.number(),
    }),
  ),
})

/** Asks a running simulator for coverage and findings of one sandbox. */
export async function fetchReport(remote: Remote): Promise<Gathered> {
  const answers = { coverage: await controlCall(remote, 'coverage'), findings: await controlCall(remote, 'findings') }
  const found = z.object({ coverage, findings }).safeParse(answers)
  if (!found.success) throw new NoSimulatorError(`what answers at ${shownUrl(remote.url)} is no rental-sim`)
  return { coverage: found.data.coverage, findings: found.data.findings.findings }
}
