import { MASK } from '../../kernel/secret.ts'
import { derived } from '../../kernel/derived.ts'
import { compile, type Readers } from '../../kernel/query.ts'
import type { Sim } from '../../kernel/sim.ts'
import type { UserRow } from '../users/state.ts'
import { searchRules } from './rules.ts'
import { defaults, type Template, type TemplateFilters, templateFilters } from './schema.ts'
import type { TemplateRow, TemplateTables } from './state.ts'
import { visible } from './template.ts'

const readers: Readers<Template> = Object.fromEntries(
  templateFilters.keyof().options.map((field) => [field, (row: Template) => row[field]]),
)

/** The templates that the user may see and that fulfil every condition. */
export function searchTemplates(
  { tables, trace }: Sim<TemplateTables>,
  user: UserRow,
  filters: TemplateFilters,
): readonly Template[] {
  trace.apply(searchRules.finds)
  const fulfils = compile(filters, readers)
  const all = tables.templates.values()
  const seen = all.filter((row) => visible(row, user) !== undefined)
  const found = seen.map(presentTemplate).filter(fulfils)
  if (found.length > 0) trace.apply(searchRules.fields)
  if (found.length > 0 || seen.length < all.length) trace.apply(searchRules.visible)
  return found
}

/** A template as it is answered: nothing left out, the password masked. */
const presentTemplate = derived((row: TemplateRow): Template => ({
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
  use_ssh: row.use_ssh ?? row.ssh_direct ?? false,
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
