import { httpDate } from '../kernel/clock.ts'
import type { Envelope } from '../kernel/operation.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Trace } from '../kernel/trace.ts'

/** What says how an answer came about. Never in the body. */
const SIM_HEADERS = 'X-Sim-Basis, X-Sim-Rules, X-Sim-Exchange, X-Sim-Hint'

/** An answer of the simulated service. */
export function respond(
  status: number,
  body: unknown,
  trace: Trace,
  exchangeId: number,
  nowMs: number,
  extra?: Record<string, string>,
): Response {
  const headers: Record<string, string> = {
    Date: httpDate(nowMs),
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': SIM_HEADERS,
    'X-Sim-Basis': trace.basis,
    'X-Sim-Rules': trace.rules.map((rule) => rule.id).join(','),
    'X-Sim-Exchange': String(exchangeId),
    ...extra,
  }
  if (trace.hint !== undefined) headers['X-Sim-Hint'] = asHeader(trace.hint)
  return new Response(JSON.stringify(body), { status, headers })
}

/** A refusal in the operation's envelope; the limiter has a shape of its own. */
export function refusalBody(envelope: Envelope, { rule, message }: Refusal): object {
  if (rule.error === 'rate_limited') return { detail: message }
  return envelope === 'plain'
    ? { error: rule.error, msg: message }
    : { success: false, error: rule.error, msg: message }
}

/** Header values are printable ASCII in one line. */
const asHeader = (text: string): string => text.replace(/[^\x20-\x7e]+/g, '?').slice(0, 1000)
