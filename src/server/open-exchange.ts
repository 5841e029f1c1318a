import type { Exchange, FaultOutcome } from '../testing/journal/exchange.ts'
import type { Reply } from '../testing/faults/effect.ts'
import { type FiredFault, NO_FAULTS } from '../testing/faults/faults.ts'
import type { Candidate, NearMiss } from '../testing/journal/match.ts'
import type { OpenTrial } from '../testing/trial/open-trial.ts'
import { TRIAL_FAULT } from '../testing/trial/trial.ts'
import type { PendingDelays } from '../testing/faults/pending-delays.ts'
import { RecordedExchange } from '../testing/journal/recorded-exchange.ts'
import { type Redactor, maskField } from '../testing/journal/redact.ts'
import type { MetStub } from '../testing/stubs/stubs.ts'
import { byteLengthOf } from '../kernel/json-bytes.ts'
import type { Operation } from '../kernel/operation.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { keyDigest } from '../kernel/secret.ts'
import type { Sim } from '../kernel/sim.ts'
import { Trace } from '../kernel/trace.ts'
import type { Tables } from '../marketplace/collections.ts'
import { unmatchedRules } from '../marketplace/operation/shared-rules.ts'
import { bearerKey } from '../marketplace/users/authenticate.ts'
import type { RowsWritten, WorldBefore } from '../testing/world-state.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../sandbox/world.ts'
import { toHeaderValue, sortHeaders, responseHeaders, refusalBody, withoutEvidence, writeBody } from './response.ts'
import { askedOf, candidateOf, keptHeadersOf, unreadOf, redactorOf } from './recorded-request.ts'
import { type Incoming, urlsOf } from './incoming.ts'
import { keyInQuery, keysIn } from './url-keys.ts'

/** What the server runs with; the token is masked where the client sent it. */
interface ServerContext {
  readonly controlToken: string | undefined
  readonly trial: OpenTrial | undefined
}

const INJECTED = { basis: 'injected', strength: undefined } as const

/** One request on its way to its response. It keeps its world, even when the sandbox is reset meanwhile. */
export class OpenExchange {
  readonly id: number
  readonly world: World
  readonly operation: Operation | undefined
  readonly trace: Trace
  readonly incoming: Incoming
  /** Whether the URL names the key. */
  readonly isKeyInQuery: boolean
  /** SHA-256 of the API key that was presented. */
  readonly keyDigest: string | undefined
  /** A text without the API keys that came with the request. */
  readonly redact: Redactor
  readonly sandbox: Sandbox
  readonly #trial: OpenTrial | undefined
  readonly #startedMs: number
  readonly #startedRealMs: number
  /** The instant that this exchange sees, in Unix milliseconds: one, however long real time takes, until a fault holds it. */
  nowMs: number
  /** The holds of the world when this exchange began: once they are closed, it is held no more. */
  readonly #holds: PendingDelays
  /** Lets the clock go on that waits for what this exchange does at its instant. */
  letClockGoOn: (() => void) | undefined = undefined
  #met = NO_FAULTS
  /** The stub that takes it, where no operation does. */
  stub: MetStub | undefined = undefined
  nearMisses: readonly NearMiss[] = []
  /** What its operation changed. */
  written: RowsWritten | undefined = undefined
  readonly #before: WorldBefore
  /** Whether the operation took place, whatever became of its response. */
  happened = false
  /** The caller: known once the key is. */
  userId: number | null = null
  isAdmittedWithoutKey = false
  sentBody = ''
  #sim: Sim<Tables> | undefined = undefined
  /** Whether this is the first response of a fresh world under the name of an evicted one. */
  readonly #tellsEviction: boolean

