import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { needsShell, splitShellWords } from '../../kernel/split-shell-words.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { Sim } from '../sim.ts'
import {
  entryKey,
  type EnvEntry,
  isVariable,
  lengthOf,
  merge,
  mergeEnv,
  type MergedEnv,
  parseEnv,
  readEnv,
} from '../templates/env-flags.ts'
import { hintAtReturns, traceUnread } from '../templates/flags-in-request.ts'
import { templateRuntypes } from '../templates/schema.ts'
import type { TemplateRow } from '../templates/collections.ts'
import type { CreateBody } from './schema.ts'
import type { InstanceRow } from './rows.ts'
import { catalogue } from '../catalogue.ts'

type Template = TemplateRow | undefined

/** The defaults and thresholds of a creation. */
const launchTerms = memoizeByObject((rules: RulesInForce) => {
  const { recommended_disk_space: disk, ...ofTemplate } = rules.valueOf(catalogue['templates.create.defaults'])
  return {
    alone: rules.valueOf(catalogue['instances.create.defaults']),
    ofTemplate: { ...ofTemplate, disk },
    smallestDisk: rules.valueOf(catalogue['instances.create.smallest-disk']),
    envCharacters: rules.valueOf(catalogue['instances.create.env-too-long']),
  }
})
type LaunchTerms = ReturnType<typeof launchTerms>

/**
 * The settings of a new instance, from template and request by the four precedence rules of the contract. Names the rules
 * without which the instance would start with other settings.
 * @throws Refusal when the merged env has too many characters
 */
export function launchSettings(sim: Pick<Sim, 'rules' | 'trace'>, template: Template, request: CreateBody) {
  const { trace } = sim
  const terms = launchTerms(sim.rules)
  const { scalars, rules } = scalarsOf(template, request, terms)
  const applyIfUsed = (...candidates: readonly Rule[]): void => {
    for (const rule of candidates) if (rules.has(rule)) trace.apply(rule)
  }
  if (template !== undefined) trace.apply(catalogue['instances.create.uses-template'])
  /** What would be another with a part of the request alone. */
  const changedFrom = (part: CreateBody) => changedValues(scalarsOf(template, part, terms).scalars, scalars)
  if (template !== undefined && changedFrom({}).some((value) => value !== undefined))
    trace.apply(catalogue['instances.create.scalars-replaced'])
  applyIfUsed(
    catalogue['instances.create.defaults'],
    catalogue['templates.create.defaults'],
    catalogue['instances.create.tag-of-another-image'],
  )
  if (hasKeys(template?.volume_info)) trace.apply(catalogue['instances.create.template-volume-never-applied'])
  const extra_filters = mergedFilters(trace, template?.extra_filters, request.extra_filters)
  const env = mergedEnv(sim, template?.env, typeof request.env === 'string' ? request.env : undefined, terms)
  applyIfUsed(catalogue['instances.create.smallest-disk'])
  const isFurther = request.label !== undefined || request.price !== undefined || request.target_state === 'stopped'
  if (isFurther || (asksFurther(request) && changedFrom(documentedPart(request)).length > 0))
    trace.apply(catalogue['instances.create.further-parameters'])
  applyIfUsed(catalogue['instances.create.tag-over-image'])
  if (mapsHostPortTwice(env.entries)) trace.apply(catalogue['instances.create.host-port-twice'])
  if (hasKeys(extra_filters)) trace.apply(catalogue['instances.create.filters-not-applied'])
  traceArguments(trace, template, request, scalars.runtype)
  return {
    template_id: template?.id,
    template_hash_id: template?.hash_id,
    template_name: template?.name,
    env: env.text,
    extra_filters,
    ...scalars,
  }
}

