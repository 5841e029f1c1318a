import type { Trace } from '../../kernel/trace.ts'
import { formatEnv, merge, parseEnv, shellWords } from '../templates/env-flags.ts'
import { defaults } from '../templates/schema.ts'
import type { TemplateRow } from '../templates/state.ts'
import { createRules } from './rules.ts'
import type { CreateBody } from './schema.ts'
import type { InstanceRow } from './state.ts'

type Filters = InstanceRow['extra_filters']
type Launch = Omit<InstanceRow, 'id' | 'user_id' | 'offer_id'>

/** What an instance starts with: the template's settings under the four precedence rules of the contract. */
export function launchSettings(trace: Trace, template: TemplateRow | undefined, request: CreateBody): Launch {
  const runtype = request.runtype ?? template?.runtype ?? defaults.runtype
  const scalars = {
    runtype,
    onstart: request.onstart ?? template?.onstart,
    disk_space: request.disk ?? template?.recommended_disk_space ?? defaults.recommended_disk_space,
    use_jupyter_lab: request.use_jupyter_lab ?? template?.use_jupyter_lab,
    jupyter_dir: request.jupyter_dir ?? template?.jupyter_dir ?? undefined,
    ssh_direct: request.ssh_direct ?? template?.ssh_direct,
    jup_direct: request.jup_direct ?? template?.jup_direct,
    args: request.args ?? (runtype === 'args' ? argsOf(request.args_str ?? template?.args_str) : undefined),
  }
  if (template === undefined)
    return {
      ...scalars,
      image: reference(request.image ?? '', request.tag),
      env: envOf(request),
      extra_filters: request.extra_filters,
    }

  trace.apply(createRules.usesTemplate)
  if (replacesScalar(template, request)) trace.apply(createRules.scalarsReplaced)
  if (request.image !== undefined && request.tag === undefined && !hasTag(request.image))
    trace.apply(createRules.tagOfAnotherImage)
  if (template.volume_info !== undefined && template.volume_info !== null)
    trace.apply(createRules.templateVolumeNeverApplied)
  return {
    ...scalars,
    template_id: template.id,
    template_hash_id: template.hash_id,
    template_name: template.name,
    image: reference(
      request.image ?? template.image,
      request.tag ?? (request.image === undefined ? template.tag : undefined),
    ),
    env: mergedEnv(trace, template.env, envOf(request)),
    extra_filters: mergedFilters(trace, template.extra_filters, request.extra_filters),
  }
}

const scalarsOfBoth = [
  'image',
  'tag',
  'runtype',
  'onstart',
  'args_str',
  'ssh_direct',
  'jup_direct',
  'use_jupyter_lab',
  'jupyter_dir',
] as const

const replacesScalar = (template: TemplateRow, request: CreateBody): boolean =>
  request.disk !== undefined ||
  scalarsOfBoth.some((field) => request[field] !== undefined && request[field] !== template[field])

/** `library/ubuntu` is `library/ubuntu:latest`; a reference with a tag or digest stays. */
const reference = (image: string, tag = ''): string =>
  hasTag(image) ? image : `${image}:${tag === '' ? defaults.tag : tag}`

const hasTag = (image: string): boolean => /[:@]/.test(image.slice(image.lastIndexOf('/') + 1))

const argsOf = (text: string | undefined): string[] | undefined => (text === undefined ? undefined : shellWords(text))

/** The documented string; an object in its place applies nothing. */
const envOf = ({ env }: CreateBody): string | undefined => (typeof env === 'string' ? env : undefined)

function mergedEnv(trace: Trace, ofTemplate: string | undefined, ofRequest: string | undefined): string | undefined {
  if (ofTemplate === undefined || ofRequest === undefined) return ofRequest ?? ofTemplate
  trace.apply(createRules.envMerged)
  trace.apply(createRules.envOrder)
  return formatEnv(merge(parseEnv(ofTemplate), parseEnv(ofRequest)))
}

function mergedFilters(trace: Trace, ofTemplate: Filters, ofRequest: Filters): Filters {
  if (ofTemplate !== undefined && ofRequest !== undefined) trace.apply(createRules.filtersMerged)
  return ofTemplate === undefined && ofRequest === undefined ? undefined : { ...ofTemplate, ...ofRequest }
}
