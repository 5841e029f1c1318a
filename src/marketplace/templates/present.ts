import { bytesOf } from '../../kernel/json-bytes.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Value } from '../../kernel/query.ts'
import { MASK } from '../../kernel/secret.ts'
import type { TemplateRow } from './collections.ts'
import { givesSsh } from './gives-ssh.ts'
import type { TemplateDefaults } from './schema.ts'
import type { Template, TemplateFilters } from './search-schema.ts'

/** How a filter reads each field: as a search shows it where these defaults hold. */
const readersUnder = (defaults: TemplateDefaults) =>
  ({
    creator_id: (row: TemplateRow) => row.creator_id,
    created_at: (row: TemplateRow) => row.created_at,
    count_created: (row: TemplateRow) => row.count_created,
    default_tag: (row: TemplateRow) => row.tag ?? defaults.tag,
    docker_login_repo: (row: TemplateRow) => row.docker_login_repo ?? '',
    id: (row: TemplateRow) => row.id,
    image: (row: TemplateRow) => row.image,
    jup_direct: (row: TemplateRow) => row.jup_direct ?? false,
    hash_id: (row: TemplateRow) => row.hash_id,
    name: (row: TemplateRow) => row.name,
    recent_create_date: (row: TemplateRow) => row.recent_create_date,
    recommended_disk_space: (row: TemplateRow) => row.recommended_disk_space ?? defaults.recommended_disk_space,
    recommended: (row: TemplateRow) => row.recommended,
    ssh_direct: (row: TemplateRow) => row.ssh_direct ?? false,
    tag: (row: TemplateRow) => row.tag ?? defaults.tag,
    use_ssh: (row: TemplateRow) => givesSsh(row),
  }) satisfies Record<keyof TemplateFilters, (row: TemplateRow) => Value>

/** How templates are shown, and filters read them, where these defaults hold. JSON is kept with the row. */
export const templatesUnder = memoizeByObject((defaults: TemplateDefaults) => {
  const readers = readersUnder(defaults)
  const present = (row: TemplateRow) => presentTemplate(row, defaults, readers)
  return { readers, present, json: memoizeByObject((row: TemplateRow) => bytesOf(JSON.stringify(present(row)))) }
})

/** A template as a search shows it: with every field, the password masked. */
const presentTemplate = (
  row: TemplateRow,
  defaults: TemplateDefaults,
  readers: ReturnType<typeof readersUnder>,
): Template => ({
  id: row.id,
  hash_id: row.hash_id,
  creator_id: row.creator_id,
  created_at: row.created_at,
  recent_create_date: row.recent_create_date,
  count_created: row.count_created,
  default_tag: readers.default_tag(row),
  recommended: row.recommended,
  name: row.name,
  image: row.image,
  tag: readers.tag(row),
  desc: row.desc ?? '',
  readme: row.readme ?? '',
  env: row.env ?? '',
  onstart: row.onstart ?? '',
  runtype: row.runtype ?? defaults.runtype,
  args_str: row.args_str ?? '',
  ssh_direct: readers.ssh_direct(row),
  use_ssh: readers.use_ssh(row),
  jup_direct: readers.jup_direct(row),
  jupyter_dir: row.jupyter_dir ?? null,
  use_jupyter_lab: row.use_jupyter_lab ?? false,
  docker_login_repo: readers.docker_login_repo(row),
  docker_login_user: row.docker_login_user ?? '',
  docker_login_pass: row.docker_login_pass === undefined ? '' : MASK,
  href: row.href ?? '',
  repo: row.repo ?? '',
  extra_filters: row.extra_filters ?? {},
  recommended_disk_space: readers.recommended_disk_space(row),
  private: row.private ?? false,
  volume_info: row.volume_info ?? null,
})
