import type { Context } from 'hono'
import type { Exchange } from '../harness/journal.ts'
import { redactBody, redactHeaders, redactQuery, withoutSecret } from '../harness/redact.ts'
import { httpDate } from '../kernel/clock.ts'
import type { Envelope, Operation } from '../kernel/operation.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Rule } from '../kernel/rule.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { Sim } from '../kernel/sim.ts'
import { Trace } from '../kernel/trace.ts'
import type { Tables } from '../resources/tables.ts'
import { bearerKey } from '../resources/users/authenticate.ts'
import type { World } from '../world.ts'
import type { Env } from './env.ts'

/** One request on its way to its answer. It keeps its world, even when the sandbox is reset meanwhile. */
export class OpenExchange {
  readonly id: number
  readonly world: World
  readonly operation: Operation | undefined
  readonly trace: Trace
  readonly request: Request
  readonly path: string
  /** SHA-256 of the API key that was presented. */
  readonly keyDigest: string | undefined
  readonly #key: string | undefined
  readonly #startedMs: number
  readonly #onClose: ((exchange: Exchange) => void) | undefined
  /** Known once the caller is. */
  userId: number | null = null
  /** Known once it was read. */
  requestBody = ''

  constructor(c: Context<Env>, operation: Operation | undefined, rules: ReadonlySet<Rule>) {
    this.world = c.env.sandbox.world
    const { onExchange, sandbox } = c.env
    this.#onClose = onExchange && ((exchange) => onExchange(exchange, sandbox.name))
    this.operation = operation
    this.trace = new Trace(rules)
    this.request = c.req.raw
    this.path = c.req.path
    this.#key = bearerKey(this.request.headers.get('authorization'))
    this.keyDigest = this.#key === undefined ? undefined : keyDigest(this.#key)
    this.id = this.world.journal.open()
    this.#startedMs = this.world.clock.nowMs
  }

  get sim(): Sim<Tables> {
    const { tables, clock, invention, progression } = this.world
    return { tables, clock, invention, progression, trace: this.trace }
  }

  /** Answers, and closes the exchange. */
  answer(status: number, body: unknown, extra: Readonly<Record<string, string>> = {}): Response {
    const { trace, world } = this
    const text = JSON.stringify(body)
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      Date: httpDate(world.clock.nowMs),
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Sim-Basis, X-Sim-Rules, X-Sim-Exchange, X-Sim-Hint',
      'X-Sim-Basis': trace.basis,
      'X-Sim-Rules': trace.rules.map((rule) => rule.id).join(','),
      'X-Sim-Exchange': String(this.id),
      ...extra,
    }
    if (trace.hint !== undefined) headers['X-Sim-Hint'] = asHeader(trace.hint)
    this.#close(status, headers, text)
    return new Response(text, { status, headers })
  }

  /** Answers with a refusal in the operation's envelope; the limiter has a shape of its own. */
  refuse(refusal: Refusal, extra?: Readonly<Record<string, string>>): Response {
    this.trace.apply(refusal.rule)
    this.trace.hint = refusal.hint ?? this.trace.hint
    return this.answer(refusal.rule.status, refusalBody(this.operation?.envelope ?? 'flagged', refusal), extra)
  }

  #close(status: number, answerHeaders: Readonly<Record<string, string>>, answerBody: string): void {
    const { world, trace, request } = this
    const hide = (text: string): string => withoutSecret(text, this.#key)
    const query = request.url.indexOf('?')
    const exchange: Exchange = {
      id: this.id,
      startedMs: this.#startedMs,
      endedMs: world.clock.nowMs,
      operation: this.operation?.id ?? null,
      userId: this.userId,
      keyDigest: this.keyDigest ?? null,
      method: request.method,
      path: hide(this.path),
      query: query === -1 ? '' : hide(redactQuery(request.url.slice(query))),
      requestHeaders: redactHeaders(request.headers),
      requestBody: hide(redactBody(this.requestBody)),
      status,
      answerHeaders,
      answerBody: hide(answerBody),
      basis: trace.basis,
      rules: trace.rules.map((rule) => rule.id),
      hint: trace.hint ?? null,
      fault: null,
    }
    world.journal.close(exchange)
    world.coverage.count(exchange)
    world.findings.look(exchange, trace.unread)
    this.#onClose?.(exchange)
  }
}

function refusalBody(envelope: Envelope, { rule, message }: Refusal): object {
  if (rule.error === 'rate_limited') return { detail: message }
  return envelope === 'plain'
    ? { error: rule.error, msg: message }
    : { success: false, error: rule.error, msg: message }
}

/** Header values are printable ASCII in one line. */
const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000)
