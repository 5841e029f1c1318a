import { mentionsSecret } from '../testing/journal/secret-names.ts'
import { noInput, type Operation } from '../kernel/operation.ts'
import { memoizeByObject } from '../kernel/memoize-by-object.ts'
import { MAX_MEMOIZED_CHARACTERS } from '../kernel/memoize-by-text.ts'
import { queryParameters } from '../kernel/query-parameters.ts'
import { refuse } from '../kernel/refusal.ts'
import { whyUnparsed } from '../kernel/json-size.ts'
import { whereOf } from '../kernel/wire.ts'
import { nothing, type RawInput } from '../marketplace/operation/route.ts'
import { request as rules } from '../marketplace/operation/rules.ts'
import type { OpenExchange } from './open-exchange.ts'
import type { Match } from './path-table.ts'

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** What a request brings; whether it fits the operation is the operation's to say. */
export function parseInput(operation: Operation, exchange: OpenExchange, params: Match['params']): RawInput {
  return {
    params,
    query: exchange.incoming.query === '' ? nothing : parseQuery(operation, exchange),
    body: operation.body === noInput ? unread(exchange) : parseBody(operation, exchange),
  }
}

/** Without the key, where it named the user: then it was read. */
function parseQuery(operation: Operation, { incoming, isKeyInQuery, userId }: OpenExchange): object {
  const { made } = queryOf(operation, incoming.query)
  return isKeyInQuery && userId !== null ? withoutKey(made) : made
}

const withoutKey = memoizeByObject((query: object) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'api_key')),
)

/** What an operation without a body is sent. */
function unread({ incoming, trace }: OpenExchange): object {
  const length = incoming.headers.value('content-length') ?? '0'
  if (length !== '0' || incoming.headers.value('transfer-encoding') !== null) trace.apply(rules.bodyIgnored)
  return nothing
}

function parseBody(operation: Operation, exchange: OpenExchange): object {
  const { requestBody: text, incoming, trace } = exchange
  if (text === '') {
    trace.apply(rules.emptyBody)
    return {}
  }
  const type = incoming.headers.value('content-type') ?? ''
  if (!JSON_TYPE.test(type)) {
    const stated = type === '' ? 'of no stated type' : type
    throw refuse(rules.wrongContentType, `the body is ${stated}; send Content-Type: application/json`)
  }
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  if (!/^utf-?8$/i.test(charset)) trace.addHint(`the body is read as UTF-8, not as ${charset}: send it so`)
  const body = bodyOf(operation, text)
  // The journal keeps equal texts once.
  exchange.sentBody = body.text
  return body.made
}

/** A text, and the object that was made from it. */
interface Made {
  readonly text: string
  readonly made: object
}

/** Makes an object from a text. For the latest text of an operation it is the same one: clients repeat themselves. */
function keepingLatest(make: (text: string) => object): (operation: Operation, text: string) => Made {
  const latest = new Map<Operation, Made>()
  return (operation, text) => {
    const known = latest.get(operation)
    if (known?.text === text) return known
    const made = { text, made: make(text) }
    if (text.length <= MAX_MEMOIZED_CHARACTERS) latest.set(operation, made)
    return made
  }
}

const queryOf = keepingLatest((text) => {
  refuseOtherCharsets(text)
  return queryParameters(text)
})

/** What is escaped and is no UTF-8 would be read as U+FFFD. */
function refuseOtherCharsets(query: string): void {
  if (!/%[89a-f]/i.test(query)) return
  for (const { 0: escaped, index } of query.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (isUtf8(escaped)) continue
    const at = index + escaped.search(/%[89a-f]/i)
    const [pair = ''] = /[^&]*$/.exec(query.slice(0, at)) ?? []
    throw refuse(
      rules.wrongField,
      `${pair.split('=', 1)[0]}: is not UTF-8 (${query.slice(at, at + 3)} at position ${at} of the query)`,
      'write é as %C3%A9, not as %E9',
    )
  }
}

function isUtf8(escaped: string): boolean {
  try {
    decodeURIComponent(escaped)
    return true
  } catch {
    return false
  }
}

const bodyOf = keepingLatest((text) => {
  const why = whyUnparsed(text)
  if (why !== undefined) throw refuse(rules.malformedJson, `the body ${why}`)
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(rules.malformedJson, 'the body is not a JSON object')
  }
  return value
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(rules.malformedJson, `the body is not JSON${mentionsSecret(text) ? '' : whereOf(error)}`)
  }
}
