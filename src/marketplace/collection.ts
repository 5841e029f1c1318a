import type { z } from 'zod'
import type { Invention } from '../kernel/invention.ts'
import type { Row, Table } from '../kernel/table.ts'

/** A field that names rows of another collection, and what that is called from both sides. */
export interface Reference<Field extends string = string, To extends string = string> {
  readonly field: Field
  /** Where the field is a list of objects: which field of theirs is the id. */
  readonly item?: string
  readonly to: To
  /** What the named row is to this one. */
  readonly label: string
  /** What this row is to the named one. */
  readonly back: string
  /** The named row may be gone. */
  readonly mayDangle?: true
  /** A row is removed with the one that it names. */
  readonly isRemovedWith?: true
}

/** A row that contradicts one of another collection. */
export interface Contradiction {
  readonly index: number
  readonly message: string
}

/** A world in which rows start or change; `tables` are those that the declaration looks at. */
export interface Among<Tables> {
  readonly tables: Tables
  readonly invention: Invention
}

/**
 * All that is said of a collection; fixtures, exports, timelines, changes, provider states and pages follow from it.
 * `Tables` and `Rows` are what its functions look at beside its own rows.
 */
export interface CollectionOf<
  Written extends Row,
  Held extends Row,
  Tables = unknown,
  Rows = unknown,
  To extends string = string,
> {
  /** How a fixture writes a row. */
  readonly row: z.ZodType<Written> & { readonly shape: object }
  /** A written row as its table holds it. */
  readonly starts: (row: Written, among: Among<Tables>) => Held
  readonly references: readonly Reference<keyof Written & string, To>[]
  /** Fields that no two rows have alike. */
  readonly unique?: readonly (keyof Written & string)[]
  /** A list of which no two rows have an item alike; `message` says so of the second, and holds no secret. */
  readonly uniqueItems?: {
    readonly field: keyof Written & string
    readonly valuesOf: (row: Written) => readonly unknown[]
    readonly message: (first: Written) => string
  }
  /** A field in which rows can contradict other rows, and those that do. */
  readonly agrees?: {
    readonly field: keyof Written & string
    readonly contradictions: (rows: Rows) => readonly Contradiction[]
  }
  /** A row with what is invented where it says nothing. */
  readonly complete?: (invention: Invention, row: Held) => object
  /** What a provider state says of the first row; never a secret. */
  readonly pact: (row: Held) => Readonly<Record<string, string | number>>
  /** Which rows a provider state may name. */
  readonly isFree?: (row: Held, tables: Tables) => boolean
  /** Scenarios cannot remove its rows. */
  readonly stays?: true
  /** What of a row is its own, to be patched: not what it took over when it started. */
  readonly own?: (row: Held, tables: Tables) => object
  /** A row after a patch, with what a change at an instant (Unix milliseconds) brings. */
  readonly changed?: (before: Held | undefined, row: Held, nowMs: number) => Held
  /** What a patch does to rows of other collections before it is made. */
  readonly beforeChange?: (among: Among<Tables>, id: number, patch: object) => void
}

/** Declares a collection whose rows start as they are written. */
export const collection = <Written extends Row, Tables, Rows, To extends string = never>(
  declared: Omit<CollectionOf<Written, Readonly<Written>, Tables, Rows, To>, 'starts'>,
): CollectionOf<Written, Readonly<Written>, Tables, Rows, To> => ({ ...declared, starts: (row) => row })

/** Declares a collection whose tables hold more than a fixture writes. */
export const startingCollection = <Written extends Row, Held extends Row, Tables, Rows, To extends string = never>(
  declared: CollectionOf<Written, Held, Tables, Rows, To>,
): CollectionOf<Written, Held, Tables, Rows, To> => declared

/** A row that a user owns. */
export const owned = (back: string) => ({ field: 'user_id', to: 'users', label: 'Owner', back }) as const

/** The tables of the collections that a resource declares. */
export type TablesOf<Declared extends Readonly<Record<string, { readonly starts: (...args: never) => Row }>>> = {
  readonly [Name in keyof Declared]: Table<ReturnType<Declared[Name]['starts']>>
}