/** Each scalar setting from the request, or else from the template, or else its default, and the rules that shaped them. */
function scalarsOf(template: Template, request: CreateBody, { alone, ofTemplate, smallestDisk }: LaunchTerms) {
  const defaults = template === undefined ? alone : ofTemplate
  const defaultsRule =
    template === undefined ? catalogue['instances.create.defaults'] : catalogue['templates.create.defaults']
  const { image, rules } = imageOf(template, request, defaults.tag, defaultsRule)
  const runtype = request.runtype ?? template?.runtype
  const disk = request.disk ?? template?.recommended_disk_space
  if (runtype === undefined || disk === undefined) rules.add(defaultsRule)
  const disk_space = disk ?? defaults.disk
  if (
    request.disk === undefined &&
    disk_space < Math.max(smallestDisk, catalogue['instances.create.smallest-disk'].value)
  )
    rules.add(catalogue['instances.create.smallest-disk'])
  const hasArguments = (request.args ?? request.args_str) !== undefined
  // Without a template arguments ask for the runtype that passes them on.
  const launch = runtype ?? (template === undefined && hasArguments ? 'args' : defaults.runtype)
  const args_str = request.args_str ?? template?.args_str
  const scalars = {
    image,
    runtype: launch,
    onstart: request.onstart ?? template?.onstart,
    disk_space: Math.max(smallestDisk, disk_space),
    use_jupyter_lab: request.use_jupyter_lab ?? template?.use_jupyter_lab,
    jupyter_dir: request.jupyter_dir ?? template?.jupyter_dir ?? undefined,
    ssh_direct: request.ssh_direct ?? template?.ssh_direct,
    use_ssh: request.use_ssh ?? template?.use_ssh,
    jup_direct: request.jup_direct ?? template?.jup_direct,
    args:
      launch === 'args'
        ? (request.args ?? (args_str === undefined ? undefined : splitShellWords(args_str)))
        : undefined,
  } satisfies Partial<InstanceRow>
  return { scalars, rules }
}
type Scalars = ReturnType<typeof scalarsOf>['scalars']

/** What the request asks for with the parameters that the contract names. */
function documentedPart({ image, disk, runtype }: CreateBody): CreateBody {
  return { image, disk, runtype: templateRuntypes.find((each) => each === runtype) }
}

/** Whether a request has a parameter that the contract does not name, or a value that it does not name. */
const asksFurther = ({ runtype, ...others }: CreateBody): boolean =>
  !templateRuntypes.some((each) => each === (runtype ?? each)) ||
  Object.entries(others).some(([name, value]) => value !== undefined && name !== 'image' && name !== 'disk')

/** The values before, where they are others after. */
const changedValues = (before: Scalars, after: Scalars): readonly unknown[] =>
  Object.entries(before).flatMap(([name, value]) =>
    value === Reflect.get(after, name) || JSON.stringify(value) === JSON.stringify(Reflect.get(after, name))
      ? []
      : [value],
  )

/**
 * The image with its tag: `library/ubuntu` is `library/ubuntu:latest`. The template's tag belongs to the template's image,
 * even when the request names that image again.
 */
function imageOf(template: Template, request: CreateBody, usualTag: string, usualTagRule: Rule) {
  const image = request.image ?? template?.image ?? ''
  const isOfTemplate = image === template?.image
  const tag = request.tag ?? (isOfTemplate ? template.tag : undefined)
  const reference = imageReference(image, tag, usualTag)
  const rules = new Set<Rule>()
  const isTagged = hasTag(image)
  if ((tag ?? '') === '' && !isTagged) rules.add(usualTagRule)
  if (template !== undefined && request.image !== undefined && request.tag === undefined) {
    const tagOfTemplate = tagOf(imageReference(template.image, template.tag, usualTag))
    const otherwise = isOfTemplate || isTagged ? undefined : tagOfTemplate
    if (imageReference(image, otherwise, usualTag) !== reference)
      rules.add(catalogue['instances.create.tag-of-another-image'])
  }
  if (isTagged && reference !== image) rules.add(catalogue['instances.create.tag-over-image'])
  return { image: reference, rules }
}

/** The image of an instance, whose fixture may leave it out. */
export const imageOfRow = ({ image = 'library/ubuntu:latest' }: Pick<InstanceRow, 'image'>): string => image

/** @param tag replaces a tag or digest of the image; an empty one does not */
export function imageReference(image: string, tag = '', usualTag: string): string {
  if (tag !== '') return `${imageName(image)}:${tag}`
  return hasTag(image) ? image : `${image}:${usualTag}`
}

