import { MASK } from '../../kernel/secret.ts'
import { lostNumber, whyUnparsed } from '../../kernel/json-size.ts'
import { isObject, mapLeaves } from '../../kernel/object.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import { isJson, type Json } from '../../kernel/wire.ts'
import { isSecretName, maySpeakOfSecrets, mentionsSecret } from './secret-names.ts'

/** A text without the secrets that it may repeat. */
export type Redactor = (text: string) => string

const ESCAPE = String.raw`\u`
const ESCAPED_SLASH = String.raw`\/`

/**
 * A body as it may be shown: JSON with secrets masked and no letter escaped that need not be; what does not parse and
 * names a secret is not shown at all.
 */
export function redactBody(text: string): string {
  if (!needsLook(text)) return text
  const value = shallowJson(text)
  return value === undefined ? redactText(unescaped(text)) : JSON.stringify(withoutSecrets(value))
}

const needsLook = (text: string): boolean =>
  text.includes(ESCAPE) || text.includes(ESCAPED_SLASH) || text.includes('@') || maySpeakOfSecrets(text)

/** The value that `redactBody` writes; undefined for what is shown as text. */
export const redactedJson = (text: string): unknown => withoutSecrets(shallowJson(text))

/** Undefined for what is not JSON, nests too deep, or has a number that would become another. */
export function shallowJson(text: string): Json | undefined {
  // Servers write a byte-order mark before their JSON, and captures keep it.
  const value = lostNumber(text) === undefined ? parseJson(text.replace(/^\uFEFF/, '')) : undefined
  return isJson(value) ? value : undefined
}

/** The body of a request, which may be anything: one that is too large to be read is shown as text. */
export const redactRequest = (text: string): string =>
  whyUnparsed(text) === undefined ? redactBody(text) : redactText(unescaped(text))

const redactText = (plain: string): string => (mentionsSecret(plain) ? MASK : redactWithin(plain))

/** A copy of a value with its secrets masked. A text within may be JSON, or have an address or a variable in it. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return isJsonLike(value) ? redactBody(value) : redactWithin(value)
  if (!isObject(value)) return value
  if (Array.isArray(value)) {
    const [name] = value
    const isPair = value.length === 2 && typeof name === 'string' && isSecretName(name)
    return isPair ? [name, mapLeaves(value[1], masked)] : value.map(withoutSecrets)
  }
  const isVariable = 'key' in value && 'value' in value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecretName(name) || (isVariable && name === 'value') ? mapLeaves(field, masked) : withoutSecrets(field),
    ]),
  )
}

/** A text without the secrets in its addresses and variables: `https://user:word@host/?token=abc`, `-e HF_TOKEN=abc`. */
function redactWithin(text: string): string {
  const named = text.includes('@') ? text.replaceAll(USER_INFO, `$1${MASK}@`) : text
  if (!named.includes('=') || !maySpeakOfSecrets(named)) return named
  const shown = named.replaceAll(QUERY, (query) => query[0] + redactQuery(query.slice(1)))
  return shown.replaceAll(ASSIGNED, (whole, name: string) =>
    isSecretName(decoded(name)) ? `${whole.slice(0, whole.indexOf('=') + 1)}${MASK}` : whole,
  )
}

/** What stands before the host of an address, where it may be a password or a token. */
const USER_INFO = /(https?:\/\/|:\/\/(?=[^\s/?#@"'<>:]*:))[^\s/?#@"'<>]+@/g
/** The query or the fragment of an address. */
const QUERY = /[?#][^\s?#"'<>]+/g
/** What stands like a variable before its value. */
const ASSIGNED = /(?<![\w.%[\]-])([\w.%[\]-]{2,100})=("[^"]*"|'[^']*'|[^\s&#;,"'<>]+)/g

/** The body of an answer as a document writes it: JSON, or a text of any kind. */
export const maskedBody = (body: unknown): unknown =>
  typeof body === 'string' ? redactBody(body) : withoutSecrets(body)

/** The body of a request with one field masked; nothing of one that cannot be read. */
export function maskField(body: string, field: string | undefined): string {
  if (field === undefined || body === '') return body
  const value = shallowJson(body)
  if (!isObject(value) || Array.isArray(value)) return ''
  if (Object.hasOwn(value, field)) Reflect.set(value, field, MASK)
  return JSON.stringify(value)
}

/** The value of a header as it may be shown: `Location`, `Link` and `Referer` have addresses in them. */
export const redactHeader = (name: string, value: string): string => (isSecretName(name) ? MASK : redactWithin(value))

/** The headers of an answer. */
export const maskedHeaders = (
  headers: Readonly<Record<string, string | readonly string[]>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactHeader(name, [value].flat().join(', '))]),
  )

const isJsonLike = (text: string): boolean => /^\s{0,100}[{["]/.test(text)

/** Its type stays, so that it is read as before. */
const masked = (leaf: unknown): unknown =>
  typeof leaf === 'string' && leaf !== '' ? MASK : typeof leaf === 'number' ? 0 : leaf

const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** Header lines, names and values in turn, as they may be shown: by lower-case name, as `Headers` lists and joins them. */
export function redactHeaders(lines: readonly string[], redact: Redactor): Readonly<Record<string, string>> {
  const shown = new Map<string, string>()
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const name = lines[at]?.toLowerCase() ?? ''
    const value = redact(redactHeader(name, lines[at + 1] ?? ''))
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined || value === MASK ? value : `${earlier}, ${value}`)
  }
  const headers: Record<string, string> = {}
  for (const name of [...shown.keys()].toSorted()) headers[name] = shown.get(name) ?? ''
  return headers
}

/** A query string, without its question mark, as it may be shown: what is not a secret stays as it was sent. */
export const redactQuery = (query: string): string => query.split('&').map(redactPair).join('&')

function redactPair(pair: string): string {
  const end = pair.indexOf('=')
  if (end === -1) return pair
  if (isSecretName(decoded(pair.slice(0, end)))) return `${pair.slice(0, end)}=${MASK}`
  const value = decoded(pair.slice(end + 1))
  const shown = isJsonLike(value) ? redactBody(value) : redactWithin(value)
  if (shown === value) return pair
  return `${pair.slice(0, end)}=${shown === MASK ? MASK : encodeURIComponent(shown)}`
}

/** As a form reads it, whatever is escaped wrongly. */
function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return new URLSearchParams(`x=${text}`).get('x') ?? text
  }
}

/** Whether a query carries what belongs into a header. */
export const hasSecretInQuery = (query: string): boolean =>
  query !== '' && query.split('&').some((pair) => isSecretName(decoded(pair.split('=', 1)[0] ?? '')))

/** A shorter secret is a part of many words: it is hidden where it is a word of its own, by a mask of its own length. */
export const SHORT_SECRET = 6

/** Hides secrets, wherever they stand. */
export const createRedactor = (secrets: readonly string[]): Redactor => {
  const hides = secrets.filter((secret) => secret !== '').map(redactorOf)
  const [only = (text: string) => text, ...others] = hides
  return others.length === 0 ? only : (text) => hides.reduce((shown, redact) => redact(shown), text)
}

function redactorOf(secret: string): Redactor {
  if (secret.length >= SHORT_SECRET) return (text) => (text.includes(secret) ? text.replaceAll(secret, MASK) : text)
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped(secret)}(?![\p{L}\p{N}_])`, 'gu')
  const mask = MASK.slice(0, secret.length)
  return (text) => (text.includes(secret) ? text.replaceAll(word, mask) : text)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
