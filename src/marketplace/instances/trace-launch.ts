import { needsShell } from '../../kernel/shell-words.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { Sim } from '../sim.ts'
import { entryKey, isVariable, lengthOf, mergeEnv, type MergedEnv, parseEnv, readEnv } from '../templates/env-flags.ts'
import { hintAtReturns, traceUnread } from '../templates/flags-in-request.ts'
import { templateRuntypes } from '../templates/schema.ts'
import type { TemplateRow } from '../templates/collections.ts'
import {
  envOf,
  imageAndTag,
  imageOtherwise,
  type Launch,
  type LaunchTerms,
  launchTerms,
  scalarNames,
  type Scalars,
  scalarsOf,
} from './from-template.ts'
import { hasTag } from './image-reference.ts'
import { createRules } from './rules.ts'
import type { CreateBody } from './creation-schema.ts'

/** Records the rules without which the instance would start with other settings. */
export function traceLaunch(sim: Sim, template: TemplateRow | undefined, request: CreateBody, launch: Launch): void {
  const { trace } = sim
  const terms = launchTerms(sim.rules)
  if (template === undefined) {
    if (restsOnDefaults(undefined, request)) trace.apply(createRules.defaults)
  } else traceTemplate(sim, template, request, launch, terms)
  if (restsOnSmallestDisk(template, request, terms)) trace.applyAlone(createRules.smallestDisk)
  if (restsOnFurtherParameters(template, request, launch, terms)) trace.apply(createRules.furtherParameters)
  const { image } = imageAndTag(template, request)
  if (hasTag(image) && launch.image !== image) trace.apply(createRules.tagOverImage)
  if (launch.env !== undefined && mapsHostPortTwice(launch.env)) trace.apply(createRules.hostPortTwice)
  if (hasKeys(launch.extra_filters)) trace.apply(createRules.filtersNotApplied)
  traceArguments(trace, template, request, launch)
}

function traceTemplate(sim: Sim, template: TemplateRow, request: CreateBody, launch: Launch, terms: LaunchTerms): void {
  const { trace } = sim
  trace.apply(createRules.usesTemplate)
  if (namesAny(request, namesOfScalars) && isReplaced(scalarsOf(template, {}, terms), launch))
    trace.apply(createRules.scalarsReplaced)
  if (restsOnDefaults(template, request)) trace.apply(createRules.templateDefaults)
  if (request.image !== undefined && imageOtherwise(template, request, terms) !== launch.image)
    trace.apply(createRules.tagOfAnotherImage)
  if (hasKeys(template.volume_info)) trace.apply(createRules.templateVolumeNeverApplied)
  if (request.extra_filters !== undefined && hasKeys(template.extra_filters)) trace.apply(createRules.filtersMerged)
  if (template.env !== undefined) traceEnv(sim, template.env, envOf(request))
}

function traceEnv(sim: Sim, ofTemplate: string, ofRequest: string | undefined): void {
  const { trace } = sim
  if (needsShell(ofTemplate)) trace.apply(createRules.shellWords)
  const { unread } = readEnv(ofTemplate)
  if (unread.length > 0) traceUnread(sim, 'env of the template', unread)
  hintAtReturns(trace, 'env of the template', ofTemplate)
  if (ofRequest === undefined || parseEnv(ofTemplate).length === 0) return
  trace.apply(createRules.envMerged)
  if (namesTwice(ofTemplate) || namesTwice(ofRequest)) trace.apply(createRules.envNamedTwice)
  const merged = mergeEnv(ofTemplate, ofRequest)
  if (restsOnOrder(merged)) trace.apply(createRules.envOrder)
  if (lengthOf(merged.entries) > createRules.envTooLong.value) trace.applyAlone(createRules.envTooLong)
}

function mapsHostPortTwice(env: string): boolean {
  const ports = parseEnv(env).flatMap((entry) => (isVariable(entry) ? [] : [`${entry.hostPort}/${entry.protocol}`]))
  return new Set(ports).size < ports.length
}

/** Whether an env names a variable or a port mapping more than once. */
const namesTwice = (env: string): boolean => readEnv(env).entries.length > parseEnv(env).length

