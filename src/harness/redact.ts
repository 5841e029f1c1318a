import { MASK } from '../kernel/secret.ts'
import { remembered } from '../kernel/remembered.ts'
import { isShallow } from '../kernel/wire.ts'

/** A text without the secrets that it may repeat. */
export type Hide = (text: string) => string

/** With the spellings that clients get wrong. */
const SECRET_NAME = /^(docker_?login_?pass?(wd|word)?|image_?login|jupyter_?token|api_?key|authorization)$/i
const SECRET_MENTION = /docker_?login_?pas|image_?login|jupyter_?token|api_?key|authorization/i
const SECRET_HEADER = /^(proxy-)?authori[sz]ation$|^authentication$|^cookie$|(^|-)api-?key$|(^|-)token$/i

/** A body as it may be shown: JSON with secrets masked and no letter escaped that need not be; what does not parse loses all that follows a secret's name. */
export function redactBody(text: string): string {
  const plain = unescaped(text)
  if (plain === text && !text.includes(ESCAPED_SLASH) && !SECRET_MENTION.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    if (isShallow(value))
      return JSON.stringify(value, (name, each: unknown) => (SECRET_NAME.test(name) ? masked(each) : each))
  } catch {
    // Shown as text, below.
  }
  const mention = SECRET_MENTION.exec(plain)
  return mention === null ? plain : `${plain.slice(0, mention.index + mention[0].length)}${MASK}`
}

/** Every text in it is hidden; its type stays, so that it is read as before. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : MASK
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each)]))
}

/** Whether a text names a secret, wherever. */
export const mentionsSecret = (text: string): boolean => SECRET_MENTION.test(unescaped(text))

const ESCAPE = String.raw`\u`
const ESCAPED_SLASH = String.raw`\/`

const unescaped = (text: string): string =>
  !text.includes(ESCAPE)
    ? text
    : text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

export const isSecretHeader = (name: string): boolean => SECRET_HEADER.test(name)

/** Header lines, names and values in turn, as they may be shown: by lower-case name, as `Headers` lists and joins them. */
export function redactHeaders(lines: readonly string[], hide: Hide): Readonly<Record<string, string>> {
  const shown = new Map<string, string>()
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const name = lines[at]?.toLowerCase() ?? ''
    const value = isSecretHeader(name) ? MASK : hide(lines[at + 1] ?? '')
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined || value === MASK ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries([...shown].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const SECRET_QUERY =
  /^(api[_-]?key|key|token|access_token|password|secret|authorization|docker_login_pass|image_login|jupyter_token)$/i

export const isSecretQuery = (name: string): boolean => SECRET_QUERY.test(name)

/** A query string, without its question mark, as it may be shown. */
export function redactQuery(query: string): string {
  const shown = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    isSecretQuery(name) ? MASK : value.startsWith('{') ? redactBody(value) : value,
  ])
  const isTouched = shown.some(([name = '', value]) => new URLSearchParams(query).get(name) !== value)
  return isTouched
    ? shown.map(([name = '', value = '']) => `${name}=${value === MASK ? MASK : encodeURIComponent(value)}`).join('&')
    : query
}

/** Whether a query carries what belongs into a header. */
export const hasSecretInQuery = (query: string): boolean =>
  query !== '' && [...new URLSearchParams(query).keys()].some(isSecretQuery)

/** Hides secrets that were presented, wherever they stand. */
export const hiding =
  (secrets: readonly string[]): Hide =>
  (text) =>
    secrets.reduce((shown, secret) => (shown.includes(secret) ? shown.replaceAll(secret, MASK) : shown), text)

/** Hides one secret; requests with the same share it. */
export const hidingOne = remembered((secret) => hiding([secret]))
