import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Every } from '../../kernel/object.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { shellWords } from '../../kernel/shell-words.ts'
import { lengthOf, mergeEnv } from '../templates/env-flags.ts'
import type { TemplateRow } from '../templates/collections.ts'
import { hasTag, imageReference, tagOf } from './image-reference.ts'
import { createRules, type LaunchDefaults } from './rules.ts'
import type { CreateBody } from './creation-schema.ts'
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
export type Scalars = Every<Pick<InstanceRow, (typeof scalarNames)[number]>>
type OfTemplate = 'template_id' | 'template_hash_id' | 'template_name' | 'env' | 'extra_filters'
export type Launch = Every<Pick<InstanceRow, OfTemplate>> & Scalars

/** The defaults and thresholds of a creation. */
export interface LaunchTerms {
  readonly alone: LaunchDefaults
  readonly ofTemplate: LaunchDefaults
  readonly smallestDisk: number
  readonly envCharacters: number
}

export const launchTerms = memoizeByObject((rules: RulesInForce): LaunchTerms => {
  const { recommended_disk_space: disk, ...ofTemplate } = rules.valueOf(createRules.templateDefaults)
  return {
    alone: rules.valueOf(createRules.defaults),
    ofTemplate: { ...ofTemplate, disk },
    smallestDisk: rules.valueOf(createRules.smallestDisk),
    envCharacters: rules.valueOf(createRules.envTooLong),
  }
})

/**
 * The settings of a new instance, from template and request by the four precedence rules of the contract.
 * @throws Refusal when the merged env has too many characters
 */
export function launchSettings(template: Template, request: CreateBody, terms: LaunchTerms): Launch {
  const ofTemplate = {
    template_id: template?.id,
    template_hash_id: template?.hash_id,
    template_name: template?.name,
    env: mergedEnv(template?.env, envOf(request), terms),
    extra_filters: mergedFilters(template?.extra_filters, request.extra_filters),
  }
  return Object.assign(ofTemplate, scalarsOf(template, request, terms))
}

/** Each scalar setting from the request, or else from the template, or else its default. */
export function scalarsOf(
  template: Template,
  request: CreateBody,
  { alone, ofTemplate, smallestDisk }: LaunchTerms,
): Scalars {
  const defaults = template === undefined ? alone : ofTemplate
  const runtype =
    request.runtype ?? (template === undefined ? argumentsRuntype(request) : template.runtype) ?? defaults.runtype
  const disk = request.disk ?? template?.recommended_disk_space ?? defaults.disk
  return {
    image: imageOf(template, request, defaults),
    runtype,
    onstart: request.onstart ?? template?.onstart,
    disk_space: Math.max(smallestDisk, disk),
    use_jupyter_lab: request.use_jupyter_lab ?? template?.use_jupyter_lab,
    jupyter_dir: request.jupyter_dir ?? template?.jupyter_dir ?? undefined,
    ssh_direct: request.ssh_direct ?? template?.ssh_direct,
    use_ssh: request.use_ssh ?? template?.use_ssh,
    jup_direct: request.jup_direct ?? template?.jup_direct,
    args: runtype === 'args' ? (request.args ?? argsOf(request.args_str ?? template?.args_str)) : undefined,
  }
}

/** The runtype without a template where there are arguments, which only `args` passes on. */
const argumentsRuntype = ({ args, args_str }: CreateBody): 'args' | undefined =>
  args === undefined && args_str === undefined ? undefined : 'args'

/** The image and its tag. The template's tag belongs to the template's image, even when the request names that image again. */
export function imageAndTag(template: Template, request: CreateBody) {
  const image = request.image ?? template?.image ?? ''
  return { image, tag: request.tag ?? (image === template?.image ? template.tag : undefined) }
}

function imageOf(template: Template, request: CreateBody, defaults: LaunchDefaults): string {
  const { image, tag } = imageAndTag(template, request)
  return imageReference(image, tag, defaults.tag)
}

/** The image under the opposite reading: another image without a tag takes the template's tag, the template's image named again does not. */
export function imageOtherwise(
  template: TemplateRow,
  { image = '', tag }: CreateBody,
  { ofTemplate: defaults }: LaunchTerms,
): string {
  const ofTemplate = imageReference(template.image, template.tag, defaults.tag)
  const isSame = image === template.image
  return imageReference(image, tag ?? (isSame || hasTag(image) ? undefined : tagOf(ofTemplate)), defaults.tag)
}

const argsOf = (text: string | undefined): string[] | undefined => (text === undefined ? undefined : shellWords(text))

/** The env string of a request; an env object is ignored. */
export const envOf = ({ env }: CreateBody): string | undefined => (typeof env === 'string' ? env : undefined)

function mergedEnv(
  ofTemplate: string | undefined,
  ofRequest: string | undefined,
  { envCharacters }: LaunchTerms,
): string | undefined {
  if (ofTemplate === undefined || ofRequest === undefined) return ofRequest ?? ofTemplate
  const merged = mergeEnv(ofTemplate, ofRequest)
  const length = lengthOf(merged.entries)
  if (length > envCharacters)
    throw refuse(
      createRules.envTooLong,
      `env: has ${length} characters with that of the template, not ${envCharacters}`,
    )
  return merged.text
}

type Filters = InstanceRow['extra_filters']

const mergedFilters = (ofTemplate: Filters, ofRequest: Filters): Filters =>
  ofTemplate === undefined && ofRequest === undefined ? undefined : { ...ofTemplate, ...ofRequest }
