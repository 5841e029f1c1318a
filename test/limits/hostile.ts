import { MAX_CONTROL_BODY_BYTES, MAX_STATE_BYTES } from '../../src/control/app.ts'
import { MAX_BODY_BYTES } from '../../src/sandbox/read-body.ts'
import { MAX_REQUEST_VALUES } from '../../src/kernel/json-size.ts'
import type { Call } from './probe.ts'

const KEY = { Authorization: 'Bearer renter-key' }
export const JSON_TYPE = { ...KEY, 'Content-Type': 'application/json' }

/** Room for a frame of a few hundred bytes. */
const FRAME = 500

/** So many times a text, as long as it fits; with commas between. */
const list = (part: string, bytes: number, most = Infinity): string =>
  Array.from({ length: Math.min(most, Math.floor(bytes / (part.length + 1))) }, () => part).join(',')

const keys = (bytes: number, most = Infinity): string => {
  const parts: string[] = []
  for (let size = 0, at = 0; size < bytes - 20 && parts.length < most; at++) {
    const part = `"k${at}":1`
    size += part.length + 1
    parts.push(part)
  }
  return parts.join(',')
}

type Texts = Readonly<Record<string, string>>

const deep = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
const shallow = (value: string): string => `${'{"a":'.repeat(28)}${value}${'}'.repeat(28)}`

/** JSON values near a size: long, deep, of many keys, numbers and objects, and of a secret's name or none. */
const values = oncePerSize((bytes) => {
  const room = bytes - FRAME
  const most = MAX_REQUEST_VALUES
  return {
    'a long text': `"${'x'.repeat(room)}"`,
    'a text that is JSON': JSON.stringify(`{"a":[${list('0', room / 2)}]}`),
    'a text of escapes': `"${String.raw`\u0041`.repeat(room / 6)}"`,
    'a list in lists': deep(room),
    'a list at the bottom': shallow(`[${list('0', room - 300, most - 100)}]`),
    'many numbers': `[${list('0', room)}]`,
    'numbers, as many as may be': `[${list('0', room, most - 100)}]`,
    'many objects': `[${list('{}', room)}]`,
    'objects, as many as may be': `[${list('{}', room, most - 100)}]`,
    'many keys': `{${keys(room)}}`,
    'keys, as many as may be': `{${keys(room, most - 100)}}`,
    'many texts': `[${list('"ab"', room, most - 100)}]`,
    secrets: `{"password":[${list('"ab"', room, most - 100)}],"key":1}`,
  }
})

/** Every entry point takes the same bodies, and to write them anew for each took longer than to send them. */
function oncePerSize(write: (bytes: number) => Texts): (bytes: number) => Texts {
  const written = new Map<number, Texts>()
  return (bytes) => {
    const texts = written.get(bytes) ?? write(bytes)
    written.set(bytes, texts)
    return texts
  }
}

type Place = (value: string) => string

/** All values as whole bodies; in the places those that are within the bounds, and so come far. */
function placed(places: readonly Place[], bytes: number): Texts {
  const whole = Object.entries(values(bytes))
  const far = whole.filter(([name]) => name === 'a long text' || name.endsWith('as many as may be'))
  return Object.fromEntries([
    ...whole,
    ...places.flatMap((place) => far.map(([name, value]) => [`${name}: ${place('…')}`, place(value)] as const)),
  ])
}

const texts = oncePerSize((bytes) => ({
  'no JSON': 'x'.repeat(bytes),
  'JSON that breaks off': `{"a":[${list('1', bytes - FRAME)}`,
  'JSON that breaks off behind a name': `{"docker_login_pass":"${'x'.repeat(bytes - FRAME)}`,
  names: 'password=x&'.repeat(bytes / 11),
  braces: '{'.repeat(bytes),
  quotes: '"'.repeat(bytes),
}))

/** A body that is the same for every operation, and so meets faults before any of them sees it. */
export const isWhole = (name: string): boolean => name in values(MAX_BODY_BYTES) || name in texts(MAX_BODY_BYTES)

/** Bodies near the limit of the interface: of any kind, and in each of the places that are named. */
export function apiBodies(path: string, method: string, ...places: readonly Place[]): Named {
  const found: Record<string, Call> = {}
  for (const [name, body] of Object.entries(placed(places, MAX_BODY_BYTES)))
    found[name] = { method, path, headers: JSON_TYPE, body }
  for (const [name, body] of Object.entries(texts(MAX_BODY_BYTES)))
    found[name] = { method, path, headers: JSON_TYPE, body }
  return { ...found, ...targets(path, method) }
}

