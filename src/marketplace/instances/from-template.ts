import { refuse } from '../../kernel/refusal.ts'
import { shellWords } from '../../kernel/shell-words.ts'
import { lengthOf, mergeEnv } from '../templates/env-flags.ts'
import { defaults, MAX_ENV_CHARACTERS } from '../templates/schema.ts'
import type { TemplateRow } from '../templates/collections.ts'
import { hasTag, imageReference, tagOf } from './image-reference.ts'
import { createRules } from './rules.ts'
import { type CreateBody, MIN_DISK_GB } from './schema.ts'
import type { InstanceRow } from './rows.ts'

type Template = TemplateRow | undefined

/** The settings of which the request replaces that of the template. */
export const scalarNames = [
  'image',
  'runtype',
  'onstart',
  'disk_space',
  'use_jupyter_lab',
  'jupyter_dir',
  'ssh_direct',
  'use_ssh',
  'jup_direct',
  'args',
] as const
export type Scalars = Pick<InstanceRow, (typeof scalarNames)[number]>
export type Launch = Omit<InstanceRow, 'id' | 'user_id' | 'offer_id'>

/**
 * The settings of a new instance, from template and request by the four precedence rules of the contract.
 * @throws Refusal when the merged env has too many characters
 */
export function launchSettings(template: Template, request: CreateBody): Launch {
  const ofTemplate = {
    template_id: template?.id,
    template_hash_id: template?.hash_id,
    template_name: template?.name,
    env: mergedEnv(template?.env, envOf(request)),
    extra_filters: mergedFilters(template?.extra_filters, request.extra_filters),
  }
  return Object.assign(ofTemplate, scalarsOf(template, request))
}

/** Each scalar setting from the request, or else from the template, or else its default. */
export function scalarsOf(template: Template, request: CreateBody): Scalars {
  const runtype =
    request.runtype ?? (template === undefined ? runtypeAlone(request) : template.runtype) ?? defaults.runtype
  const disk = request.disk ?? template?.recommended_disk_space ?? defaults.recommended_disk_space
  return {
    image: imageOf(template, request),
    runtype,
    onstart: request.onstart ?? template?.onstart,
    disk_space: Math.max(MIN_DISK_GB, disk),
    use_jupyter_lab: request.use_jupyter_lab ?? template?.use_jupyter_lab,
    jupyter_dir: request.jupyter_dir ?? template?.jupyter_dir ?? undefined,
    ssh_direct: request.ssh_direct ?? template?.ssh_direct,
    use_ssh: request.use_ssh ?? template?.use_ssh,
    jup_direct: request.jup_direct ?? template?.jup_direct,
    args: runtype === 'args' ? (request.args ?? argsOf(request.args_str ?? template?.args_str)) : undefined,
  }
}

/** The runtype without a template: only `args` passes arguments on. */
const runtypeAlone = ({ args, args_str }: CreateBody): 'ssh' | 'args' =>
  args === undefined && args_str === undefined ? 'ssh' : 'args'

/** The image and its tag. The template's tag belongs to the template's image, even when the request names that image again. */
export function imageAndTag(template: Template, request: CreateBody) {
  const image = request.image ?? template?.image ?? ''
  return { image, tag: request.tag ?? (image === template?.image ? template.tag : undefined) }
}

function imageOf(template: Template, request: CreateBody): string {
  const { image, tag } = imageAndTag(template, request)
  return imageReference(image, tag)
}

/** The image under the opposite reading: another image without a tag takes the template's tag, the template's image named again does not. */
export function imageOtherwise(template: TemplateRow, { image = '', tag }: CreateBody): string {
  const ofTemplate = imageReference(template.image, template.tag)
  const isSame = image === template.image
  return imageReference(image, tag ?? (isSame || hasTag(image) ? undefined : tagOf(ofTemplate)))
}

const argsOf = (text: string | undefined): string[] | undefined => (text === undefined ? undefined : shellWords(text))

/** The env string of a request; an env object is ignored. */
export const envOf = ({ env }: CreateBody): string | undefined => (typeof env === 'string' ? env : undefined)

function mergedEnv(ofTemplate: string | undefined, ofRequest: string | undefined): string | undefined {
  if (ofTemplate === undefined || ofRequest === undefined) return ofRequest ?? ofTemplate
  const merged = mergeEnv(ofTemplate, ofRequest)
  const length = lengthOf(merged.entries)
  if (length > MAX_ENV_CHARACTERS)
    throw refuse(
      createRules.envTooLong,
      `env: has ${length} characters with that of the template, not ${MAX_ENV_CHARACTERS}`,
    )
  return merged.text
}

type Filters = InstanceRow['extra_filters']

const mergedFilters = (ofTemplate: Filters, ofRequest: Filters): Filters =>
  ofTemplate === undefined && ofRequest === undefined ? undefined : { ...ofTemplate, ...ofRequest }
