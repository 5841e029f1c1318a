import { type Outcome, type Reply, whole } from '../testing/faults/effect.ts'
import type { Candidate } from '../testing/journal/match.ts'
import { replyOf } from '../testing/stubs/answer.ts'
import type { MetStub } from '../testing/stubs/stubs.ts'
import { BodyBrokeOffError } from '../sandbox/read-body.ts'
import type { ReadBody } from './incoming.ts'
import type { OpenExchange } from './open-exchange.ts'
import { candidateOf } from './recorded-request.ts'
import { inOrder } from './response.ts'
import { underFaults } from './under-faults.ts'

/** What becomes of a request that no operation takes, where no stub answers it. */
interface Otherwise {
  readonly nobody: () => Outcome
  /** A body that cannot be read or kept. */
  readonly refused: (error: unknown) => Outcome
}

/** The way of a request that no operation takes: stubs, faults, the answer of the stub, recording. No key is asked for. */
export function stubbed(exchange: OpenExchange, otherwise: Otherwise): Outcome | Promise<Outcome> {
  const { world, incoming, sandbox } = exchange
  if (world.stubs.isEmpty) return otherwise.nobody()
  const body = incoming.body(sandbox.budget)
  return body instanceof Promise
    ? body.then((read) => answered(exchange, read, otherwise))
    : answered(exchange, body, otherwise)
}

function answered(exchange: OpenExchange, body: ReadBody, { nobody, refused }: Otherwise): Outcome | Promise<Outcome> {
  const { stubs } = exchange.world
  exchange.sentBody = typeof body === 'string' ? body : ''
  const candidate = wholeRequest(exchange)
  if (body instanceof BodyBrokeOffError) return refused(body)
  if (typeof body !== 'string') return stubs.isOf(candidate) ? refused(body) : nobody()
  const { met, nearMisses } = stubs.meet(candidate)
  exchange.nearMisses = nearMisses
  if (met === undefined) return nobody()
  exchange.stub = met
  const answer = (): Reply => replyTo(exchange, met, candidate)
  const fired = exchange.meetFaults()
  if (fired.length === 0) {
    const reply = answer()
    exchange.close(reply, null)
    return whole(reply)
  }
  const outcome = underFaults(exchange, fired, answer)
  return outcome instanceof Promise ? outcome.catch(refused) : outcome
}

function replyTo(exchange: OpenExchange, { stub, rules }: MetStub, candidate: Candidate): Reply {
  const { reply, isCut } = replyOf(stub.answer, candidate)
  if (isCut) exchange.trace.addHint('the request is too large: the stub left values of it out of its answer')
  exchange.happened = true
  exchange.useSandbox()
  return inOrder(exchange.injected(reply, rules.join(',')))
}

/** The request as faults see it, with its body though nobody is known. */
const wholeRequest = ({ incoming, operation, userId, keyDigest, sentBody, hide }: OpenExchange): Candidate =>
  candidateOf({ incoming, operation, userId, keyDigest, requestBody: sentBody, hide })
