import { z } from 'zod'
import { strictObject } from '../../kernel/wire.ts'
import { collections } from '../../marketplace/collections.ts'
import { didYouMean } from '../../kernel/nearest.ts'
import type { OperationId, OtherText } from '../documents.ts'
import { operationId } from '../../marketplace/operation-id.ts'

/** Which changes of rows are meant; all that is given must hold. */
export interface ChangeMatch {
  /** The number of the exchange. */
  readonly exchange?: number
  /** That of the exchange, e.g. `instances.create`. */
  readonly operation?: OperationId | OtherText
  /** e.g. `instances` */
  readonly collection?: string
  /** Of the row. */
  readonly id?: number
  /** Fields of the row before, values or matchers of the test runner; null for a row that came. */
  readonly before?: object | null
  /** Fields of the row after, values or matchers of the test runner; null for a row that went. */
  readonly after?: object | null
}

const fields = z.record(z.string(), z.unknown()).nullable()

export const changeMatch = strictObject({
  exchange: z.int(),
  operation: operationId,
  collection: z.enum(collections, {
    error: ({ input }) =>
      `is not a collection${didYouMean(String(input), collections) || `; there are ${collections.join(', ')}`}`,
  }),
  id: z.int(),
  before: fields,
  after: fields,
}).partial()