/** Whether the merged env rests on our order: a replaced entry keeps its place, and a repeated mapping is listed once. */
function restsOnOrder({ base, over, entries }: MergedEnv): boolean {
  const again = new Set(over.map(entryKey))
  const repeated = base.filter((entry) => again.has(entryKey(entry)))
  if (repeated.length === 0) return false
  if (!repeated.every(isVariable)) return true
  const appended = [...base.filter((entry) => !again.has(entryKey(entry))), ...over].map(entryKey)
  return entries.some((entry, at) => entryKey(entry) !== appended[at])
}

function traceArguments(
  trace: Trace,
  template: TemplateRow | undefined,
  { args, args_str }: CreateBody,
  { runtype = 'args' }: Launch,
): void {
  const given = args ?? args_str ?? template?.args_str
  if (given === undefined || given.length === 0) return
  if (runtype !== 'args') {
    trace.apply(createRules.argumentsUnused)
    if (args !== undefined || args_str !== undefined)
      trace.addHint(`${args === undefined ? 'args_str' : 'args'}: not used, because the runtype is ${runtype}`)
  } else if (typeof given === 'string' && needsShell(given)) trace.apply(createRules.shellWords)
}

/** The fields of a request that set scalars: those that the contract does not name, and all. */
const namesOfFurtherScalars = new Set<keyof CreateBody>([
  'tag',
  'onstart',
  'use_jupyter_lab',
  'jupyter_dir',
  'ssh_direct',
  'use_ssh',
  'jup_direct',
  'args',
  'args_str',
])
const namesOfScalars = new Set<keyof CreateBody>([...namesOfFurtherScalars, 'image', 'runtype', 'disk'])

/** Looks at what the request names: that is little. */
function namesAny(request: CreateBody, names: ReadonlySet<string>): boolean {
  for (const [name, value] of Object.entries(request)) if (value !== undefined && names.has(name)) return true
  return false
}

/** Whether the request replaced a scalar of the template. */
const isReplaced = (alone: Scalars, launch: Launch): boolean =>
  changed(alone, launch).some((name) => alone[name] !== undefined)

function restsOnDefaults(template: TemplateRow | undefined, request: CreateBody): boolean {
  const { image, tag = '' } = imageAndTag(template, request)
  return (
    (request.runtype ?? template?.runtype) === undefined ||
    (request.disk ?? template?.recommended_disk_space) === undefined ||
    (tag === '' && !hasTag(image))
  )
}

/** Whether a disk of which the request says nothing is below the minimum, or would be where no other was chosen. */
function restsOnSmallestDisk(
  template: TemplateRow | undefined,
  { disk }: CreateBody,
  { alone, ofTemplate, smallestDisk }: LaunchTerms,
): boolean {
  const unasked = template === undefined ? alone.disk : (template.recommended_disk_space ?? ofTemplate.disk)
  return disk === undefined && unasked < Math.max(smallestDisk, createRules.smallestDisk.value)
}

/** Whether parameters that the contract does not name changed the instance. */
function restsOnFurtherParameters(
  template: TemplateRow | undefined,
  request: CreateBody,
  launch: Launch,
  terms: LaunchTerms,
): boolean {
  if (request.label !== undefined || request.price !== undefined || request.target_state === 'stopped') return true
  const runtype = templateRuntypes.find((each) => each === request.runtype)
  if (runtype === request.runtype && !namesAny(request, namesOfFurtherScalars)) return false
  const { template_hash_id, image, env, volume_info, disk, extra_filters } = request
  const documented = { template_hash_id, image, env, volume_info, disk, extra_filters, runtype }
  return changed(scalarsOf(template, documented, terms), launch).length > 0
}

/** The names of the scalars in which the instance differs from the alternative. */
const changed = (otherwise: Scalars, launch: Launch) =>
  scalarNames.filter((name) => otherwise[name] !== launch[name] && !isSameList(otherwise[name], launch[name]))

const isSameList = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, at) => each === b[at])

const hasKeys = (value: object | null | undefined): boolean => Object.keys(value ?? {}).length > 0
