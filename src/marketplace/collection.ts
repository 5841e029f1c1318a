import type { z } from 'zod'
import type { InventedFields } from '../kernel/invented-fields.ts'
import type { Invention } from '../kernel/invention.ts'
import type { Row } from '../kernel/row-set.ts'

/** A field that holds the id of a row of another collection. The labels are those of the dashboard. */
export interface Reference<Field extends string = string, To extends string = string> {
  readonly field: Field
  /** Where the field is a list of objects: the field of each object that holds the id. */
  readonly item?: string
  readonly to: To
  /** What the named row is to this one: `Owner`. */
  readonly label: string
  /** What this row is to the named one: `Instances`. */
  readonly back: string
  /** The named row may have been deleted. */
  readonly mayDangle?: true
  /** This row is deleted with the named one. */
  readonly isRemovedWith?: true
}

/** A row that contradicts a row of another collection: a listing larger than its disk. */
export interface Contradiction {
  readonly index: number
  readonly message: string
}

/** The world in which a row is stored or changed; `tables` are those that the functions of its collection read. */
export interface RowContext<Tables> {
  readonly tables: Tables
  readonly invention: Invention
}

/**
 * The declaration of a collection: fixtures, exports, timelines, changes, provider states and the dashboard follow from it.
 * `Tables` and `Rows` are those of other collections that its functions read.
 */
export interface CollectionOf<
  FixtureRow extends Row,
  StoredRow extends Row,
  Tables = unknown,
  Rows = unknown,
  To extends string = string,
> {
  /** The schema of a row in a fixture. */
  readonly row: z.ZodType<FixtureRow> & { readonly shape: object }
  /** The row that the table stores for a row of a fixture. */
  readonly toStored: (row: FixtureRow, context: RowContext<Tables>) => StoredRow
  readonly references: readonly Reference<keyof FixtureRow & string, To>[]
  /** Fields in which no two rows have the same value. */
  readonly unique?: readonly (keyof FixtureRow & string)[]
  /** A list field of which no two rows have the same item. `message` gets the row that had the item first; it holds no secret. */
  readonly uniqueItems?: {
    readonly field: keyof FixtureRow & string
    readonly valuesOf: (row: FixtureRow) => readonly unknown[]
    readonly message: (first: FixtureRow) => string
  }
  /** Finds the rows that contradict rows of other collections; their problems are placed at `field`. */
  readonly crossCheck?: {
    readonly field: keyof FixtureRow & string
    readonly contradictions: (rows: Rows) => readonly Contradiction[]
  }
  /** What is invented for the fields that a row leaves out. */
  readonly invented?: Pick<InventedFields<StoredRow, object>, 'complete' | 'readerOf' | 'readersOfText'>
  /** The values that a provider state gets from the first row; never a secret. */
  readonly pact: (row: StoredRow) => Readonly<Record<string, string | number>>
  /** Whether a provider state may name the row; without it, every row. */
  readonly isUsableInPact?: (row: StoredRow, tables: Tables) => boolean
  /** Scenarios cannot remove its rows. */
  readonly isUndeletable?: true
  /** The fields that a patch starts from: without those that `toStored` copied from another row, so that it can copy them anew. */
  readonly ownFields?: (row: StoredRow, tables: Tables) => object
  /** The row to store after a patch at an instant (Unix milliseconds), with what follows from the change. */
  readonly afterChange?: (before: StoredRow | undefined, row: StoredRow, nowMs: number) => StoredRow
  /** Updates rows of other collections before a patch is made. */
  readonly beforeChange?: (context: RowContext<Tables>, id: number, patch: object) => void
}

/** Declares a collection whose tables store rows as fixtures write them. */
export const collection = <FixtureRow extends Row, Tables, Rows, To extends string = never>(
  declared: Omit<CollectionOf<FixtureRow, Readonly<FixtureRow>, Tables, Rows, To>, 'toStored'>,
): CollectionOf<FixtureRow, Readonly<FixtureRow>, Tables, Rows, To> => ({ ...declared, toStored: (row) => row })

/** Declares a collection whose tables store more than fixtures write. */
export const extendedCollection = <
  FixtureRow extends Row,
  StoredRow extends Row,
  Tables,
  Rows,
  To extends string = never,
>(
  declared: CollectionOf<FixtureRow, StoredRow, Tables, Rows, To>,
): CollectionOf<FixtureRow, StoredRow, Tables, Rows, To> => declared

/** The reference of a row to the user who owns it. */
export const ownerReference = (back: string) => ({ field: 'user_id', to: 'users', label: 'Owner', back }) as const