/** Whether the image names a tag or a digest. */
const hasTag = (image: string): boolean => imageName(image) !== image

/** `1` of `a/b:1`; empty without a tag. */
const tagOf = (image: string): string => image.slice(imageName(image).length + 1)

/** The image without tag and digest: `registry:5000/a/b:1` is `registry:5000/a/b`. */
function imageName(image: string): string {
  const from = image.lastIndexOf('/') + 1
  const length = image.slice(from).search(/[:@]/)
  return length < 0 ? image : image.slice(0, from + length)
}

function mergedEnv(
  sim: Pick<Sim, 'rules' | 'trace'>,
  ofTemplate: string | undefined,
  ofRequest: string | undefined,
  { envCharacters }: LaunchTerms,
): { readonly text: string | undefined; readonly entries: readonly EnvEntry[] } {
  const { trace } = sim
  if (ofTemplate === undefined) return { text: ofRequest, entries: parseEnv(ofRequest ?? '') }
  if (needsShell(ofTemplate)) trace.apply(catalogue['templates.shell-words'])
  const { entries, unread } = readEnv(ofTemplate)
  if (unread.length > 0) traceUnread(sim, 'env of the template', unread)
  hintAtReturns(trace, 'env of the template', ofTemplate)
  const base = merge([], entries)
  if (ofRequest === undefined) return { text: ofTemplate, entries: base }
  const sent = readEnv(ofRequest).entries
  const merged = mergeEnv(base, merge([], sent))
  const length = lengthOf(merged.entries)
  if (length > envCharacters)
    throw refuse(
      catalogue['instances.create.env-too-long'],
      `env: has ${length} characters with that of the template, not ${envCharacters}`,
    )
  if (entries.length > 0) {
    trace.apply(catalogue['instances.create.env-merged'])
    if (entries.length > merged.base.length || sent.length > merged.over.length)
      trace.apply(catalogue['instances.create.env-named-twice'])
    if (restsOnOrder(merged)) trace.apply(catalogue['instances.create.env-order'])
    if (length > catalogue['instances.create.env-too-long'].value)
      trace.applyAlone(catalogue['instances.create.env-too-long'])
  }
  return merged
}

function mapsHostPortTwice(entries: readonly EnvEntry[]): boolean {
  const ports = entries.flatMap((entry) => (isVariable(entry) ? [] : [`${entry.hostPort}/${entry.protocol}`]))
  return new Set(ports).size < ports.length
}

/** Whether the merged env rests on our order: a replaced entry keeps its place, and a repeated mapping is listed once. */
function restsOnOrder({ base, over, entries }: MergedEnv): boolean {
  const again = new Set(over.map(entryKey))
  const repeated = base.filter((entry) => again.has(entryKey(entry)))
  if (repeated.length === 0) return false
  if (!repeated.every(isVariable)) return true
  const appended = [...base.filter((entry) => !again.has(entryKey(entry))), ...over].map(entryKey)
  return entries.some((entry, at) => entryKey(entry) !== appended[at])
}

type ExtraFilters = InstanceRow['extra_filters']

function mergedFilters(trace: Trace, ofTemplate: ExtraFilters, ofRequest: ExtraFilters): ExtraFilters {
  if (ofRequest !== undefined && hasKeys(ofTemplate)) trace.apply(catalogue['instances.create.filters-merged'])
  return ofTemplate === undefined && ofRequest === undefined ? undefined : { ...ofTemplate, ...ofRequest }
}

function traceArguments(trace: Trace, template: Template, { args, args_str }: CreateBody, runtype: string): void {
  const given = args ?? args_str ?? template?.args_str
  if (given === undefined || given.length === 0) return
  if (runtype !== 'args') {
    trace.apply(catalogue['instances.create.arguments-unused'])
    if (args !== undefined || args_str !== undefined)
      trace.addHint(`${args === undefined ? 'args_str' : 'args'}: not used, because the runtype is ${runtype}`)
  } else if (typeof given === 'string' && needsShell(given)) trace.apply(catalogue['templates.shell-words'])
}

const hasKeys = (value: object | null | undefined): boolean => Object.keys(value ?? {}).length > 0
