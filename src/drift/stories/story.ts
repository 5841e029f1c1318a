import { fieldOf } from '../../kernel/object.ts'

/** What answers of a story showed and its later requests name: ids, hashes, the name that marks what it makes. */
export type StoryValues = Readonly<Record<string, string | number | undefined>>

/** A request of a story. */
export interface Probe {
  readonly says: string
  readonly method: string
  readonly path: string | ((found: StoryValues) => string)
  readonly body?: Readonly<Record<string, unknown>> | ((found: StoryValues) => Readonly<Record<string, unknown>>)
  /** Without one the caller's key is sent; undefined sends none. */
  readonly key?: string | undefined
  /** What must be found before it is sent. */
  readonly needs?: string
  readonly finds?: (answer: unknown, found: StoryValues) => StoryValues
}

/** Requests in their order. */
export interface Story {
  /** What it makes. Without it nothing is changed: every request reads, or must be refused. */
  readonly makes?: 'template' | 'instance'
  readonly probes: readonly Probe[]
  /** Looks for what was made where no answer came that names it. */
  readonly look?: Probe
  /** Takes away what was made, whatever happened before. */
  readonly undo?: Probe
  /** Sent when it is gone. */
  readonly after?: readonly Probe[]
}

/** The value at a path of names; undefined where there is none. */
export const valueAt = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((part, name) => fieldOf(part, name), value)

/** The first row of a list in an answer that passes a test. */
export function findRow(answer: unknown, list: string, test: (row: unknown) => boolean = () => true): unknown {
  const rows = fieldOf(answer, list)
  return Array.isArray(rows) ? rows.find(test) : undefined
}

/** An id that no row has. */
export const NO_ID = 9_007_199_254
export const NO_HASH = '0'.repeat(32)
