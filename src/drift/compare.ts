import { fieldOf, isObject } from '../kernel/object.ts'
import { MASK } from '../kernel/secret.ts'
import { isSecretName } from '../testing/journal/secret-names.ts'
import { isIdName, type SameIds } from './ids.ts'

/** Where an answer of the simulator and one that was captured differ, without what the captured one says there. */
export interface Difference {
  /** Names of fields with dots, `[]` for any item of a list; empty for the answer as a whole. */
  readonly where: string
  readonly expected: string
  readonly seen: string
  readonly kind: 'status' | 'field' | 'left out' | 'value' | 'order' | 'missing row' | 'further row' | 'text' | 'header'
  /** The captured id of the row that shows it. */
  readonly row?: unknown
}

export interface Side {
  readonly status: number
  readonly body: unknown
}

export interface Comparison {
  readonly ids: SameIds
  /** What ids without a name of their own are those of. */
  readonly resource: string
  /** The captured ids of rows that earlier requests made. */
  readonly made: ReadonlySet<unknown>
  /** Whether the world has the row of a captured id. */
  readonly holds: (id: unknown) => boolean
  /** Whether the capture shows the rows from which the values follow. */
  readonly isKnown: boolean
  /** Whether the words of refusals are compared. */
  readonly texts: boolean
  /** Whether a listing was asked for as it was answered. */
  readonly isAsked?: boolean
  /** Places in our answer whose values are invented, as `placesApart` finds them. */
  readonly invented?: ReadonlySet<string>
}

/** The same for two rows that differ alike. */
export const differenceText = ({ kind, where, expected, seen }: Difference): string =>
  `${kind} ${where} ${expected} ${seen}`

export interface Compared {
  readonly differences: readonly Difference[]
  /** Where the world cannot say what the value is: the schema alone can judge it. */
  readonly open: readonly string[]
}

const CODE = /^[A-Za-z][A-Za-z0-9_]{1,60}$/

const outcomeText = (status: number, body: unknown): string => {
  const code = fieldOf(body, 'error')
  if (status < 400) return `status ${status}`
  return `${status} ${typeof code === 'string' && CODE.test(code) ? code : 'without a code'}`
}

/** Another status, or another code of a refusal: then nothing else is compared. */
export function statusDifference(ours: Side, seen: Side, about: string): Difference | undefined {
  const [code, theirs] = [fieldOf(ours.body, 'error'), fieldOf(seen.body, 'error')]
  const isOtherCode = seen.status >= 400 && code !== theirs && typeof theirs === 'string'
  if (ours.status === seen.status && !isOtherCode) return undefined
  return {
    kind: 'status',
    where: ours.status === seen.status ? 'code' : about,
    expected: outcomeText(ours.status, ours.body),
    seen: outcomeText(seen.status, seen.body),
  }
}

/** Headers that a client goes by. */
const TELLING = ['retry-after', 'www-authenticate', 'allow', 'location', 'x-ratelimit-reset']

/** Only what a capture has beside the type of the body tells that it has headers at all. */
export function headerDifferences(
  ours: readonly string[],
  headers: readonly string[],
  status: number,
): readonly Difference[] {
  if (status < 300 || headers.every((name) => name.startsWith('content-'))) return []
  return TELLING.filter((name) => headers.includes(name) !== ours.includes(name)).map((name) => {
    const [expected, seen] = headers.includes(name)
      ? ['no such header', 'the header']
      : ['the header', 'no such header']
    return { kind: 'header', where: name, expected, seen }
  })
}

export function differencesOf(ours: Side, seen: Side, comparison: Comparison): Compared {
  const walk = new Walk(comparison)
  walk.value(ours.body, seen.body, { where: '', at: '', name: '' })
  const isRowApart = walk.differences.some(({ kind }) => kind.endsWith('row'))
  // How many rows there are follows from the rows, where all of them are shown.
  const isCounted = !isRowApart && comparison.isAsked !== false && !isCut(seen.body)
  const differences = walk.differences.filter(
    ({ kind, where }) => isCounted || kind === 'field' || kind === 'left out' || !COUNT.test(where),
  )
  return { differences, open: [...walk.open] }
}

/** The places at which two answers to one request differ: what stands there is drawn from the seed. */
export function placesApart(one: unknown, other: unknown, at = ''): readonly string[] {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((each, index) => placesApart(each, other[index], `${at}/${index}`))
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
      // A field that only one of them has ends with a question mark.
      Object.hasOwn(one, name) === Object.hasOwn(other, name)
        ? placesApart(one[name], other[name], `${at}/${name}`)
        : [`${at}/${name}?`],
    )
  return one === other ? [] : [at]
}

const COUNT = /^(instances_found|templates_found|total_instances|label_counts.*|count|total|truncated)$/

