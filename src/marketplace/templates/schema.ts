import { z } from 'zod'
import { integer } from '../../kernel/names.ts'
import { markNotOffered } from '../../kernel/marks.ts'
import { catalogue } from '../catalogue.ts'
import { json, namedValues, object, strictObject } from '../../kernel/wire.ts'

/** Small enough that computed costs stay finite. */
export const MAX_STORED_GB = 1e15

/** `{<field>: {<operator>: <value>}}` */
export const machineFilters = namedValues(namedValues(json))

export const templateRuntypes = ['ssh', 'jupyter', 'args'] as const

/** Of templates and of creation requests: image and env in characters, disk in GB. The contract shows no limits. */
export const templateLimits = catalogue['templates.create.no-quota'].value
type TemplateLimits = typeof templateLimits

/** What holds of settings that a template leaves out, unless a world chooses otherwise; disks in GB. */
export const templateDefaults = catalogue['templates.create.defaults'].value
export type TemplateDefaults = typeof templateDefaults

/** The fields that have limits. */
export const limitedFields = ({ image, env, disk }: TemplateLimits) => ({
  image: z.string().min(1).max(image).describe('Container image path.'),
  env: z
    .string()
    .max(env)
    .optional()
    .describe(
      'Environment variables and port mappings in container-run flag format: `-e NAME=<value>` and `-p <host_port>:<container_port>`, separated by spaces. A string, never a JSON object: an object applies nothing.',
    ),
  recommended_disk_space: z.number().min(0).max(disk).optional().describe('Recommended disk space in GB.'),
})

const usuallyLimited = limitedFields(templateLimits)

/** The settings that a template stores; a name and an image make a template. */
export const templateFields = {
  name: z.string().min(1).describe('Human-readable name.'),
  image: usuallyLimited.image,
  tag: z.string().optional().describe('Image tag.'),
  desc: z.string().optional().describe('Description.'),
  readme: z.string().optional().describe('Longer documentation text.'),
  env: usuallyLimited.env,
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
  recommended_disk_space: usuallyLimited.recommended_disk_space,
  private: z.boolean().optional().describe('Whether the template is private.'),
  volume_info: namedValues(json).nullable().optional().describe('Hint for user interfaces only; never applied.'),
}

export const settingNames = z.object(templateFields).keyof().options

/**
 * The settings that have a default on creation; an edit keeps what it does not name. The default stands in the description,
 * because generated clients require a field that has the keyword `default`.
 */
const describedDefaults = (
  { tag, runtype, recommended_disk_space }: TemplateDefaults,
  { recommended_disk_space: disk }: Pick<typeof usuallyLimited, 'recommended_disk_space'>,
) => ({
  tag: templateFields.tag.describe(`Image tag; \`${tag}\` when it is not given.`),
  runtype: templateFields.runtype.describe(
    `How the instance is launched, and reached; \`${runtype}\` when it is not given.`,
  ),
  recommended_disk_space: disk.describe(
    `Recommended disk space in GB; ${recommended_disk_space} when it is not given.`,
  ),
})
export const settingsWithDefault = describedDefaults(templateDefaults, usuallyLimited)

/** The documented string, or an object, which is accepted; a choice says what it does. */
const stringOrObject = (env: (typeof usuallyLimited)['env']) =>
  z
    .union([env.unwrap(), markNotOffered(z.record(z.string(), json))])
    .optional()
    .meta({ ...env.meta() })

/** The env of a request with at most so many characters. */
export const envInRequest = (env: number = templateLimits.env) =>
  stringOrObject(limitedFields({ ...templateLimits, env }).env)

/** The bodies of a creation and of an edit where these defaults and limits hold. */
export function templateBodies(defaults: TemplateDefaults, limits: TemplateLimits) {
  const fields = object(() => {
    const limited = limitedFields(limits)
    return { ...templateFields, ...limited, env: stringOrObject(limited.env) }
  })
  return {
    create: object(() => ({ ...fields.shape, ...describedDefaults(defaults, fields.shape) })).meta({
      id: 'TemplateCreation',
    }),
    edit: object(() => ({
      ...fields.partial().shape,
      hash_id: z.string().describe('The current hash_id; the edit gives the template another one.'),
    })).meta({ id: 'TemplateEdit' }),
  }
}

export const { create: createBody, edit: editBody } = templateBodies(templateDefaults, templateLimits)
export type CreateBody = z.infer<typeof createBody>

export const hash = z.string().regex(/^[0-9a-f]{32}$/)

export type EditBody = z.infer<typeof editBody>

/**
 * What names a template to delete; a choice says whether a hash_id does.
 * @public the published types name it
 */
export interface DeleteBody {
  readonly template_id?: number
  readonly hash_id?: string
}

const templateId = integer.describe('The numeric id, not the hash_id.')

export const deleteBody: z.ZodType<DeleteBody> = z.object({ template_id: templateId }).meta({ id: 'TemplateDeletion' })

export const deleteByEitherBody: z.ZodType<DeleteBody> = z
  .object({
    template_id: templateId.optional(),
    hash_id: z.string().optional().describe('The current hash_id, where there is no template_id.'),
  })
  .refine(({ template_id, hash_id }) => (template_id ?? hash_id) !== undefined, {
    path: ['template_id'],
    message: 'is missing',
  })
  .meta({ id: 'TemplateDeletion' })

export const deleted = strictObject({ success: z.boolean() })
