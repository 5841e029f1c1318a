import { none, type Operation } from '../kernel/operation.ts'
import { refuse } from '../kernel/refusal.ts'
import { isShallow } from '../kernel/wire.ts'
import type { RawInput } from '../resources/service/route.ts'
import { request as rules } from '../resources/service/rules.ts'
import { BodyTooLargeError, MAX_BODY_BYTES, readBody } from './read-body.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** Reads what a request brings; whether it fits the operation is the operation's to say. */
export async function readInput(
  operation: Operation,
  request: Request,
  params: Record<string, string>,
): Promise<RawInput> {
  return {
    params,
    query: operation.query === none ? {} : parseQuery(request.url),
    body: operation.body === none ? {} : await readJson(request),
  }
}

/** Every query parameter of this interface is JSON text. */
function parseQuery(url: string): object {
  return Object.fromEntries(
    [...new URL(url).searchParams].map(([name, text]) => [
      name,
      parseJson(text, (why) => refuse(rules.wrongField, `${name}: ${why}`)),
    ]),
  )
}

async function readJson(request: Request): Promise<object> {
  const text = await bounded(request)
  if (text === '') return {}
  const type = request.headers.get('content-type') ?? ''
  if (!JSON_TYPE.test(type)) {
    throw refuse(
      rules.wrongContentType,
      `the body is ${type === '' ? 'of no stated type' : type}; send Content-Type: application/json`,
    )
  }
  const value = parseJson(text, (why) => refuse(rules.malformedJson, `the body ${why}`))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(rules.malformedJson, 'the body is no JSON object')
  return value
}

async function bounded(request: Request): Promise<string> {
  try {
    return await readBody(request, MAX_BODY_BYTES)
  } catch (error) {
    throw error instanceof BodyTooLargeError ? refuse(rules.tooLarge, error.message) : error
  }
}

function parseJson(text: string, refusal: (why: string) => Error): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refusal(`is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isShallow(value)) throw refusal('nests too deep')
  return value
}
