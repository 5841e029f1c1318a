import { type Draw, type Invention, defineInvention } from './invention.ts'
import type { Row } from './row-set.ts'

type Invent<R, V> = (draw: Draw, row: R, invention: Invention) => V

/** How a field is invented for a row that leaves it out. */
interface Field<R, V> {
  readonly invent: Invent<R, V>
  /** Whether the JSON of some value that it may get has a text (in lower case); if not, no row need be looked at. */
  readonly mayHave: (text: string) => boolean
}

/** The fields that are invented for the rows of a collection: all of a row, or one without the others. */
export interface InventedFields<R extends Row, V extends object> {
  /** The row with the fields that it leaves out; kept with the row. */
  readonly complete: (invention: Invention, row: R) => V & R
  /** Reads one field of rows. */
  readonly reader: <F extends keyof V>(invention: Invention, field: F) => (row: R) => V[F]
  /** Reads a field by any name, whether it is written, invented or neither. */
  readonly readerOf: (invention: Invention, name: string) => (row: R) => unknown
  /** Reads the fields of rows that may have a text (in lower case) in their JSON. */
  readonly readersOfText: (invention: Invention, text: string) => readonly ((row: R) => unknown)[]
}

/**
 * Declares how the fields of a collection are invented.
 *
 * @example const diskFields = inventedFields<DiskRow>('network_disks')({ inet_up: float('inet_up', { min: 100, max: 5000 }) })
 */
export function inventedFields<R extends Row>(
  collection: string,
): <V extends object>(fields: { readonly [F in keyof V]: Field<R, V[F]> }) => InventedFields<R, V>
export function inventedFields(collection: string) {
  return (fields: Readonly<Record<string, Field<Row, unknown>>>): object => {
    const declared = Object.entries(fields)
    const readerOf =
      (invention: Invention, name: string, { invent }: Field<Row, unknown>) =>
      (row: Row): unknown =>
        Object.hasOwn(row, name) ? Reflect.get(row, name) : invent(invention.draw(collection, row.id), row, invention)
    return {
      complete: defineInvention(collection, (draw, row: Row, invention) => {
        const invented = declared.map(([name, { invent }]) => [name, invent(draw, row, invention)] as const)
        return Object.assign(Object.fromEntries<unknown>(invented), row)
      }),
      reader: (invention: Invention, name: string) => {
        const field = fields[name]
        if (field === undefined) throw new RangeError(`no field ${name} is invented for ${collection}`)
        return readerOf(invention, name, field)
      },
      readerOf: (invention: Invention, name: string) => {
        const field = fields[name]
        return field === undefined ? (row: Row): unknown => Reflect.get(row, name) : readerOf(invention, name, field)
      },
      readersOfText: (invention: Invention, text: string) =>
        declared.flatMap(([name, field]) => (field.mayHave(text) ? [readerOf(invention, name, field)] : [])),
    }
  }
}

/** Whether the JSON of a number, or of null, may have a text. */
export const mayBeInNumber = (text: string): boolean => /^[-+.\de]*$/.test(text) || 'null'.includes(text)

/** A field that gets a number, or null. */
export const numeric = <R, V extends number | null>(invent: Invent<R, V>): Field<R, V> => ({
  invent,
  mayHave: mayBeInNumber,
})

/** A field that gets one of a few values. */
export const valuesOf = <R, V>(values: readonly V[], invent: Invent<R, V>): Field<R, V> => ({
  invent,
  mayHave: (text) => values.some((value) => JSON.stringify(value).toLowerCase().includes(text)),
})

interface Range {
  readonly min: number
  readonly max: number
}

export const int = (field: string, range: Range) => numeric((draw) => draw(field, (f) => f.number.int(range)))

/** @param range without fractionDigits the value is not rounded */
export const float = (field: string, range: Range & { readonly fractionDigits?: number }) =>
  numeric((draw) => draw(field, (f) => f.number.float(range)))

/** Each value with the same probability; one that is there twice, with twice the probability. */
export const oneOf = <const V>(field: string, values: readonly V[]) =>
  valuesOf(values, (draw) => draw(field, (f) => f.helpers.arrayElement(values)))

export const always = <const V>(value: V) => valuesOf([value], () => value)

/** True with this probability. */
export const flag = (field: string, probability: number) =>
  valuesOf([true, false], (draw) => draw(field, (f) => f.datatype.boolean(probability)))
