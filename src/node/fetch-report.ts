import { z } from 'zod'
import type { Gathered } from '../report/gathered.ts'

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

/** Thrown when no simulator answers, or it does not answer as one. */
export class NoReportError extends Error {}

/** Asks a running simulator for coverage and findings of one sandbox. */
export async function fetchReport({
  url,
  sandbox,
  token,
}: {
  url: string
  sandbox: string
  token?: string
}): Promise<Gathered> {
  const get = async (call: string): Promise<unknown> => {
    const target = `${url.replace(/\/$/, '')}/~${sandbox}/_sim/${call}`
    const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(target, { headers }).catch((error: unknown) => {
      throw new NoReportError(
        `no simulator answers at ${url}: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
    if (!response.ok) throw new NoReportError(`${target} answered ${response.status}: ${await response.text()}`)
    return response.json().catch(() => undefined)
  }
  const found = z
    .object({ coverage, findings })
    .safeParse({ coverage: await get('coverage'), findings: await get('findings') })
  if (!found.success) throw new NoReportError(`what answers at ${url} is no rental-sim`)
  return { coverage: found.data.coverage, findings: found.data.findings.findings }
}
