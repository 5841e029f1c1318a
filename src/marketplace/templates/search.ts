import { parseJson } from '../../kernel/parse-json.ts'
import { whyUnparsed } from '../../kernel/json-size.ts'
import { isObject, fieldOf } from '../../kernel/object.ts'
import { readOperands } from '../../kernel/read-operands.ts'
import type { RawInput } from '../operation/route.ts'
import { columnPicker } from '../operation/search.ts'
import type { Sim } from '../sim.ts'
import { catalogue } from '../catalogue.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { isValue, SearchedRows, sortBy, type Value } from '../../kernel/query.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { UserRow } from '../users/collections.ts'
import type { TemplateRow } from './collections.ts'
import { isVisible } from './find-template.ts'
import { givesSsh, templatePresenter } from './present.ts'
import { type SearchQuery, type Template, usualFilters } from './search-schema.ts'

/** The filters of a search as they were sent; undefined for what is refused. */
function filtersIn(text: string): object | undefined {
  const filters = whyUnparsed(text) === undefined ? parseJson(text) : undefined
  return isObject(filters) ? filters : undefined
}

/** Whether a filter has null where the contract has another type: for recent_create_date it is a value. */
const hasNull = (filters: object): boolean =>
  Object.entries(filters).some(
    ([field, filter]: readonly [string, unknown]) =>
      field !== 'recent_create_date' && isObject(filter) && Object.values(filter).flat().includes(null),
  )

/** Reads the values of filters by the types of their fields, and a single word as the column to order by. */
export function adaptSearch({ rules, trace }: Sim, sentRaw: RawInput): RawInput {
  const raw = orderByWord(sentRaw)
  const sent: unknown = Reflect.get(raw.query, 'select_filters')
  const filters = typeof sent === 'string' ? filtersIn(sent) : undefined
  if (filters === undefined) return raw
  const typed = readOperands(filters, usualFilters.shape)
  const isRead = rules.chosen(catalogue['templates.search.values-as-text']) === 'read'
  if (isRead && (typed !== filters || hasNull(filters))) trace.apply(catalogue['templates.search.values-as-text'])
  if (typed === filters) return raw
  if (isRead) return { ...raw, query: { ...raw.query, select_filters: JSON.stringify(typed) } }
  trace.addHint('--dialect observed reads text by the type of its field')
  return raw
}

/** Without effect where order_by is not read at all. */
function orderByWord(raw: RawInput): RawInput {
  const order: unknown = Reflect.get(raw.query, 'order_by')
  if (typeof order !== 'string' || !/^\w+$/.test(order)) return raw
  return { ...raw, query: { ...raw.query, order_by: JSON.stringify([{ col: order }]) } }
}

interface FoundTemplate {
  readonly row: TemplateRow
  readonly shown: Template
}

/**
 * The templates that the user may see and that fulfil every condition, by ascending id. In the observed dialect a query
 * may ask for columns, for another order, and for a limit.
 */
export function searchTemplates({ tables, trace, rules }: Sim, user: UserRow, query: SearchQuery): object {
  const { select_filters: { name, ...others } = {}, select_cols, order_by = [], limit } = query
  const part = typeof name === 'string' ? name.toLowerCase() : ''
  const filters = typeof name === 'object' ? { ...others, name } : others
  if (typeof name === 'string') trace.apply(catalogue['templates.search.values-as-text'])
  const all = searchedTemplates(rules)(tables.templates.values())
  const fulfilling = all.select(filters).filter(({ row }) => part === '' || row.name.toLowerCase().includes(part))
  const found = fulfilling.filter(({ row }) => isVisible(row, user))
  trace.apply(catalogue['templates.search.finds'])
  const isCut = found.length < fulfilling.length || found.length > 1
  if (isCut || found.some(({ row }) => row.creator_id !== user.id)) trace.apply(catalogue['templates.search.visible'])
  if (found.length > 0) trace.apply(catalogue['templates.search.fields'])
  if (rules.shapes(catalogue['templates.search.further-fields']) && found.length > 0)
    trace.apply(catalogue['templates.search.further-fields'])
  for (const field of Object.keys(sources)) for (const rule of rulesIn(found, field)) trace.apply(rule)
  const filtered = Object.keys(filters).filter((field) => Object.hasOwn(sources, field))
  const visible = filtered.length === 0 ? [] : all.rows.filter(({ row }) => isVisible(row, user))
  for (const field of filtered) for (const rule of rulesIn(visible, field)) trace.apply(rule)
  if (Object.keys(query).some((name) => name !== 'select_filters'))
    trace.apply(catalogue['templates.search.further-parameters'])
  const order = order_by.map(({ col, dir }) => [col, dir] as const)
  const answered = sortBy(found, order, fieldOfFound).slice(0, limit)
  const pickColumns = columnPicker(select_cols)
  return { success: true, templates_found: found.length, templates: answered.map(({ shown }) => pickColumns(shown)) }
}

/** All templates as the rules in force show them; kept with each row, and with the list until one of them changes. */
const searchedTemplates = memoizeByObject((rules: RulesInForce) => {
  const present = templatePresenter(rules)
  const found = memoizeByObject((row: TemplateRow): FoundTemplate => ({ row, shown: present(row) }))
  return memoizeByObject((rows: readonly TemplateRow[]) => new SearchedRows(rows.map(found), fieldOfFound))
})

/** A column that holds no single value is null, and orders nothing. */
function fieldOfFound({ shown }: FoundTemplate, column: string): Value | undefined {
  const value = fieldOf(shown, column)
  return isValue(value) || value === undefined ? value : null
}

/** A rule that gives a field its value in some rows. */
interface Source {
  readonly rule: Rule
  readonly gives: (row: TemplateRow) => boolean
}

const ifUnset = (field: keyof TemplateRow, rule: Rule): readonly Source[] => [
  { rule, gives: (row) => row[field] === undefined },
]

/** For each field: the rules that give it its value where the row has none. They count where the field is shown or filtered by. */
const sources: Readonly<Record<string, readonly Source[]>> = {
  tag: ifUnset('tag', catalogue['templates.create.defaults']),
  runtype: ifUnset('runtype', catalogue['templates.create.defaults']),
  recommended_disk_space: ifUnset('recommended_disk_space', catalogue['templates.create.defaults']),
  default_tag: [{ rule: catalogue['templates.search.fields'], gives: () => true }],
  docker_login_repo: ifUnset('docker_login_repo', catalogue['templates.search.fields']),
  jup_direct: ifUnset('jup_direct', catalogue['templates.search.fields']),
  ssh_direct: ifUnset('ssh_direct', catalogue['templates.search.fields']),
  use_ssh: [
    { rule: catalogue['templates.search.use-ssh'], gives: (row) => row.use_ssh !== true && givesSsh(row) },
    { rule: catalogue['templates.search.fields'], gives: (row) => row.use_ssh === undefined && !givesSsh(row) },
  ],
  recent_create_date: [
    { rule: catalogue['templates.search.never-used'], gives: (row) => row.recent_create_date === null },
  ],
}

/** The rules that give a field its value in a list of rows, by the first row of each. */
const rulesIn = (among: readonly FoundTemplate[], field: string): readonly Rule[] =>
  (sources[field] ?? [])
    .map(({ rule, gives }) => ({ rule, first: among.findIndex(({ row }) => gives(row)) }))
    .filter(({ first }) => first !== -1)
    .toSorted((a, b) => a.first - b.first)
    .map(({ rule }) => rule)