  constructor(
    incoming: Incoming,
    operation: Operation | undefined,
    sandbox: Sandbox,
    world: World,
    { controlToken, trial }: ServerContext,
  ) {
    this.world = world
    this.#holds = this.world.delays
    this.#trial = trial
    this.sandbox = sandbox
    this.#tellsEviction = this.sandbox.consumeEvictionNotice()
    this.operation = operation
    this.trace = new Trace(operation?.rules ?? unmatchedRules, this.world.rules)
    this.incoming = incoming
    const sent = bearerKey(incoming.headers.value('authorization'))
    const key = sent ?? keyInQuery(incoming, this.world)
    this.isKeyInQuery = sent === undefined && key !== undefined
    this.keyDigest = key === undefined ? undefined : keyDigest(key)
    this.redact = redactorOf(key, controlToken, keysIn(incoming, operation, this.world, key))
    this.id = this.world.journal.open()
    this.#before = this.world.before
    this.#startedMs = this.world.clock.nowMs
    this.#startedRealMs = this.world.clock.realMs
    this.nowMs = this.#startedMs
  }

  /** Reads the body, once. @returns why it cannot be read @throws BodyBrokeOffError */
  async readBody(): Promise<Refusal | undefined> {
    const body = await this.incoming.body(this.sandbox.memory)
    if (typeof body === 'string') this.sentBody = body
    return typeof body === 'string' ? undefined : body
  }

  /** What an operation works with, at the instant that this exchange sees. */
  get sim(): Sim<Tables> {
    if (this.#sim?.clock.nowMs !== this.nowMs) {
      const { tables, invention, progression, sshTo, rules } = this.world
      const clock = { nowMs: this.nowMs, nowSeconds: this.nowMs / 1000, mode: this.world.clock.mode }
      this.#sim = { tables, clock, invention, progression, sshTo, rules, trace: this.trace, url: urlsOf(this) }
    }
    return this.#sim
  }

  /** Counts its sandbox among those in use where a header brought a key: a page of another site sends none. */
  useSandbox(): void {
    if (this.keyDigest !== undefined && !this.isKeyInQuery) this.sandbox.use()
  }

  /** Whether the caller is known, or a stub takes the request: until then nothing is read or kept of its body. */
  get isBodyKept(): boolean {
    return this.userId !== null || this.stub !== undefined || this.isAdmittedWithoutKey
  }

  /** The part of the body that is kept: nothing until the key is known, or a stub takes the request. */
  get requestBody(): string {
    return this.isBodyKept ? maskField(this.sentBody, this.operation?.secretField) : ''
  }

  /** The faults that meet this request. */
  meetFaults(): readonly FiredFault[] {
    const { faults, invention } = this.world
    let candidate: Candidate | undefined
    const looked = (): Candidate => (candidate ??= candidateOf(this))
    const trial = this.#trial?.meet(this.operation, this.sandbox.name)
    this.#met = faults.meet(this.operation, looked, this.nowMs, invention, trial)
    this.nearMisses = this.#met.nearMisses
    return this.#met.fired
  }

