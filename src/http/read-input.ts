import { mentionsSecret } from '../harness/redact.ts'
import { none, type Operation } from '../kernel/operation.ts'
import { refuse } from '../kernel/refusal.ts'
import { isShallow, whereOf } from '../kernel/wire.ts'
import type { RawInput } from '../resources/service/route.ts'
import { request as rules } from '../resources/service/rules.ts'
import type { OpenExchange } from './exchange.ts'
import { BodyBrokeOffError, BodyTooLargeError, MAX_BODY_BYTES, readBody } from './read-body.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** The body as text, when the operation has one. */
export async function readText(operation: Operation, request: Request): Promise<string> {
  if (operation.body === none) return ''
  try {
    return await readBody(request, MAX_BODY_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw refuse(rules.tooLarge, error.message)
    if (error instanceof BodyBrokeOffError) throw refuse(rules.malformedJson, error.message)
    throw error
  }
}

/** What a request brings; whether it fits the operation is the operation's to say. */
export function parseInput(operation: Operation, exchange: OpenExchange, params: Record<string, string>): RawInput {
  return {
    params,
    query: exchange.request.url.includes('?') ? Object.fromEntries(new URL(exchange.request.url).searchParams) : {},
    body: operation.body === none ? {} : parseBody(exchange),
  }
}

function parseBody({ requestBody: text, request }: OpenExchange): object {
  if (text === '') return {}
  const type = request.headers.get('content-type') ?? ''
  if (!JSON_TYPE.test(type)) {
    const stated = type === '' ? 'of no stated type' : type
    throw refuse(rules.wrongContentType, `the body is ${stated}; send Content-Type: application/json`)
  }
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(rules.malformedJson, 'the body is no JSON object')
  }
  if (!isShallow(value)) throw refuse(rules.malformedJson, 'the body nests too deep')
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(rules.malformedJson, `the body is no JSON${mentionsSecret(text) ? '' : whereOf(error)}`)
  }
}
