import type { Invention } from '../kernel/invention.ts'
import type { Row } from '../kernel/row-set.ts'
import { type Collection, declarations, type StoredRow } from '../marketplace/collections.ts'
import { presentInstance } from '../marketplace/instances/present.ts'
import { bootAgeMs, statusOf } from '../marketplace/instances/status.ts'
import type { World } from '../sandbox/world.ts'
import { mayBeInNumber } from '../kernel/invented-fields.ts'

/** A row as clients see it: with the values that are invented where its fixture is silent, and the status of an instance. */
export function completeRow(world: World, collection: Collection, row: Row): object {
  const { tables, invention } = world
  const instance = collection === 'instances' ? tables.instances.get(row.id) : undefined
  if (instance !== undefined) {
    const { fields } = presentInstance(world, instance)
    return { ...fields, image: fields.image_uuid, args: fields.image_args, ...row }
  }
  return completed(invention, collection, tables[collection].get(row.id)) ?? row
}

/** Reads a field of the status of the instance with an id. */
const shownStatus =
  ({ tables, clock }: World, field: string) =>
  (id: number): unknown => {
    const instance = tables.instances.get(id)
    return instance && Reflect.get(statusOf(instance, bootAgeMs(instance, clock.nowMs)), field)
  }

const completed = <C extends Collection>(
  invention: Invention,
  name: C,
  row: StoredRow<C> | undefined,
): object | undefined => row && declarations[name].invented?.complete(invention, row)

/** All values of the status of the instance with an id. */
function statusValues({ tables, clock }: World, id: number): readonly unknown[] {
  const instance = tables.instances.get(id)
  return instance === undefined ? [] : Object.values(statusOf(instance, bootAgeMs(instance, clock.nowMs)))
}

/** Which rows of a collection are wanted, and in which order. */
export interface RowQuery {
  /** In the JSON of a value, in upper or lower case; empty for every row. */
  readonly text: string
  /** Where the text is looked for; empty for every field. */
  readonly field: string
  /** The field to sort by; empty for the order of the ids. */
  readonly sort: string
  readonly isDescending: boolean
}

/**
 * The rows that a query wants. A number is searched only in what is written, any other text in what is invented, too.
 */
export function findRows<C extends Collection>(
  world: World,
  name: C,
  { text, field, sort, isDescending }: RowQuery,
): readonly StoredRow<C>[] {
  const { tables } = world
  const wanted = text.toLowerCase()
  const readers = field === '' ? readersOfText(world, name, wanted) : [readerOf(world, name, field)]
  const found = wanted === '' ? tables[name].values() : matching(tables[name].values(), readers, wanted)
  if (sort === '') return isDescending ? found.toReversed() : found
  const read = readerOf(world, name, sort)
  const keyed = found.map((row) => ({ row, key: read(row) }))
  const direction = isDescending ? -1 : 1
  return keyed.toSorted((a, b) => compare(a.key, b.key, direction)).map(({ row }) => row)
}

type Reader<R> = (row: R) => unknown

/** Reads one field, whatever its name. */
function readerOf<C extends Collection>(world: World, name: C, field: string): Reader<StoredRow<C>> {
  const status = name === 'instances' ? shownStatus(world, field) : undefined
  return (
    declarations[name].invented?.readerOf(world.invention, field) ??
    ((row) => Reflect.get(row, field) ?? status?.(row.id))
  )
}

/** Each reads a part of what a text may be in. */
function readersOfText<C extends Collection>(world: World, name: C, text: string): readonly Reader<StoredRow<C>>[] {
  const { invention } = world
  const invented = /^\d*$/.test(text) ? [] : (declarations[name].invented?.readersOfText(invention, text) ?? [])
  const status: readonly Reader<StoredRow<C>>[] = name === 'instances' ? [({ id }) => statusValues(world, id)] : []
  return [(row): readonly unknown[] => Object.values(row), ...status, ...invented]
}

function matching<R>(rows: readonly R[], readers: readonly Reader<R>[], text: string): readonly R[] {
  const hasText = textFinder(text)
  const found = rows.map(() => false)
  for (const read of readers)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]
      if (row !== undefined && found[at] !== true) found[at] = hasText(read(row))
    }
  return rows.filter((_, at) => found[at])
}

/** Whether the JSON of a value, or of one in a list, has a text, which is in lower case. */
function textFinder(text: string): (value: unknown) => boolean {
  const isInNumbers = mayBeInNumber(text)
  const isInJson = (value: unknown): boolean => JSON.stringify(value).toLowerCase().includes(text)
  const has = (value: unknown): boolean => {
    if (typeof value === 'string') return isInJson(value)
    return value !== undefined && (isInNumbers || typeof value !== 'number') && isInJson(value)
  }
  return (value) => (Array.isArray(value) ? value.some(has) : has(value))
}

/** Numbers by size, all else as text; what is not there comes last. */
function compare(a: unknown, b: unknown, direction: 1 | -1): number {
  const [hasA, hasB] = [a !== undefined && a !== null, b !== undefined && b !== null]
  if (!hasA || !hasB) return Number(hasB) - Number(hasA)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction
  const [left, right] = [textOf(a), textOf(b)]
  return left === right ? 0 : left < right ? -direction : direction
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value))
