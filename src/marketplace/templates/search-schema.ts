import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'
import { integer } from '../../kernel/names.ts'
import { markAssumed, markAllAssumed, markOnlyUnder } from '../../kernel/marks.ts'
import { json, jsonText, object, strictObject } from '../../kernel/wire.ts'
import { hash, templateFields } from './schema.ts'
import { catalogue } from '../catalogue.ts'

/** The sixteen fields that templates can be searched by, where filters take values that these schemas take. */
const filtersBy = <
  Int extends z.ZodType<number | null>,
  Num extends z.ZodType<number | null>,
  Text extends z.ZodType<string | null>,
  Flag extends z.ZodType<boolean | null>,
>(
  int: Int,
  num: Num,
  text: Text,
  flag: Flag,
  name?: z.ZodString,
) => {
  const ints = filterOf(int).meta({ id: 'IntegerFilter' }).optional()
  const numbers = filterOf(num).meta({ id: 'NumberFilter' }).optional()
  const texts = filterOf(text).meta({ id: 'StringFilter' }).optional()
  const flags = filterOf(flag).meta({ id: 'BooleanFilter' }).optional()
  return strictObject(() => ({
    creator_id: ints,
    created_at: numbers,
    count_created: ints,
    default_tag: texts,
    docker_login_repo: texts,
    id: ints,
    image: texts,
    jup_direct: flags,
    hash_id: texts,
    name: name === undefined ? texts : z.union([texts.unwrap(), name]).optional(),
    recent_create_date: filterOf(z.union([z.number(), markAssumed(z.null())])).optional(),
    recommended_disk_space: numbers,
    recommended: flags,
    ssh_direct: flags,
    tag: texts,
    use_ssh: flags,
  })).meta({ id: 'TemplateFilters' })
}

/** Filters by values of the types that the contract has. */
export const usualFilters = filtersBy(integer, z.number(), z.string(), z.boolean())
const filtersOrNull = () =>
  filtersBy(
    integer.nullable(),
    z.number().nullable(),
    z.string().nullable(),
    z.boolean().nullable(),
    z.string().describe('A part of the name.'),
  )
type TemplateFilters = z.infer<ReturnType<typeof filtersOrNull>>

const queryBy = <Filters extends z.ZodType<TemplateFilters>>(filters: Filters) => ({
  select_filters: jsonText(filters)
    .optional()
    .describe(
      'JSON text of `{<field>: {<operator>: <value>}}`, URL-encoded: JSON.stringify of TemplateFilters. All conditions must hold.',
    ),
})

export interface SearchQuery {
  readonly select_filters?: TemplateFilters | undefined
  readonly select_cols?: readonly string[] | undefined
  readonly order_by?: readonly { readonly col: string; readonly dir: 'asc' | 'desc' }[] | undefined
  readonly limit?: number | undefined
}

const usualQuery = object(() => queryBy(usualFilters))
const queryOrNull = object(() => queryBy(filtersOrNull()))

const furtherParameters = object(() => ({
  select_cols: jsonText(z.array(z.string())).optional().describe('The columns of the answer; `*` is all of them.'),
  order_by: jsonText(z.array(object(() => ({ col: z.string(), dir: z.enum(['asc', 'desc']).default('asc') }))))
    .optional()
    .describe('The columns to order by.'),
  limit: jsonText(z.int().min(1)).optional().describe('The largest number of templates that is answered.'),
}))

/** The query of a search, by whether filters take null, and whether there are further parameters. */
export function searchQueryWhere(takesNull: boolean, takesMore: boolean): z.ZodType<SearchQuery> {
  const query = takesNull ? queryOrNull : usualQuery
  return takesMore ? object(() => ({ ...query.shape, ...furtherParameters.shape })) : query
}

