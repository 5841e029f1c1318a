import type { Context } from 'hono'
import type { Reply } from '../harness/faults/effect.ts'
import type { Met } from '../harness/faults/faults.ts'
import type { Exchange, FaultOutcome, FaultMiss, Matched } from '../harness/exchange.ts'
import type { Seen } from '../harness/found.ts'
import { presentExchange } from '../harness/present-exchange.ts'
import { hiding, redactBody, redactHeaders, redactQuery } from '../harness/redact.ts'
import { derived } from '../kernel/derived.ts'
import { httpDate } from '../kernel/clock.ts'
import type { Envelope, Operation } from '../kernel/operation.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { RefusalRule, Rule } from '../kernel/rule.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { Sim } from '../kernel/sim.ts'
import { Trace } from '../kernel/trace.ts'
import type { Tables } from '../resources/tables.ts'
import { bearerKey } from '../resources/users/authenticate.ts'
import type { UserRow } from '../resources/users/state.ts'
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
  /** A text without the API keys that came with the request. */
  readonly hide: (text: string) => string
  readonly #startedMs: number
  /** The instant that this exchange sees: one, however long real time takes, until a fault holds it. */
  #nowMs: number
  readonly #onClose: (exchange: Exchange, seen: readonly Seen[]) => void
  #rest: () => void = () => undefined
  #nearMisses: readonly FaultMiss[] = []
  #met: readonly Met[] = []
  /** Whether the operation took place, whatever became of its answer. */
  happened = false
  /** Known once the caller is. */
  userId: number | null = null
  /** Known once it was read. */
  requestBody = ''

  constructor(c: Context<Env>, operation: Operation | undefined, rules: ReadonlySet<Rule>) {
    const { onExchange, sandbox, tally } = c.env
    this.world = sandbox.world
    this.#onClose = (exchange, seen) => {
      tally?.count(exchange, seen)
      onExchange?.(presentExchange(exchange), sandbox.name)
    }
    this.operation = operation
    this.trace = new Trace(rules)
    this.request = c.req.raw
    this.path = c.req.path
    const key = bearerKey(this.request.headers.get('authorization'))
    this.keyDigest = key === undefined ? undefined : keyDigest(key)
    this.hide = hiding([...(key === undefined ? [] : [key]), ...keysIn(this.request.url, this.world)])
    this.id = this.world.journal.open()
    this.#startedMs = this.world.clock.nowMs
    this.#nowMs = this.#startedMs
  }

  get sim(): Sim<Tables> {
    const { tables, invention, progression } = this.world
    const clock = { nowMs: this.#nowMs, nowSeconds: this.#nowMs / 1000 }
    return { tables, clock, invention, progression, trace: this.trace }
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** The faults that meet this request. */
  meetFaults(): readonly Met[] {
    const { faults, invention } = this.world
    if (faults.isEmpty || this.operation === undefined) return []
    const request = this.#matched()
    this.#met = faults.meet(request, this.operation, this.#nowMs, invention)
    this.#nearMisses = faults.nearly(request)
    return this.#met
  }

  /**
   * Waits on the sandbox's clock, for ever when no span is given, until the fault lets go.
   * @throws HoldEndedError when nobody waits for the answer any more
   */
  async hold(fault: string, forMs: number | undefined, gone?: AbortSignal): Promise<void> {
    const { holds, clock, faults } = this.world
    if (!faults.names().includes(fault)) return
    this.#rest()
    const rested = (): Promise<void> => new Promise((resolve) => (this.#rest = resolve))
    await holds.wait({
      fault,
      clock,
      forMs,
      text: `exchange ${this.id} goes on (fault ${fault})`,
      rested,
      signal: gone === undefined ? this.request.signal : AbortSignal.any([gone, this.request.signal]),
    })
    this.#nowMs = clock.nowMs
  }

  /** The service's own reply. */
  reply(status: number, body: unknown, extra: Readonly<Record<string, string>> = {}): Reply {
    return { status, headers: { ...extra, ...this.#headers(false) }, body: JSON.stringify(body) }
  }

  /** A refusal in the operation's envelope; the limiter has a shape of its own. */
  refusal(refusal: Refusal, extra?: Readonly<Record<string, string>>): Reply {
    this.trace.apply(refusal.rule)
    const hint = refusal.hint ?? this.trace.hint
    this.trace.hint = hint === undefined ? undefined : this.hide(hint)
    const body = refusalBody(this.operation?.envelope ?? 'flagged', refusal.rule, this.hide(refusal.message))
    return this.reply(refusal.rule.status, body, extra)
  }

  /** What a fault replies, marked as its doing. */
  injected(reply: Reply): Reply {
    return {
      ...reply,
      headers: {
        ...reply.headers,
        ...this.#headers(true),
        'Content-Type': reply.headers['Content-Type'] ?? 'application/json',
      },
    }
  }

  /** Ends the exchange: what was answered, if anything, goes into the journal. */
  close(reply: Reply | undefined, fault: FaultOutcome | null): void {
    const { world, trace } = this
    const isInjected = fault !== null && fault.outcome !== 'delayed'
    const exchange: Exchange = {
      ...this.#matched(),
      id: this.id,
      startedMs: this.#startedMs,
      endedMs: this.#nowMs,
      status: reply?.status ?? 0,
      answerHeaders: reply?.headers ?? {},
      answerBody: this.hide(reply?.body ?? ''),
      basis: isInjected ? 'injected' : trace.basis,
      rules: trace.rules.map((rule) => rule.id),
      hint: trace.hint ?? null,
      fault,
      nearMisses: this.#nearMisses,
    }
    world.journal.close(exchange)
    world.coverage.count(exchange)
    const seen = world.findings.look(exchange, trace.unread.map(this.hide))
    this.#onClose(exchange, seen)
    this.#rest()
  }

  /** Ends the exchange where the simulator itself failed: it is recorded, and proves nothing. */
  fail(): void {
    this.world.journal.close({
      ...this.#matched(),
      id: this.id,
      startedMs: this.#startedMs,
      endedMs: this.#nowMs,
      status: 500,
      answerHeaders: {},
      answerBody: '',
      basis: 'assumed',
      rules: [],
      hint: 'the simulator failed',
      fault: null,
      nearMisses: [],
    })
    this.#rest()
  }

  /** The delays that this request met, when nothing replaced its answer. */
  get delayedBy(): FaultOutcome | null {
    const names = this.#met.map(({ fault }) => fault).join(', ')
    return names === '' ? null : { name: names, effect: 'delay', outcome: 'delayed', happened: this.happened }
  }

  #matched(): Matched {
    const { request } = this
    const { hide } = this
    const query = request.url.indexOf('?')
    return {
      operation: this.operation?.id ?? null,
      userId: this.userId,
      keyDigest: this.keyDigest ?? null,
      method: request.method,
      path: hide(this.path),
      query: query === -1 ? '' : hide(redactQuery(request.url.slice(query + 1))),
      requestHeaders: redactHeaders(request.headers, hide),
      requestBody: hide(redactBody(this.requestBody)),
    }
  }

  #headers(isInjected: boolean): Record<string, string> {
    const { trace } = this
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      Date: httpDate(this.#nowMs),
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Sim-Basis, X-Sim-Rules, X-Sim-Exchange, X-Sim-Hint',
      'X-Sim-Basis': isInjected ? 'injected' : trace.basis,
      'X-Sim-Rules': isInjected
        ? this.#met.map(({ fault }) => `fault.${fault}`).join(',')
        : trace.rules.map((rule) => rule.id).join(','),
      'X-Sim-Exchange': String(this.id),
    }
    if (trace.hint !== undefined) headers['X-Sim-Hint'] = asHeader(trace.hint)
    return headers
  }
}

function refusalBody(envelope: Envelope, { error }: RefusalRule, msg: string): object {
  if (error === 'rate_limited') return { detail: msg }
  return envelope === 'plain' ? { error, msg } : { success: false, error, msg }
}

const digestsOf = derived(
  (users: readonly UserRow[]) => new Set(users.flatMap((user) => user.api_keys.map((key) => key.key_sha256))),
)

/** API keys that stand in a URL, where they do not belong. */
function keysIn(url: string, { tables }: World): readonly string[] {
  const digests = digestsOf(tables.users.values())
  const { pathname, searchParams } = new URL(url)
  return [...pathname.split('/'), ...searchParams.values()].filter(
    (part) => part !== '' && digests.has(keyDigest(part)),
  )
}

/** Header values are printable ASCII in one line. */
const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000)