  /** What holds this request for a fault; undefined once the fault is gone. */
  holdsOf(fault: string): PendingDelays | undefined {
    if (this.#trial !== undefined && fault === TRIAL_FAULT) return this.#trial.delays
    return this.world.faults.names().includes(fault) ? this.#holds : undefined
  }

  /** The service's own reply. */
  reply(status: number, body: unknown, extra?: Readonly<Record<string, string>>): Reply {
    const { text, type } = writeBody(status, body, this.operation)
    const headers = this.#headers({ status, body: text, headers: type })
    return extra === undefined
      ? { status, headers, body: text }
      : sortHeaders({ status, headers: { ...extra, ...headers }, body: text })
  }

  /** A reply that is a page, such as proxies send. */
  page(status: number, html: string, extra: Readonly<Record<string, string>>): Reply {
    const given = { ...extra, 'content-type': 'text/html' }
    const headers = this.#headers({ status, body: html, headers: given })
    return sortHeaders({ status, headers: { ...given, ...headers }, body: html })
  }

  /** A refusal in the envelope of the operation or of its rule. */
  refusal(refusal: Refusal, extra?: Readonly<Record<string, string>>): Reply {
    this.trace.apply(refusal.rule)
    if (refusal.hint !== undefined) this.trace.addHint(refusal.hint)
    const form = this.world.rules.of(refusal.rule)
    const { status = 400, error = 'invalid_args', envelope = this.operation?.envelope ?? 'flagged' } = form
    const body = refusalBody(envelope, error, form.msg ?? this.redact(refusal.message))
    const further = refusal.headers === undefined ? extra : { ...refusal.headers, ...extra }
    return this.reply(status, refusal.fields === undefined ? body : { ...body, ...refusal.fields }, further)
  }

  /** What a fault or a stub replies, marked as its doing. @param by what it is in the list of rules */
  injected(reply: Reply, by = this.#met.fired.map(({ fault }) => `fault.${fault}`).join(',')): Reply {
    return { ...reply, headers: { ...withoutEvidence(reply.headers), ...this.#headers(reply, by) } }
  }

  /** A reply with the hints that came after it was made. */
  withHint(reply: Reply): Reply {
    const hint = this.#hint === undefined ? undefined : toHeaderValue(this.#hint)
    if (reply.headers['x-sim-hint'] === hint || hint === undefined) return reply
    return sortHeaders({ ...reply, headers: { ...reply.headers, 'x-sim-hint': hint } })
  }

  /** Ends the exchange: what was answered, if anything, goes into the journal. */
  close(reply: Reply | undefined, fault: FaultOutcome | null = null): void {
    const { world, trace, sandbox } = this
    const isStubs = this.stub !== undefined && trace.rules.length === 0
    const isInjected = isStubs || (fault !== null && fault.outcome !== 'delayed')
    const rules = isStubs ? this.stub?.rules : trace.rules
    const exchange = this.#recorded(
      reply,
      fault,
      isInjected ? 'injected' : trace.support.basis,
      this.#hint ?? null,
      rules,
    )
    const unread = unreadOf(trace, this.redact)
    const knownWorld = this.incoming.headers.value('x-sim-world')
    world.record({ exchange, sandbox: sandbox.name, unread, isFirstAfterEviction: this.#tellsEviction, knownWorld })
    this.letClockGoOn?.()
  }

  /** Ends the exchange where the simulator itself failed: it is recorded, and proves nothing. */
  fail(): void {
    const exchange = this.#recorded({ status: 500, headers: {}, body: '' }, null, 'assumed', 'the simulator failed', [])
    this.world.journal.closed({ exchange })
    this.sandbox.keepExchange(exchange)
    this.letClockGoOn?.()
  }

  get #hint(): string | undefined {
    return this.trace.hint === undefined ? undefined : this.redact(this.trace.hint)
  }

  #recorded(
    reply: Reply | undefined,
    fault: FaultOutcome | null,
    basis: Exchange['basis'],
    hint: string | null,
    rules: readonly string[] = this.trace.rules,
  ): Exchange {
    const { incoming, redact } = this
    const { operation, userId, keyDigest, method, path, query } = askedOf(this)
    return new RecordedExchange({
      id: this.id,
      operation,
      userId,
      keyDigest,
      method,
      path,
      query,
      startedMs: this.#startedMs,
      endedMs: this.nowMs,
      realMs: Math.max(0, this.world.clock.realMs - this.#startedRealMs),
      sentHeaders: incoming.headers.raw,
      sentBody: this.requestBody,
      omittedBytes: this.isBodyKept ? 0 : byteLengthOf(this.sentBody),
      status: reply?.status ?? 0,
      responseHeaders: keptHeadersOf(reply, basis, redact),
      rawResponseBody: reply?.body ?? '',
      redact,
      basis,
      rules,
      hint,
      fault,
      stub: this.stub?.stub.name,
      nearMisses: this.nearMisses,
      before: this.#before,
      written: this.written,
    })
  }

  /** @param by what wrote the reply, where that is a fault or a stub */
  #headers(reply: Reply, by?: string): Record<string, string> {
    const { trace, id } = this
    const { basis, strength } = by === undefined ? trace.support : INJECTED
    return responseHeaders({
      reply,
      nowMs: this.nowMs,
      basis,
      strength,
      exchange: id,
      hint: this.#hint,
      asked: this,
      isFirstAfterEviction: this.#tellsEviction,
      rules: by ?? trace.rules.join(','),
      world: this.world.name,
    })
  }
}