const inObserved = <Schema extends z.ZodType>(schema: Schema) =>
  markOnlyUnder(catalogue['templates.search.further-fields'], 'shown', schema)
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, inObserved(z.null())])
const seen = <Schema extends z.ZodType>(schema: Schema) => inObserved(schema.optional())
const seenTruth = () => seen(z.boolean().nullable())
const seenText = () => seen(z.string().nullable())

/** The fields that only the observed dialect shows. */
export const furtherTemplateFields = () => ({
  autoscaler: seenTruth(),
  cached: seenTruth(),
  command: seenText(),
  created_from: seenText(),
  created_from_id: seen(z.int().nullable()),
  deleted_at: seen(z.number().nullable()),
  desc_count: seen(z.int()),
  jupyter_tested: seenTruth(),
  jupyterlab_tested: seenTruth(),
  lang_utf8: seenTruth(),
  max_cuda: seen(z.number().nullable()),
  min_cuda: seen(z.number().nullable()),
  python_utf8: seenTruth(),
  readme_hash: seen(z.string()),
  readme_visible: seenTruth(),
  sort_order: seen(z.int()),
  vm: seenTruth(),
})

/** A template as a search shows it, with every field; the contract shows two. */
export const template = strictObject(() => {
  const { name, ...settings } = z.object(templateFields).required().shape
  return {
    hash_id: hash,
    name,
    ...markAllAssumed({
      id: z.int(),
      creator_id: z.int(),
      created_at: z.number().describe('Unix seconds.'),
      recent_create_date: z
        .number()
        .nullable()
        .describe('Unix seconds of the last instance creation; null before the first.'),
      count_created: z.int(),
      default_tag: orNull(z.string()),
      recommended: z.boolean(),
      ...settings,
      image: orNull(z.string().describe('Container image path; empty where an edit has unset it.')),
      onstart: orNull(settings.onstart),
      recommended_disk_space: orNull(z.number().describe('GB.')),
      env: z.string().describe('Flags `-e NAME=VALUE` and `-p HOST:CONTAINER`.'),
      jupyter_dir: z.string().nullable(),
      volume_info: z.record(z.string(), json).nullable(),
      args_str: orNull(settings.args_str),
      extra_filters: z.union([settings.extra_filters, inObserved(z.string().describe('The filters as JSON.'))]),
      ...furtherTemplateFields(),
    }),
  }
})
export type Template = z.infer<typeof template>

const answerOf = (shown: () => z.ZodType) =>
  strictObject(() => ({
    success: markAssumed(z.literal(true)),
    templates_found: markAssumed(z.int()),
    templates: z.array(shown()),
  })).meta({ id: 'TemplateSearchResult' })

export const searchResult = answerOf(() => template.meta({ id: 'Template' }))
/** The same where templates have the columns that were asked for. */
export const columnsResult = answerOf(() => template.partial().meta({ id: 'TemplateColumns' }))

/** The answers to a creation and an edit, where they show the template as `shown` has it. */
const resultsOf = (shown: (kind: 'create' | 'edit') => z.ZodType) => ({
  create: strictObject(() => ({
    success: markAssumed(z.literal(true)),
    msg: markAssumed(z.string()),
    template: shown('create'),
  })).meta({ id: 'TemplateCreationResult' }),
  edit: strictObject(() => ({ success: markAssumed(z.literal(true)), template: shown('edit') })).meta({
    id: 'TemplateEditResult',
  }),
})

export const wholeResults = resultsOf((kind) => {
  const id = kind === 'create' ? z.int() : markAssumed(z.int())
  return strictObject({ ...template.shape, id, name: markAssumed(template.shape.name) }).meta({
    id: kind === 'create' ? 'CreatedTemplate' : 'EditedTemplate',
  })
})

export const shortResults = resultsOf((kind) =>
  kind === 'create'
    ? strictObject({ id: z.int(), hash_id: hash, name: markAssumed(z.string()) })
    : strictObject({ id: markAssumed(z.int()), hash_id: hash }),
)