/** The name of each, and its request. */
export type Named = Readonly<Record<string, Call>>

/** Bytes of a request's head that Node takes. */
const HEAD = 16_000

/** Queries and headers near the limit of a request's head. */
export function targets(path: string, method = 'GET'): Named {
  const query = (text: string): Call => ({ method, path: `${path}?${text.slice(0, HEAD)}`, headers: KEY })
  return {
    'parameters without a name': query('a&'.repeat(HEAD / 2)),
    'parameters of one name': query('a=1&'.repeat(HEAD / 4)),
    'parameters of secrets': query('key=1&'.repeat(HEAD / 6)),
    'parameters of many names': query(Array.from({ length: HEAD / 6 }, (_, at) => `p${at}=1`).join('&')),
    'a long parameter': query(`a=${'x'.repeat(HEAD)}`),
    'words in a parameter': query(`a=${'token-'.repeat(HEAD / 6)}`),
    'percents in a parameter': query(`a=${'%7B'.repeat(HEAD / 3)}`),
    'select_filters of numbers': query(`select_filters={"id":{"in":[${list('1.5', HEAD - 100)}]}}`),
    'select_filters of keys': query(`select_filters={${keys(HEAD - 100)}}`),
    'long headers': {
      method,
      path,
      headers: { ...KEY, 'X-A': 'a?'.repeat(HEAD / 6), 'X-B': `?${'key=1&'.repeat(HEAD / 18)}` },
    },
    'a key of one letter': { method, path, headers: { Authorization: 'Bearer e' } },
  }
}

/** Targets of a listing that takes columns, an order and a page. */
export function listing(path: string): Named {
  const parameter = (name: string, value: string): Call => ({ path: `${path}?${name}=${value}`, headers: KEY })
  const room = HEAD - 100
  const token = btoa(JSON.stringify({ order: [['id', 'asc']], after: ['x'.repeat(room / 2)] }))
  return {
    ...targets(path),
    'select_cols of one name': parameter('select_cols', `[${list('"id"', room)}]`),
    'select_cols of any name': parameter('select_cols', `["${'x'.repeat(room)}"]`),
    'order_by of one name': parameter('order_by', `[${list('{"col":"id"}', room)}]`),
    'order_by of any name': parameter('order_by', `[${list('{"col":"x"}', room)}]`),
    'select_filters of texts': parameter('select_filters', `{"id":{"in":[${list('"1"', room)}]}}`),
    'a text that is to be a number': parameter('select_filters', `{"id":{"eq":"${'1'.repeat(room)}"}}`),
    'after_token of a long value': parameter('after_token', token),
    'after_token of braces': parameter('after_token', btoa('['.repeat(room / 2))),
  }
}

/** Bodies near the limit of control calls: of any kind, and in each of the places that are named. */
export function controlBodies(call: string, ...places: readonly Place[]): Named {
  const [method = '', path = ''] = call.split(' ')
  const found: Record<string, Call> = {}
  for (const [name, body] of Object.entries(placed(places, MAX_CONTROL_BODY_BYTES)))
    found[name] = { method, path: `/_sim${path}`, body }
  for (const [name, body] of Object.entries(texts(MAX_CONTROL_BODY_BYTES)))
    found[name] = { method, path: `/_sim${path}`, body }
  return found
}

/** A control call with bodies of its own. */
export function control(call: string, bodies: Readonly<Record<string, unknown>> = { '': undefined }): Named {
  const [method = '', path = ''] = call.split(' ')
  return Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      name,
      { method, path: `/_sim${path}`, ...(body !== undefined && { body: JSON.stringify(body) }) },
    ]),
  )
}

/** What a journal is full of: bodies that cost the most to show. */
export const bodiesForJournal = (): readonly Call[] => {
  const all = Object.values({ ...values(MAX_BODY_BYTES), ...texts(MAX_BODY_BYTES) })
  return all.map((body) => ({ method: 'POST', path: '/api/v0/template/', headers: JSON_TYPE, body }))
}

export const stateOf = (part: string): string => `{"users":[${list(part, MAX_STATE_BYTES - FRAME)}]}`
