import { z } from 'zod'
import { filterOf } from '../../kernel/query.ts'
import { assumedPart, assumedParts, json, jsonText, notOffered, strictObject } from '../../kernel/wire.ts'

/** Limits of templates, creation requests and fixtures. The contract shows no limits. */
export const MAX_IMAGE_CHARACTERS = 1024
/** Of the whole env string. */
export const MAX_ENV_CHARACTERS = 32_768
/** Far above any real disk, and small enough that computed costs stay finite. */
export const MAX_DISK_GB = 1_000_000_000

/** A record that refuses the name `__proto__`, which `z.record` would drop silently. */
const named = <T extends z.ZodType>(values: T) =>
  z.preprocess(
    (value, context) => {
      if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is no name that can be kept' })
      return value
    },
    z.record(z.string(), values),
  )

/** `{<field>: {<operator>: <value>}}` */
export const machineFilters = named(named(json))

export const templateRuntypes = ['ssh', 'jupyter', 'args'] as const

/** The defaults of settings that a template leaves out. recommended_disk_space in GB. */
export const defaults = { tag: 'latest', runtype: 'args', recommended_disk_space: 8 } as const

/** The settings that a template stores; a name and an image make a template. */
export const templateFields = {
  name: z.string().min(1).describe('Human-readable name.'),
  image: z.string().min(1).max(MAX_IMAGE_CHARACTERS).describe('Container image path.'),
  tag: z.string().optional().describe('Image tag.'),
  desc: z.string().optional().describe('Description.'),
  readme: z.string().optional().describe('Longer documentation text.'),
  env: z
    .string()
    .max(MAX_ENV_CHARACTERS)
    .optional()
    .describe(
      'Environment variables and port mappings in container-run flag format: `-e NAME=<value>` and `-p <host_port>:<container_port>`, separated by spaces. A string, never a JSON object: an object applies nothing.',
    ),
  onstart: z.string().optional().describe('Shell commands run when the instance starts.'),
  runtype: z.enum(templateRuntypes).optional().describe('How the instance is launched, and reached.'),
  args_str: z.string().optional().describe('Arguments passed to the container entrypoint; used when runtype is args.'),
  ssh_direct: z.boolean().optional().describe('Direct SSH connection; recommended together with runtype ssh.'),
  use_ssh: z.boolean().optional().describe('SSH access, direct or proxied.'),
  jup_direct: z.boolean().optional().describe('Direct Jupyter connection.'),
  jupyter_dir: z.string().nullable().optional().describe('Directory from which Jupyter is launched.'),
  use_jupyter_lab: z.boolean().optional().describe('Lab interface instead of the notebook interface.'),
  docker_login_repo: z.string().optional().describe('Private registry address.'),
  docker_login_user: z.string().optional().describe('Private registry user name.'),
  docker_login_pass: z.string().optional().describe('Access token for the private registry. Never answered.'),
  href: z.string().optional().describe("Link to the image's documentation page."),
  repo: z.string().optional().describe('Repository identifier.'),
  extra_filters: machineFilters
    .optional()
    .describe('Default machine search filters: `{<field>: {<operator>: <value>}}`.'),
  recommended_disk_space: z.number().min(0).max(MAX_DISK_GB).optional().describe('Recommended disk space in GB.'),
  private: z.boolean().optional().describe('Whether the template is private.'),
  volume_info: named(json).nullable().optional().describe('Hint for user interfaces only; never applied.'),
}

export const settingNames = z.object(templateFields).keyof().options

/**
 * The settings that have a default on creation; an edit keeps what it does not name. The default stands in the description,
 * because generated clients require a field that has the keyword `default`.
 */
export const settingsWithDefault = {
  tag: templateFields.tag.describe(`Image tag; \`${defaults.tag}\` when it is not given.`),
  runtype: templateFields.runtype.describe(
    `How the instance is launched, and reached; \`${defaults.runtype}\` when it is not given.`,
  ),
  recommended_disk_space: templateFields.recommended_disk_space.describe(
    `Recommended disk space in GB; ${defaults.recommended_disk_space} when it is not given.`,
  ),
}

/** The documented string, or an object, which is accepted and ignored. */
export const envInRequest = z
  .union([templateFields.env.unwrap(), notOffered(z.record(z.string(), json))])
  .optional()
  .meta({ ...templateFields.env.meta() })

const requestFields = { ...templateFields, env: envInRequest }

export const createBody = z.object({ ...requestFields, ...settingsWithDefault })
export type CreateBody = z.infer<typeof createBody>

const hash = z.string().regex(/^[0-9a-f]{32}$/)

export const editBody = z
  .object(requestFields)
  .partial()
  .extend({ hash_id: z.string().describe('The current hash_id; the edit gives the template another one.') })
export type EditBody = z.infer<typeof editBody>

export const deleteBody = z.object({ template_id: z.int().describe('The numeric id, not the hash_id.') })

const ints = filterOf(z.int()).meta({ id: 'IntegerFilter' }).optional()
const numbers = filterOf(z.number()).meta({ id: 'NumberFilter' }).optional()
const texts = filterOf(z.string()).meta({ id: 'StringFilter' }).optional()
const flags = filterOf(z.boolean()).meta({ id: 'BooleanFilter' }).optional()

/** The sixteen fields that templates can be searched by. */
const templateFilters = strictObject({
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
}).meta({ id: 'TemplateFilters' })
export type TemplateFilters = z.infer<typeof templateFilters>

export const searchQuery = z.object({
  select_filters: jsonText(templateFilters)
    .optional()
    .describe(
      'JSON text of `{<field>: {<operator>: <value>}}`, URL-encoded: JSON.stringify of TemplateFilters. All conditions must hold.',
    ),
})

const { name, ...furtherFields } = z.object(templateFields).required().shape

/** A template as a search shows it, with every field; the contract shows two. */
const template = strictObject({
  hash_id: hash,
  name,
  ...assumedParts({
    id: z.int(),
    creator_id: z.int(),
    created_at: z.number().describe('Unix seconds.'),
    recent_create_date: z
      .number()
      .nullable()
      .describe('Unix seconds of the last instance creation; null before the first.'),
    count_created: z.int(),
    default_tag: z.string(),
    recommended: z.boolean(),
    ...furtherFields,
    jupyter_dir: z.string().nullable(),
    volume_info: z.record(z.string(), json).nullable(),
  }),
}).meta({ id: 'Template' })
export type Template = z.infer<typeof template>

export const searched = strictObject({
  success: assumedPart(z.literal(true)),
  templates_found: assumedPart(z.int()),
  templates: z.array(template),
})

export const created = strictObject({
  success: assumedPart(z.literal(true)),
  msg: assumedPart(z.string()),
  template: strictObject({ id: z.int(), hash_id: hash, name: assumedPart(z.string()) }),
})

export const edited = strictObject({
  success: assumedPart(z.literal(true)),
  template: strictObject({ id: assumedPart(z.int()), hash_id: hash }),
})

export const deleted = strictObject({ success: z.boolean() })
