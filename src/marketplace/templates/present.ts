import { MASK } from '../../kernel/secret.ts'
import type { TemplateRow } from './collections.ts'
import type { TemplateDefaults } from './schema.ts'
import type { Template } from './search-schema.ts'

interface Connection {
  readonly runtype?: string
  readonly ssh_direct?: boolean
  readonly use_ssh?: boolean
}

/** Whether what is launched this way can be reached by SSH, directly or through a proxy. */
export const givesSsh = ({ runtype, ssh_direct, use_ssh }: Connection): boolean =>
  runtype?.startsWith('ssh') === true || ssh_direct === true || use_ssh === true

/** A template as a search shows it where these defaults hold: with every field, the password masked. */
export const presentTemplate = (row: TemplateRow, defaults: TemplateDefaults): Template => ({
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
})
