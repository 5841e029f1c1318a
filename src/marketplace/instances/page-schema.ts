import { z } from 'zod'
import { jsonText, object, strictObject } from '../../kernel/wire.ts'
import { filtersOfFields } from '../operation/operands.ts'
import { ownerQuery } from './manage-schema.ts'
import { instance } from './schema.ts'

const LARGEST_PAGE = 25

const direction = z.enum(['asc', 'desc'])

export const pageQuery = object(() => ({
  ...ownerQuery.shape,
  limit: jsonText(z.int().min(1).max(LARGEST_PAGE))
    .default(LARGEST_PAGE)
    .describe(`Instances on a page, at most ${LARGEST_PAGE}.`),
  after_token: z.string().optional().describe('next_token of the page before.'),
  select_cols: jsonText(z.array(z.string()))
    .optional()
    .describe('The columns that rows have; all without it, or with *.'),
  select_filters: jsonText(strictObject(filtersOfFields('Instance', instance.shape)).meta({ id: 'InstanceFilters' }))
    .optional()
    .describe('Filters on fields of an instance.'),
  order_by: jsonText(z.array(strictObject({ col: z.string(), dir: direction.default('asc') })))
    .optional()
    .describe('Columns, of which the first counts most.'),
}))
export type PageQuery = z.output<typeof pageQuery>

export const page = strictObject(() => ({
  success: z.literal(true),
  instances: z.array(instance.partial().meta({ id: 'InstanceColumns' })),
  next_token: z.string().nullable().describe('Of the page behind this one; null at the end.'),
  total_instances: z.int().describe('How many fulfil the filters.'),
  label_counts: z.record(z.string(), z.int()).describe('How many of the user’s instances have each label.'),
}))

/** What a token says: the order, and the values of the last row in it. */
export const pageToken = object(() => ({
  order: z.array(z.tuple([z.string(), direction])),
  after: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
}))

export const savedFilters = strictObject(() => ({ success: z.literal(true), filters: z.array(z.never()) }))
