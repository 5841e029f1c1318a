import { columnReaders } from '../../kernel/columns.ts'
import { JsonBytes, listed } from '../../kernel/json-bytes.ts'
import { type KeepingList, keepWith, keptWith } from '../../kernel/kept-with-list.ts'
import { compile, type Readers } from '../../kernel/query.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import type { TemplateRow } from './collections.ts'
import { isVisible } from './find-template.ts'
import { givesSsh } from './gives-ssh.ts'
import { templatesUnder } from './present.ts'
import { searchRules } from './rules.ts'
import type { TemplateDefaults } from './schema.ts'
import type { TemplateFilters } from './search-schema.ts'

/** The response of one search. */
interface Found {
  readonly userId: number
  readonly defaults: TemplateDefaults
  readonly rows: readonly TemplateRow[]
  readonly body: JsonBytes
  readonly rules: readonly Rule[]
}

/** The templates that the user may see and that fulfil every condition, by ascending id. */
export function searchTemplates({ tables, trace, rules }: Sim, user: UserRow, filters: TemplateFilters): Found {
  const defaults = rules.valueOf(searchRules.defaults)
  // A table returns another list after any change of its rows.
  const rows: KeepingList<TemplateRow, Found> = fulfilling(tables.templates, filters, templatesUnder(defaults).readers)
  const known = keptWith(rows)
  const found = known?.userId === user.id && known.defaults === defaults ? known : visible(rows, user, defaults)
  keepWith(rows, found)
  for (const rule of found.rules) trace.apply(rule)
  for (const field of Object.keys(filters))
    for (const rule of rulesFor(tables.templates, user, field)) trace.apply(rule)
  return found
}

type Templates = Sim['tables']['templates']

/** Fields of which a table finds the rows that have a value, the most selective first. */
const indexed = ['hash_id', 'id', 'name', 'image', 'creator_id'] as const

function fulfilling(
  templates: Templates,
  filters: TemplateFilters,
  readers: Readers<TemplateRow>,
): readonly TemplateRow[] {
  const conditions = Object.values(filters).reduce((sum, filter) => sum + Object.keys(filter).length, 0)
  if (conditions === 0) return templates.values()
  for (const field of indexed) {
    const value = filters[field]?.eq
    if (value === undefined || value === null) continue
    const rows = templates.where(field, value)
    return conditions === 1 ? rows : rows.filter(compile(filters, readers))
  }
  const fields = Object.keys(filters)
  return templates.filter((rows) => compile(filters, columnReaders(rows, fields, readers)))
}

function visible(rows: readonly TemplateRow[], user: UserRow, defaults: TemplateDefaults): Found {
  const shown = rows.filter((row) => isVisible(row, user))
  const { json } = templatesUnder(defaults)
  const isCut = shown.length < rows.length || shown.length > 1 || shown.some(({ creator_id }) => creator_id !== user.id)
  return {
    userId: user.id,
    defaults,
    rows: shown,
    body: new JsonBytes([
      `{"success":true,"templates_found":${shown.length},"templates":[`,
      ...listed(shown.map((row) => [json(row)])),
      ']}',
    ]),
    rules: [
      searchRules.finds,
      ...(isCut ? [searchRules.visible] : []),
      ...(shown.length > 0 ? [searchRules.fields] : []),
      ...Object.keys(sources).flatMap((field) => rulesIn(shown, field)),
    ],
  }
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
  tag: ifUnset('tag', searchRules.defaults),
  runtype: ifUnset('runtype', searchRules.defaults),
  recommended_disk_space: ifUnset('recommended_disk_space', searchRules.defaults),
  default_tag: [{ rule: searchRules.fields, gives: () => true }],
  docker_login_repo: ifUnset('docker_login_repo', searchRules.fields),
  jup_direct: ifUnset('jup_direct', searchRules.fields),
  ssh_direct: ifUnset('ssh_direct', searchRules.fields),
  use_ssh: [
    { rule: searchRules.useSsh, gives: (row) => row.use_ssh !== true && givesSsh(row) },
    { rule: searchRules.fields, gives: (row) => row.use_ssh === undefined && !givesSsh(row) },
  ],
  recent_create_date: [{ rule: searchRules.neverUsed, gives: (row) => row.recent_create_date === null }],
}

/** The rules that give a field its value in a list of rows, by the first row of each. */
const rulesIn = (rows: readonly TemplateRow[], field: string): readonly Rule[] =>
  byFirst(field, ({ gives }) => rows.find(gives))

/** The same in all rows that a user may see. */
const rulesFor = (templates: Templates, user: UserRow, field: string): readonly Rule[] =>
  byFirst(field, ({ gives }) => templates.first((row) => gives(row) && isVisible(row, user)))

const byFirst = (field: string, find: (source: Source) => TemplateRow | undefined): readonly Rule[] =>
  (sources[field] ?? [])
    .flatMap((source) => {
      const first = find(source)
      return first === undefined ? [] : [{ first, rule: source.rule }]
    })
    .toSorted((a, b) => a.first.id - b.first.id)
    .map(({ rule }) => rule)
