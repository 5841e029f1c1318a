import type { MemoryBudget } from '../sandbox/memory-budget.ts'
import { mentionsSecret } from '../testing/journal/secret-names.ts'
import { noFields, type Operation } from '../kernel/operation.ts'
import { type Refusal, refuse } from '../kernel/refusal.ts'
import { whyTooLarge } from '../kernel/json-size.ts'
import { whereOf } from '../kernel/wire.ts'
import type { RawInput } from '../marketplace/operation/route.ts'
import { noRoomForBody, request as rules } from '../marketplace/operation/rules.ts'
import type { OpenExchange } from './open-exchange.ts'
import {
  BodyBrokeOffError,
  BodyTooLargeError,
  MAX_BODY_BYTES,
  NoRoomForBodyError,
  readBody,
} from '../sandbox/read-body.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** A body as text, or why it could not be read: that counts only once the caller is known. */
export type ReadBody = string | Refusal

/** The client is gone before its body has arrived. */
export const brokenOff = (): Refusal => refuse(rules.malformedJson, 'the body broke off')

/** The body, when the operation has one. */
export async function readText(operation: Operation, request: Request, budget: MemoryBudget): Promise<ReadBody> {
  if (operation.body === noFields) return ''
  try {
    return await readBody(request, MAX_BODY_BYTES, budget)
  } catch (error) {
    if (error instanceof BodyTooLargeError) return refuse(rules.tooLarge, error.message)
    if (error instanceof NoRoomForBodyError) return noRoomForBody()
    if (error instanceof BodyBrokeOffError) return brokenOff()
    throw error
  }
}

/** What a request brings; whether it fits the operation is the operation's to say. */
export function parseInput(operation: Operation, exchange: OpenExchange, params: Record<string, string>): RawInput {
  return {
    params,
    query: exchange.incoming.query === '' ? {} : Object.fromEntries(new URLSearchParams(exchange.incoming.query)),
    body: operation.body === noFields ? unread(exchange) : parseBody(exchange),
  }
}

/** What an operation without a body is sent. */
function unread({ incoming, trace }: OpenExchange): object {
  const length = incoming.header('content-length') ?? '0'
  if (length !== '0' || incoming.header('transfer-encoding') !== null) trace.apply(rules.bodyIgnored)
  return {}
}

function parseBody({ requestBody: text, incoming, trace }: OpenExchange): object {
  if (text === '') {
    trace.apply(rules.emptyBody)
    return {}
  }
  const type = incoming.header('content-type') ?? ''
  if (!JSON_TYPE.test(type)) {
    const stated = type === '' ? 'of no stated type' : type
    throw refuse(rules.wrongContentType, `the body is ${stated}; send Content-Type: application/json`)
  }
  const why = whyTooLarge(text)
  if (why !== undefined) throw refuse(rules.malformedJson, `the body ${why}`)
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(rules.malformedJson, 'the body is no JSON object')
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(rules.malformedJson, `the body is no JSON${mentionsSecret(text) ? '' : whereOf(error)}`)
  }
}
