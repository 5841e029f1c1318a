import { JsonBytes, listed } from '../../kernel/json-bytes.ts'
import { compile } from '../../kernel/query.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import type { TemplateRow } from './collections.ts'
import { isVisible } from './find-template.ts'
import { givesSsh } from './gives-ssh.ts'
import { templatesUnder } from './present.ts'
import { searchRules } from './rules.ts'
import type { TemplateFilters } from './search-schema.ts'

/** The response of one search. */
interface Found {
  readonly rows: readonly TemplateRow[]
  readonly body: JsonBytes
}

/** The templates that the user may see and that fulfil every condition, by ascending id. */
export function searchTemplates({ tables, trace, rules }: Sim, user: UserRow, filters: TemplateFilters): Found {
  const { readers, json } = templatesUnder(rules.valueOf(searchRules.defaults))
  const all = tables.templates.values()
  const fulfilling = all.filter(compile(filters, readers))
  const rows = fulfilling.filter((row) => isVisible(row, user))
  trace.apply(searchRules.finds)
  const isCut = rows.length < fulfilling.length || rows.length > 1
  if (isCut || rows.some(({ creator_id }) => creator_id !== user.id)) trace.apply(searchRules.visible)
  if (rows.length > 0) trace.apply(searchRules.fields)
  const applyRules = (field: string, among: readonly TemplateRow[]): void => {
    for (const rule of rulesIn(among, field)) trace.apply(rule)
  }
  for (const field of Object.keys(sources)) applyRules(field, rows)
  const visible = all.filter((row) => isVisible(row, user))
  for (const field of Object.keys(filters)) applyRules(field, visible)
  const shown = listed(rows.map((row) => [json(row)]))
  const body = new JsonBytes([`{"success":true,"templates_found":${rows.length},"templates":[`, ...shown, ']}'])
  return { rows, body }
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
  (sources[field] ?? [])
    .map(({ rule, gives }) => ({ rule, first: rows.findIndex(gives) }))
    .filter(({ first }) => first !== -1)
    .toSorted((a, b) => a.first - b.first)
    .map(({ rule }) => rule)
