import type { World } from '../sandbox/world.ts'
import { replyOf } from '../testing/stubs/answer.ts'
import type { Slash } from '../testing/stubs/stubs.ts'
import type { OpenExchange } from './open-exchange.ts'
import { candidateOf } from './recorded-request.ts'
import { sortHeaders } from './response.ts'
import type { Operate } from './under-faults.ts'
import { catalogue } from '../marketplace/catalogue.ts'

/**
 * The stub that answers a request which no operation takes. No key is asked for.
 * @returns what gives its answer; undefined where no stub matches
 * @throws Refusal for a body that cannot be read, where a stub is at the path; BodyBrokeOffError
 */
export async function findStub(exchange: OpenExchange): Promise<Operate | undefined> {
  const { stubs } = exchange.world
  if (stubs.isEmpty) return undefined
  const unreadable = await exchange.readBody()
  const { incoming, operation, userId, keyDigest, sentBody, redact } = exchange
  const slash = slashOf(exchange.world)
  // With its body, though the request has no known key.
  const candidate = candidateOf({ incoming, operation, userId, keyDigest, requestBody: sentBody, redact })
  if (unreadable !== undefined) {
    if (stubs.isOf(candidate, slash)) throw unreadable
    return undefined
  }
  const { met, nearMisses } = stubs.meet(candidate, slash)
  exchange.nearMisses = nearMisses
  exchange.stub = met
  if (met === undefined) return undefined
  return () => {
    const { reply, leftOut } = replyOf(met.stub.answer, candidate)
    if (leftOut !== undefined) exchange.trace.addHint(`${leftOut}: the stub left values of it out of its answer`)
    exchange.happened = true
    exchange.useSandbox()
    return sortHeaders(exchange.injected(reply, met.rules.join(',')))
  }
}

/** Whether the paths of stubs need their trailing slash. */
export const slashOf = ({ rules }: Pick<World, 'rules'>): Slash =>
  rules.chosen(catalogue['routing.trailing-slash']) === 'required' ? 'required' : 'optional'
