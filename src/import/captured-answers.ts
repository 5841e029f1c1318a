import { fieldOf, isObject } from '../kernel/object.ts'
import type { Collection } from '../marketplace/collections.ts'
import { UsageError } from '../kernel/usage-error.ts'

/** A row as the service sent it. */
export type CapturedRow = Readonly<Record<string, unknown>>

/** An answer with rows of one collection. */
export interface CapturedAnswer {
  readonly collection: Collection
  readonly rows: readonly CapturedRow[]
  /** Unix milliseconds of the answer, where the capture tells. */
  readonly atMs?: number
}

/** How the answers with rows of a collection are recognised. */
interface AnswerKind {
  readonly collection: Collection
  /** Method and path of the requests that list them. */
  readonly request: RegExp
  /** The key of the rows; without it the answer is the list itself. */
  readonly key?: string
  /** Fields of which rows of this kind have at least one, and rows of the kinds after it have none. */
  readonly telling?: readonly string[]
}

/** In this order: an instance has the fields of its machine too. */
const kinds: readonly AnswerKind[] = [
  {
    collection: 'instances',
    request: /^GET .*\/instances(\/\d+)?\/?$/,
    key: 'instances',
    telling: ['actual_status', 'image_uuid'],
  },
  { collection: 'templates', request: /^GET .*\/template\/?$/, key: 'templates', telling: ['hash_id'] },
  {
    collection: 'offers',
    request: /^((POST|GET) .*\/bundles|PUT .*\/search\/asks)\/?$/,
    key: 'offers',
    telling: ['gpu_name', 'num_gpus'],
  },
  {
    collection: 'network_volume_offers',
    request: /^POST .*\/network_volumes\/search\/?$/,
    key: 'offers',
    telling: ['nw_disk_avg_bw', 'nw_disk_max_bw', 'nw_disk_min_bw'],
  },
  { collection: 'volume_offers', request: /^POST .*\/volumes\/search\/?$/, key: 'offers' },
  { collection: 'volumes', request: /^GET .*\/volumes\/?$/, key: 'volumes' },
  { collection: 'endpoint_groups', request: /^GET .*\/endptjobs\/?$/, key: 'results', telling: ['endpoint_name'] },
  { collection: 'cloud_connections', request: /^GET .*\/users\/cloud_integrations\/?$/, telling: ['cloud_type'] },
]

/** Under one of them an answer has its rows. */
const keysOfRows: readonly string[] = [...new Set(kinds.flatMap(({ key = [] }) => key))]

/** The collection of which a request lists rows. */
export const listedBy = (method: string, path: string): Collection | undefined =>
  kinds.find(({ request }) => request.test(`${method} ${path}`))?.collection

/** Thrown for an answer with unknown rows. The message has none of its values. */
export class UnclearAnswerError extends UsageError {}

/**
 * The rows of an answer.
 * @throws UnclearAnswerError
 */
export function rowsOf(answer: unknown, collection: Collection): readonly CapturedRow[] {
  const key = kinds.find((kind) => kind.collection === collection)?.key ?? collection
  const rows = Array.isArray(answer) ? answer : fieldOf(answer, key)
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [rows]
  if (!list.every(isRow)) {
    throw new UnclearAnswerError(
      isRefusal(answer)
        ? 'is the answer of a request that failed: it has no rows'
        : `has no rows of ${collection}: they are a list of objects, alone or as "${key}"`,
    )
  }
  return list
}

/** So many different fields the rows of a capture have at most; the service shows about 400. */
export const MAX_FIELDS = 2000

/** @throws UnclearAnswerError of rows with more different fields than any service shows */
export function checkFieldCount(answers: readonly CapturedAnswer[]): void {
  const names = new Set<string>()
  for (const { rows } of answers) {
    for (const row of rows) {
      for (const name of Object.keys(row)) names.add(name)
      if (names.size > MAX_FIELDS)
        throw new UnclearAnswerError(`has rows with more than ${MAX_FIELDS} different fields: are ids their names?`)
    }
  }
}

/**
 * The collection of the rows in an answer, by its shape.
 * @param advice what to do where its shape does not show it
 * @throws UnclearAnswerError that lists what it could be
 */
export function collectionOf(answer: unknown, advice = 'say which with --as'): Collection {
  const possible = kinds.filter(
    ({ key }) => Array.isArray(answer) || (key !== undefined && isObject(fieldOf(answer, key))),
  )
  if (isRefusal(answer)) throw new UnclearAnswerError('is the answer of a request that failed: it has no rows')
  const [first, ...others] = possible
  if (first === undefined) {
    const keys = keysOfRows.map((key) => `"${key}"`).join(', ')
    throw new UnclearAnswerError(`is not an answer with rows: they are a list, alone or as ${keys}, or a HAR file`)
  }
  if (others.length === 0) return first.collection
  const rows = rowsOf(answer, first.collection)
  const told = rows.length === 0 ? undefined : possible.find(({ telling }) => rows.every((row) => hasAny(row, telling)))
  if (told !== undefined) return told.collection
  const could = possible.map(({ collection }) => collection).join(', ')
  throw new UnclearAnswerError(`could have rows of ${could}: ${advice}`)
}

const hasAny = (row: CapturedRow, fields: readonly string[] = []): boolean =>
  fields.some((field) => Object.hasOwn(row, field))

const isRow = (value: unknown): value is CapturedRow => isObject(value) && !Array.isArray(value)

const isRefusal = (answer: unknown): boolean =>
  fieldOf(answer, 'success') === false || typeof fieldOf(answer, 'error') === 'string'
