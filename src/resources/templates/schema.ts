import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'
import { assumedPart, assumedParts, json, jsonText, strict } from '../../kernel/wire.ts'

/** `{<field>: {<operator>: <value>}}` */
export const machineFilters = z.record(z.string(), z.record(z.string(), json))

export const templateRuntypes = ['ssh', 'jupyter', 'args'] as const

/** What a template says where its author said nothing. recommended_disk_space in GB. */
export const defaults = { tag: 'latest', runtype: 'args', recommended_disk_space: 8 } as const

/** The settings that a template stores; a name and an image make a template. */
export const templateFields = {
  name: z.string().min(1).describe('Human-readable name.'),
  image: z.string().min(1).describe('Container image path.'),
  tag: z.string().optional().meta({ description: 'Image tag.', default: defaults.tag }),
  desc: z.string().optional().describe('Description.'),
  readme: z.string().optional().describe('Longer documentation text.'),
  env: z
    .string()
    .optional()
    .describe('Variables and port mappings: `-e NAME=<value>` and `-p <host_port>:<container_port>`.'),
  onstart: z.string().optional().describe('Shell commands run when the instance starts.'),
  runtype: z.enum(templateRuntypes).optional().meta({ default: defaults.runtype }),
  args_str: z.string().optional().describe('Arguments passed to the container entrypoint; used when runtype is args.'),
  ssh_direct: z.boolean().optional().describe('Direct SSH connection.'),
  use_ssh: z.boolean().optional().describe('SSH access.'),
  jup_direct: z.boolean().optional().describe('Direct Jupyter connection.'),
  jupyter_dir: z.string().nullable().optional().describe('Directory from which Jupyter is launched.'),
  use_jupyter_lab: z.boolean().optional().describe('Lab interface instead of the notebook interface.'),
  docker_login_repo: z.string().optional().describe('Private registry address.'),
  docker_login_user: z.string().optional().describe('Private registry user name.'),
  docker_login_pass: z.string().optional().describe('Access token for the private registry. Never answered.'),
  href: z.string().optional().describe("Link to the image's documentation page."),
  repo: z.string().optional().describe('Repository identifier.'),
  extra_filters: machineFilters.optional().describe('Default machine search filters.'),
  recommended_disk_space: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'Recommended disk space in GB.', default: defaults.recommended_disk_space }),
  private: z.boolean().optional().describe('Whether the template is private.'),
  volume_info: z
    .record(z.string(), json)
    .nullable()
    .optional()
    .describe('Hint for user interfaces only; never applied.'),
}

/** The documented string, or an object, which is accepted and applies nothing. */
export const envInRequest = z.union([templateFields.env.unwrap(), assumedPart(z.record(z.string(), json))]).optional()

export const createBody = z.object({ ...templateFields, env: envInRequest })
export type CreateBody = z.infer<typeof createBody>

const hash = z.string().regex(/^[0-9a-f]{32}$/)

export const editBody = createBody.partial().extend({ hash_id: z.string().describe('The current hash_id.') })
export type EditBody = z.infer<typeof editBody>

export const deleteBody = z.object({ template_id: z.int().describe('The numeric id, not the hash_id.') })

const ints = filterOf(z.int()).optional()
const numbers = filterOf(z.number()).optional()
const texts = filterOf(z.string()).optional()
const flags = filterOf(z.boolean()).optional()

/** The sixteen fields that templates can be searched by. */
export const templateFilters = strict({
  creator_id: ints,
  created_at: numbers,
  count_created: ints,
  default_tag: texts,
  docker_login_repo: texts,
  id: ints,
  image: texts,
  jup_direct: flags,
  hash_id: texts,
  name: texts,
  recent_create_date: filterOf(z.number().nullable()).optional(),
  recommended_disk_space: numbers,
  recommended: flags,
  ssh_direct: flags,
  tag: texts,
  use_ssh: flags,
})
export type TemplateFilters = z.infer<typeof templateFilters>

export const searchQuery = z.object({ select_filters: jsonText(templateFilters).optional() })

const { name, ...furtherFields } = z.object(templateFields).required().shape

/** A template as a search answers it: every field, nothing left out; the contract shows two. */
const template = strict({
  hash_id: hash,
  name,
  ...assumedParts({
    id: z.int(),
    creator_id: z.int(),
    created_at: z.number().describe('Unix seconds.'),
    recent_create_date: z.number().nullable().describe('Unix seconds of the last instance creation.'),
    count_created: z.int(),
    default_tag: z.string(),
    recommended: z.boolean(),
    ...furtherFields,
    jupyter_dir: z.string().nullable(),
    volume_info: z.record(z.string(), json).nullable(),
  }),
})
export type Template = z.infer<typeof template>

export const searched = strict({
  success: assumedPart(z.literal(true)),
  templates_found: assumedPart(z.int()),
  templates: z.array(template),
})

export const created = strict({
  success: assumedPart(z.literal(true)),
  msg: assumedPart(z.string()),
  template: strict({ id: z.int(), hash_id: hash, name: assumedPart(z.string()) }),
})

export const edited = strict({
  success: assumedPart(z.literal(true)),
  template: strict({ id: assumedPart(z.int()), hash_id: hash }),
})

export const deleted = strict({ success: z.boolean() })