/** Whether further rows stand on a page that comes after it. */
const isCut = (body: unknown): boolean => typeof fieldOf(body, 'next_token') === 'string'

interface Place {
  readonly where: string
  /** Names and indexes in our answer. */
  readonly at: string
  readonly name: string
  readonly row?: unknown
}

export type Row = Readonly<Record<string, unknown>>

class Walk {
  /** Each once, however many rows show it. */
  readonly #differences = new Map<string, Difference>()
  readonly open = new Set<string>()
  readonly #with: Comparison

  constructor(comparison: Comparison) {
    this.#with = comparison
  }

  get differences(): readonly Difference[] {
    return [...this.#differences.values()]
  }

  value(ours: unknown, seen: unknown, place: Place): void {
    const { ids, resource, invented, isKnown } = this.#with
    const { name, where } = place
    if (isSecretName(name)) {
      if (typeof ours === 'string' && typeof seen === 'string') ids.match(name, resource, ours, seen)
      else if (name === 'next_token' && typeof seen === 'string') this.open.add(where)
      else if (typeOf(ours) !== typeOf(seen))
        this.#note(name === 'next_token' ? 'value' : 'field', place, typeOf(ours), typeOf(seen))
      return
    }
    if (invented?.has(place.at) === true) {
      this.open.add(where)
      return
    }
    // A world shows what is null as it was captured, and nothing is known of what a capture masks.
    if (typeof seen === 'string' && typeof ours === 'string' && seen.includes(MASK)) this.open.add(where)
    else if (ours === null && seen === null) this.open.add(where)
    else if (Array.isArray(ours) && Array.isArray(seen)) this.#list(ours, seen, place)
    else if (isFields(ours) && isFields(seen)) this.#fields(ours, seen, place)
    // What is null of a machine stays so when it is rented, and no offer shows it.
    else if (seen === null && ours !== null && this.#with.made.has(place.row)) this.open.add(where)
    // Whether something of an account is set is shown by no listing.
    else if (!isKnown && (ours === null || seen === null)) this.open.add(where)
    else if (kindOf(ours) !== kindOf(seen)) this.#note('field', place, typeOf(ours), typeOf(seen))
    else if (isIdName(name)) {
      if (!ids.match(name, resource, ours, seen)) this.#note('value', place, 'the same id as before', 'another')
    } else if (name === 'msg' || name === 'detail') {
      if (this.#with.texts && plain(ours) !== plain(seen))
        this.#note('text', place, JSON.stringify(ours), 'other words')
    } else if (isAlike(ours, seen, name)) return
    else if (!isKnown || (name === 'truncated' && seen === true)) this.open.add(where)
    else this.#note('value', place, shown(ours, name), shownSeen(ours, seen, name))
  }

  #fields(ours: Row, seen: Row, { where, at, row }: Place): void {
    for (const name of new Set([...Object.keys(ours), ...Object.keys(seen)])) {
      const place = { where: where === '' ? name : `${where}.${name}`, at: `${at}/${name}`, name, row }
      const [isOurs, isSeen] = [Object.hasOwn(ours, name), Object.hasOwn(seen, name)]
      if (isOurs && isSeen) this.value(ours[name], seen[name], place)
      else if (this.#with.invented?.has(`${place.at}?`) === true) this.open.add(place.where)
      else if (isOurs) this.#note('left out', place, 'the field', 'no such field')
      else this.#note('field', place, 'no such field', typeOf(seen[name]))
    }
  }

  #list(ours: readonly unknown[], seen: readonly unknown[], place: Place): void {
    const where = `${place.where}[]`
    if (!this.#with.isKnown) {
      this.open.add(where)
      return
    }
    if ([...ours, ...seen].every(isFields) && [...ours, ...seen].some(hasId)) {
      this.#rows(ours.filter(isFields), seen.filter(isFields), { ...place, where })
      return
    }
    if (ours.length !== seen.length) {
      this.#note('value', place, `${ours.length} items`, `${seen.length}`)
      return
    }
    for (const [index, each] of ours.entries())
      this.value(each, seen[index], { ...place, where, at: `${place.at}/${index}`, name: `${place.name} ` })
  }

  #rows(ours: readonly Row[], seen: readonly Row[], place: Place): void {
    const { ids, resource, made, holds, isAsked = true } = this.#with
    const left = new Map(
      ours.map((row, index): [unknown, { readonly row: Row; readonly index: number }] => [idOf(row), { row, index }]),
    )
    const order: number[] = []
    const largest = Math.max(
      ...seen
        .map(idOf)
        .filter((id) => typeof id === 'number' && !made.has(id))
        .map(Number),
    )
    for (const row of seen) {
      const id = idOf(row)
      const known = typeof id === 'number' ? ids.ours(resource, id) : id
      const match = left.get(known)
      if (match !== undefined) {
        left.delete(known)
        // What is made last has the largest id with us.
        if (!made.has(id) || Number(id) > largest) order.push(match.index)
        this.value(match.row, row, { ...place, at: `${place.at}/${match.index}`, name: '', row: id })
      } else if (id === undefined || id === null || (!holds(id) && !made.has(id))) this.open.add(place.where)
      else if (isAsked) this.#note('further row', { ...place, row: id }, 'no such row', 'a row')
    }
    if (!isAsked) return
    for (const { row } of left.values()) {
      const theirs = [...made].find((id) => typeof id === 'number' && ids.ours(resource, id) === idOf(row))
      if (theirs !== undefined) this.#note('missing row', { ...place, row: theirs }, 'a row', 'no such row')
    }
    if (order.some((each, index) => each < (order[index - 1] ?? -1)))
      this.#note('order', place, 'another order of rows', 'this one')
  }

  #note(kind: Difference['kind'], { where, row }: Place, expected: string, seen: string): void {
    const difference = { kind, where: where || 'body', expected, seen, ...(row !== undefined && { row }) }
    const text = differenceText(difference)
    if (!this.#differences.has(text)) this.#differences.set(text, difference)
  }
}

const isFields = (value: unknown): value is Row => isObject(value) && !Array.isArray(value)

const hasId = (value: unknown): boolean =>
  isFields(value) && (Object.hasOwn(value, 'id') || Object.hasOwn(value, 'ask_contract_id'))

export const idOf = (row: Row): unknown => row['id'] ?? row['ask_contract_id']

/** The words of a refusal, whatever numbers and names they repeat. */
const plain = (text: unknown): string => String(text).replaceAll(/[0-9a-f]{32}|\d+(\.\d+)?|"[^"]*"/g, '#')

export const hasSameWords = (ours: unknown, seen: unknown): boolean =>
  plain(fieldOf(ours, 'msg') ?? fieldOf(ours, 'detail')) === plain(fieldOf(seen, 'msg') ?? fieldOf(seen, 'detail'))

/** Names of what changes while an answer is on its way, in seconds or minutes. */
const isTime = (name: string): boolean => /date|_at$|duration|uptime|remaining/.test(name)

const SECONDS_ON_THE_WAY = 60

function isAlike(ours: unknown, seen: unknown, name: string): boolean {
  if (typeof ours !== 'number' || typeof seen !== 'number') return ours === seen
  const apart = Math.abs(ours - seen)
  return (
    apart <= 1e-6 * Math.max(1e-3, Math.abs(ours), Math.abs(seen)) ||
    (isTime(name) && apart < (name.includes('mins') ? 2 : SECONDS_ON_THE_WAY))
  )
}

/** Our value, where it is no text of the capture. */
const shown = (ours: unknown, name: string): string =>
  typeof ours !== 'string' || /status|state/.test(name) ? String(ours) : 'the text that follows from the rest'

const UNITS: readonly (readonly [ratio: number, unit: string])[] = [
  [60, 'minutes, where seconds are'],
  [3600, 'hours, where seconds are'],
  [86_400, 'days, where seconds are'],
  [1 / 60, 'seconds, where minutes are'],
  [1 / 1000, 'milliseconds, where seconds are'],
]

/** What was seen instead, without any text of the capture. */
function shownSeen(ours: unknown, seen: unknown, name: string): string {
  if (typeof ours !== 'number' || typeof seen !== 'number')
    return typeof seen === 'string' ? 'another text' : String(seen)
  const unit = UNITS.find(([ratio]) => isTime(name) && Math.abs(ours - seen * ratio) <= 0.02 * Math.abs(ours))
  return unit === undefined ? String(seen) : `${seen}: ${unit[1]} expected`
}

/** Whole numbers and others are of one kind. */
const kindOf = (value: unknown): string => (typeof value === 'number' ? 'number' : typeOf(value))

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === undefined ? 'none that is JSON' : typeof value
}

/** The fields of an answer by their names with dots, `[]` for any item of a list. */
export function fieldsOf(value: unknown, at = ''): ReadonlySet<string> {
  const inner = Array.isArray(value)
    ? value.map((item: unknown) => [`${at}[]`, item] as const)
    : isObject(value)
      ? Object.entries(value).map(([name, each]) => [at === '' ? name : `${at}.${name}`, each] as const)
      : []
  return new Set(inner.flatMap(([where, each]) => [...(Array.isArray(value) ? [] : [where]), ...fieldsOf(each, where)]))
}

/** The rows of an answer, under whatever name. */
export function rowsIn(body: unknown): readonly Row[] {
  if (Array.isArray(body)) return body.filter(isFields)
  if (!isFields(body)) return []
  return Object.values(body).flatMap((each) => (Array.isArray(each) ? each.filter(isFields) : []))
}
