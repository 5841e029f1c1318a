import { jsonMistake } from '../kernel/json-mistake.ts'
import { mentionsSecret } from '../testing/journal/secret-names.ts'
import { noInput, type Operation } from '../kernel/operation.ts'
import { queryParameters } from '../kernel/query-parameters.ts'
import { refuse } from '../kernel/refusal.ts'
import { whyUnparsed } from '../kernel/json-size.ts'
import { whereOf } from '../kernel/wire.ts'
import { EMPTY_PART, type RawInput } from '../marketplace/operation/route.ts'
import type { OpenExchange } from './open-exchange.ts'
import type { Match } from './path-table.ts'
import { catalogue } from '../marketplace/catalogue.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** What a request brings; whether it fits the operation is the operation's to say. */
export function parseInput(operation: Operation, exchange: OpenExchange, params: Match['params']): RawInput {
  return {
    params,
    query: parseQuery(exchange),
    body: operation.body === noInput ? ignoreBody(exchange) : parseBody(exchange),
  }
}

/** Without the key, where it named the user: then it was read. */
function parseQuery({ incoming, isKeyInQuery, userId }: OpenExchange): object {
  checkQueryIsUtf8(incoming.query)
  const query = queryParameters(incoming.query)
  const { api_key: _, ...others } = query
  return isKeyInQuery && userId !== null ? others : query
}

/** What an operation without a body is sent. */
function ignoreBody({ incoming, trace }: OpenExchange): object {
  const length = incoming.headers.value('content-length') ?? '0'
  if (length !== '0' || incoming.headers.value('transfer-encoding') !== null)
    trace.apply(catalogue['request.body-ignored'])
  return EMPTY_PART
}

function parseBody(exchange: OpenExchange): object {
  const { isBodyKept, sentBody, incoming, trace } = exchange
  const text = isBodyKept ? sentBody : ''
  if (text === '') {
    trace.apply(catalogue['request.empty-body'])
    return {}
  }
  const type = incoming.headers.value('content-type') ?? ''
  if (!JSON_TYPE.test(type)) {
    const stated = type === '' ? 'of no stated type' : type
    throw refuse(catalogue['request.wrong-content-type'], `the body is ${stated}; send Content-Type: application/json`)
  }
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  if (!/^utf-?8$/i.test(charset)) trace.addHint(`the body is read as UTF-8, not as ${charset}: send it so`)
  return parseObject(text)
}

/** Escaped bytes that are not UTF-8 would be read as U+FFFD. */
function checkQueryIsUtf8(query: string): void {
  if (!/%[89a-f]/i.test(query)) return
  for (const { 0: escaped, index } of query.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (isUtf8(escaped)) continue
    const at = index + escaped.search(/%[89a-f]/i)
    const [pair = ''] = /[^&]*$/.exec(query.slice(0, at)) ?? []
    throw refuse(
      catalogue['request.wrong-field'],
      `${pair.split('=', 1)[0]}: is not UTF-8 (${query.slice(at, at + 3)} at position ${at} of the query)`,
      'write é as %C3%A9, not as %E9',
    )
  }
}

function isUtf8(escaped: string): boolean {
  try {
    // Bundlers leave out a call that nothing is read of.
    return decodeURIComponent(escaped) !== ''
  } catch {
    return false
  }
}

function parseObject(text: string): object {
  const why = whyUnparsed(text)
  if (why !== undefined) throw refuse(catalogue['request.malformed-json'], `the body ${why}`)
  const value = parseJsonBody(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(catalogue['request.malformed-json'], 'the body is not a JSON object')
  }
  return value
}

function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const where = mentionsSecret(text) ? '' : whereOf(error)
    throw refuse(catalogue['request.malformed-json'], `the body is not JSON${where}`, jsonMistake(text)?.advice)
  }
}
