import { MASK } from '../../kernel/secret.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { compile, type Readers } from '../../kernel/query.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import type { UserRow } from '../users/collections.ts'
import { givesSsh } from './gives-ssh.ts'
import { searchRules } from './rules.ts'
import { defaults, type Template, type TemplateFilters, templateFilters } from './schema.ts'
import type { TemplateRow } from './collections.ts'
import { isVisible } from './find-template.ts'

const readers: Readers<Template> = Object.fromEntries(
  templateFilters.keyof().options.map((field) => [field, (row: Template) => row[field]]),
)

/** The templates that the user may see and that fulfil every condition. */
export function searchTemplates({ tables, trace }: Sim, user: UserRow, filters: TemplateFilters): readonly Template[] {
  const fulfils = compile(filters, readers)
  const all = tables.templates.values()
  const wanted = all.filter((row) => fulfils(presentTemplate(row)))
  const found = wanted.filter((row) => isVisible(row, user))
  trace.apply(searchRules.finds)
  if (found.length < wanted.length || found.length > 1 || found.some(({ creator_id }) => creator_id !== user.id))
    trace.apply(searchRules.visible)
  if (found.length > 0) trace.apply(searchRules.fields)
  for (const rule of sourcesOf(found, shownFields)) trace.apply(rule)
  const asked = Object.keys(filters).filter((field) => field in sources)
  if (asked.length > 0) {
    const seen = all.filter((row) => isVisible(row, user))
    for (const rule of sourcesOf(seen, asked)) trace.apply(rule)
  }
  return found.map(presentTemplate)
}

type Source = (row: TemplateRow) => Rule | undefined

const ifUnset =
  (field: keyof TemplateRow, rule: Rule): Source =>
  (row) =>
    row[field] === undefined ? rule : undefined

/** For each field: the rule that gives it its value where the row has none. It counts where the field is shown or filtered by. */
const sources: Readonly<Record<string, Source>> = {
  tag: ifUnset('tag', searchRules.defaults),
  runtype: ifUnset('runtype', searchRules.defaults),
  recommended_disk_space: ifUnset('recommended_disk_space', searchRules.defaults),
  default_tag: () => searchRules.fields,
  docker_login_repo: ifUnset('docker_login_repo', searchRules.fields),
  jup_direct: ifUnset('jup_direct', searchRules.fields),
  ssh_direct: ifUnset('ssh_direct', searchRules.fields),
  use_ssh: (row) =>
    row.use_ssh === true ? undefined : givesSsh(row) ? searchRules.useSsh : ifUnset('use_ssh', searchRules.fields)(row),
  recent_create_date: (row) => (row.recent_create_date === null ? searchRules.neverUsed : undefined),
}

const shownFields = Object.keys(sources)

function sourcesOf(rows: readonly TemplateRow[], fields: readonly string[]): ReadonlySet<Rule> {
  const found = new Set<Rule>()
  for (const field of fields) {
    for (const row of rows) {
      const rule = sources[field]?.(row)
      if (rule !== undefined) found.add(rule)
    }
  }
  return found
}

/** A template as a search shows it: with every field, the password masked. */
const presentTemplate = memoizeByObject((row: TemplateRow): Template => ({
  id: row.id,
  hash_id: row.hash_id,
  creator_id: row.creator_id,
  created_at: row.created_at,
  recent_create_date: row.recent_create_date,
  count_created: row.count_created,
  default_tag: row.tag ?? defaults.tag,
  recommended: row.recommended,
  name: row.name,
  image: row.image,
  tag: row.tag ?? defaults.tag,
  desc: row.desc ?? '',
  readme: row.readme ?? '',
  env: row.env ?? '',
  onstart: row.onstart ?? '',
  runtype: row.runtype ?? defaults.runtype,
  args_str: row.args_str ?? '',
  ssh_direct: row.ssh_direct ?? false,
  use_ssh: givesSsh(row),
  jup_direct: row.jup_direct ?? false,
  jupyter_dir: row.jupyter_dir ?? null,
  use_jupyter_lab: row.use_jupyter_lab ?? false,
  docker_login_repo: row.docker_login_repo ?? '',
  docker_login_user: row.docker_login_user ?? '',
  docker_login_pass: row.docker_login_pass === undefined ? '' : MASK,
  href: row.href ?? '',
  repo: row.repo ?? '',
  extra_filters: row.extra_filters ?? {},
  recommended_disk_space: row.recommended_disk_space ?? defaults.recommended_disk_space,
  private: row.private ?? false,
  volume_info: row.volume_info ?? null,
}))
