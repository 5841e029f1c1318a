import { MASK, sha256Hex } from '../../kernel/secret.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import type { TemplateRow } from './collections.ts'
import type { TemplateDefaults } from './schema.ts'
import type { Template } from './search-schema.ts'
import { catalogue } from '../catalogue.ts'

interface Connection {
  readonly runtype?: string
  readonly ssh_direct?: boolean
  readonly use_ssh?: boolean
}

/** Whether what is launched this way can be reached by SSH, directly or through a proxy. */
export const givesSsh = ({ runtype, ssh_direct, use_ssh }: Connection): boolean =>
  runtype?.startsWith('ssh') === true || ssh_direct === true || use_ssh === true

/** A template as a search shows it where these defaults hold: with every field, the password masked. */
const presentTemplate = (row: TemplateRow, defaults: TemplateDefaults): Template => ({
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

/** A template as the observed dialect shows it: further fields, null where a text is unset, the filters as JSON. */
const presentAsSeen = (row: TemplateRow, defaults: TemplateDefaults): Template => ({
  ...presentTemplate(row, defaults),
  args_str: row.args_str ?? null,
  default_tag: null,
  extra_filters: JSON.stringify(row.extra_filters ?? {}),
  autoscaler: false,
  cached: true,
  command: null,
  created_from: null,
  created_from_id: null,
  deleted_at: null,
  desc_count: 0,
  jupyter_tested: null,
  jupyterlab_tested: null,
  lang_utf8: null,
  max_cuda: null,
  min_cuda: null,
  python_utf8: null,
  readme_hash: sha256Hex(row.readme ?? '', 16),
  readme_visible: false,
  sort_order: row.id,
  vm: false,
  ...row.seen,
})

/** Shows templates as the rules in force have them. */
export function templatePresenter(rules: RulesInForce): (row: TemplateRow) => Template {
  const present = rules.shapes(catalogue['templates.search.further-fields']) ? presentAsSeen : presentTemplate
  const defaults = rules.valueOf(catalogue['templates.create.defaults'])
  return (row) => present(row, defaults)
}
