import { z } from 'zod'
import { idInPath, integer } from '../../kernel/names.ts'
import { markAssumed, markNotOffered, markOnlyUnder, markAllAssumed } from '../../kernel/marks.ts'
import { object, strictObject, jsonText } from '../../kernel/wire.ts'
import { inUnits } from '../operation/units.ts'
import { furtherFields, hardwareFields } from './machine-schema.ts'
import { envInRequest, templateFields, templateLimits, templateRuntypes, limitedFields } from '../templates/schema.ts'
import { catalogue } from '../catalogue.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { filtersOfFields } from '../operation/search.ts'

/** Runtypes that the contract does not show. */
const furtherRuntypes = ['ssh_proxy', 'ssh_direct', 'jupyter_proxy', 'jupyter_direct'] as const

const num = z.number()
const int = z.int()
const text = z.string()

/** The fields of an instance's load, connection and credit. */
export const loadFields = {
  cpu_util: inUnits('fractions'),
  mem_limit: num,
  mem_usage: num,
  vmem_usage: num,
  gpu_util: inUnits('fractions'),
  gpu_temp: inUnits('degrees Celsius'),
  disk_util: num,
  disk_usage: num,
  machine_dir_ssh_port: int,
  direct_port_start: int,
  direct_port_end: int,
  ssh_host: text,
  ssh_idx: text,
  ssh_port: int,
  credit_balance: num,
  credit_discount: num,
}

/** A field that is null where it is unset, in the observed dialect. */
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, markOnlyUnder(catalogue['instances.list.unset'], 'null', z.null())])

export const costs = strictObject(() => ({
  gpuCostPerHour: num,
  diskHour: num,
  totalHour: num,
  discountTotalHour: num,
  discountedTotalPerHour: num,
  slaPremiumPerHour: markOnlyUnder(catalogue['instances.list.further-fields'], 'shown', num.optional()),
})).meta({ id: 'InstanceCosts' })

const instanceStates = [
  'created',
  'loading',
  'running',
  'stopped',
  'frozen',
  'exited',
  'rebooting',
  'unknown',
  'offline',
] as const
const containerStates = ['running', 'stopped', 'unloaded'] as const
const intendedStates = ['running', 'stopped', 'frozen'] as const

/** The fields that tell the status of an instance. */
export const statusFields = {
  actual_status: markAssumed(z.enum(instanceStates)),
  cur_state: markAssumed(z.enum(containerStates)),
  next_state: markAssumed(z.enum(containerStates)),
  intended_status: markAssumed(z.enum(intendedStates)),
  status_msg: text,
}

const asMeasured = <Schema extends z.ZodType>(schema: Schema) =>
  markOnlyUnder(catalogue['instances.list.telemetry'], 'measured', schema)

/** A figure that is null until the machine has measured it, in the observed dialect. */
const nullUntilMeasured = (schema: z.ZodNumber) => z.union([schema, asMeasured(z.null())])

export const attachedVolume = markAssumed(
  strictObject(() => ({ volume_id: int, size: inUnits('GB'), mount_path: text })),
)

export const instance = strictObject(() => ({
  id: int,
  ...statusFields,
  actual_status: z.union([statusFields.actual_status, asMeasured(z.literal('scheduling').nullable())]),
  status_msg: z.union([text, asMeasured(z.null())]),
  label: orNull(text),
  template_id: orNull(int),
  template_hash_id: orNull(text),
  template_name: orNull(text),
  image_uuid: text.describe('Image reference.'),
  image_args: z.array(text),
  image_runtype: text.describe('Space-separated list of launch and connection modes.'),
  extra_env: z
    .array(z.tuple([text, text]))
    .describe('[name, value] pairs; a port mapping is [`-p <host>:<container>`, `1`].'),
  onstart: orNull(text),
  jupyter_token: text.describe('Secret.'),
  ports: z
    .union([
      z.record(text, z.array(strictObject({ HostIp: text, HostPort: text }).meta({ id: 'PortBinding' }))),
      markOnlyUnder(catalogue['instances.list.ports-not-running'], 'null', z.null()),
    ])
    .describe('Keys are `<port>/<protocol>`.'),
  start_date: inUnits('Unix seconds'),
  end_date: inUnits('Unix seconds'),
  uptime_mins: num.nullable(),
  duration: inUnits('seconds'),
  time_remaining: text,
  time_remaining_isbid: text,
  client_run_time: inUnits('hours'),
  host_run_time: inUnits('hours'),
  disk_space: inUnits('GB'),
  is_bid: z.boolean(),
  dph_total: inUnits('$/hour'),
  dlperf_per_dphtotal: num.nullable(),
  flops_per_dphtotal: num,
  storage_total_cost: inUnits('$/hour'),
  search: costs,
  instance: costs,
  volume_info: z.array(attachedVolume.meta({ id: 'AttachedVolume' })).describe('Empty when no volume is attached.'),
  ...hardwareFields,
  ...loadFields,
  gpu_util: nullUntilMeasured(loadFields.gpu_util),
  gpu_temp: nullUntilMeasured(loadFields.gpu_temp),
  mem_limit: nullUntilMeasured(loadFields.mem_limit),
  mem_usage: nullUntilMeasured(loadFields.mem_usage),
  vmem_usage: nullUntilMeasured(loadFields.vmem_usage),
  credit_balance: orNull(loadFields.credit_balance),
  credit_discount: orNull(loadFields.credit_discount),
  ...furtherFields(),
})).meta({ id: 'Instance' })
export type Instance = z.infer<typeof instance>

export const instanceList = strictObject(() => ({ instances_found: int, instances: z.array(instance) }))

/** `volume_info` of a creation request. */
const volumeAttachment = object(() => ({
  create_new: z.boolean().describe('false links an existing volume, true creates a new one.'),
  volume_id: integer.describe('An existing volume; with create_new, a volume offer.'),
  size: z
    .union([int, markNotOffered(z.null())])
    .optional()
    .describe('Size in GB; used only with create_new.'),
  mount_path: text.regex(/^\//, 'is not an absolute path').describe('Path inside the container.'),
}))

/** The disk of a request with these bounds, in GB. */
const diskOf = (least: number, most: number) => num.min(least).max(most).optional().describe('Disk space in GB.')

const bids = catalogue['instances.create.price-invalid'].value

/** The bid of a request with these bounds. */
const priceOf = ({ least, most }: typeof bids) =>
  markAssumed(num.min(least).max(most).optional().describe('A bid, $/hour.'))

export const documentedBody = object(() => ({
  template_hash_id: text.optional().describe('hash_id of the template to use; its numeric id is refused.'),
  template_id: markNotOffered(z.never({ error: 'is not accepted here; send template_hash_id' }).optional()),
  image: text
    .min(1)
    .max(templateLimits.image)
    .optional()
    .describe('Overrides the image of the template, which is used otherwise.'),
  env: envInRequest(),
  volume_info: volumeAttachment
    .meta({ id: 'VolumeAttachment' })
    .optional()
    .describe('The volume to attach; without it none is.'),
  label: markAssumed(text.max(256).optional().describe('A name for the instance.')),
  disk: diskOf(catalogue['instances.create.smallest-disk'].value, templateLimits.disk),
  runtype: z
    .enum([...templateRuntypes, ...furtherRuntypes])
    .optional()
    .meta({ description: 'How it is launched, and reached.', 'x-sim-assumed-values': furtherRuntypes }),
  extra_filters: templateFields.extra_filters.describe('Merged by key with those of the template.'),
  tag: markAssumed(templateFields.tag),
  ssh_direct: markAssumed(templateFields.ssh_direct),
  use_ssh: markAssumed(templateFields.use_ssh),
  jup_direct: markAssumed(templateFields.jup_direct),
  onstart: markAssumed(templateFields.onstart),
  args: markAssumed(z.array(text).optional().describe('Arguments passed to the container entrypoint.')),
  args_str: markAssumed(templateFields.args_str),
  use_jupyter_lab: markAssumed(templateFields.use_jupyter_lab),
  jupyter_dir: markAssumed(text.optional().describe('Directory from which Jupyter is launched.')),
  target_state: markAssumed(z.enum(['running', 'stopped']).optional().describe('What becomes of it once created.')),
  price: priceOf(bids),
}))
export const creationResult = strictObject(() => ({
  success: markAssumed(z.literal(true)),
  new_contract: int.describe('Identifier of the created instance.'),
  instance_api_key: markOnlyUnder(
    catalogue['instances.create.instance-key'],
    'answered',
    text.optional().describe('Secret: a key of the new instance.'),
  ),
}))

export const createParams = z.object({ id: idInPath })

const flag = z.boolean().optional()
const word = z.string().optional()

/** What clients send besides. */
const further = object(() => ({
  volume_info: z
    .object({
      ...documentedBody.shape.volume_info.unwrap().shape,
      name: z.string().max(256).optional().describe('A name for the new volume.'),
    })
    .meta({ id: 'VolumeAttachment' })
    .optional()
    .describe('The volume to attach; without it none is.'),
  ...markAllAssumed({
    client_id: word.describe('Who asks: me.'),
    cancel_unavail: flag.describe('Whether a machine that cannot start it at once is an error. Each can.'),
    vm: flag.describe('Whether it is a virtual machine.'),
    force: flag.describe('Whether to rent against warnings.'),
    user: word.describe('Who runs the container.'),
    image_login: word.describe('Credentials for the registry. Secret.'),
    python_utf8: flag.describe('Whether Python uses UTF-8.'),
    lang_utf8: flag.describe('Whether the locale uses UTF-8.'),
  }),
}))
export const isFurther = (name: string): boolean => name !== 'volume_info' && Object.hasOwn(further.shape, name)

const furtherBody = object(() => ({ ...documentedBody.shape, ...further.shape }))
export type CreateBody = z.infer<typeof furtherBody>
export type VolumeAttachment = NonNullable<CreateBody['volume_info']>

export const createBody: z.ZodType<CreateBody> = documentedBody.meta({ id: 'InstanceCreation' })

/** The body under the thresholds that are in force, with the further fields where they are read. */
export const createBodyUnder = memoizeByObject((rules: RulesInForce) => {
  const limits = rules.valueOf(catalogue['templates.create.no-quota'])
  const body = rules.chosen(catalogue['instances.create.further-fields']) === 'read' ? furtherBody : documentedBody
  const image = limitedFields(limits).image.optional()
  return {
    body: body
      .extend({
        image: image.describe(documentedBody.shape.image.description ?? ''),
        env: envInRequest(rules.valueOf(catalogue['instances.create.env-too-long'])),
        disk: diskOf(rules.valueOf(catalogue['instances.create.smallest-disk']), limits.disk),
        price: priceOf(rules.valueOf(catalogue['instances.create.price-invalid'])),
      })
      .meta({ id: 'InstanceCreation' }),
  }
})

export const instanceParams = z.object({ id: idInPath })

/** Whose instances: one's own. */
export const ownerQuery = object(() => ({
  owner: z.literal('me').optional().describe('Always one’s own.'),
}))

export const instanceShown = strictObject({ instances: instance.nullable() })

export const changeBody = object(() => ({
  state: z.enum(['running', 'stopped']).optional().describe('Starts or stops the instance.'),
  label: z.string().max(256).optional().describe('A name for the instance.'),
}))
export type ChangeBody = z.infer<typeof changeBody>

export const changeResult = strictObject({ success: z.literal(true) })

const LARGEST_PAGE = 25

const direction = z.enum(['asc', 'desc'])

export const pageQuery = object(() => ({
  ...ownerQuery.shape,
  limit: jsonText(z.int().min(1).max(LARGEST_PAGE))
    .default(LARGEST_PAGE)
    .describe(`Instances on a page, at most ${LARGEST_PAGE}.`),
  after_token: z.string().optional().describe('next_token of the page before.'),
  select_cols: jsonText(z.array(z.string()))
    .optional()
    .describe('The columns that rows have; all without it, or with *.'),
  select_filters: jsonText(strictObject(filtersOfFields('Instance', instance.shape)).meta({ id: 'InstanceFilters' }))
    .optional()
    .describe('Filters on fields of an instance.'),
  order_by: jsonText(z.array(strictObject({ col: z.string(), dir: direction.default('asc') })))
    .optional()
    .describe('Columns, of which the first counts most.'),
}))
export type PageQuery = z.output<typeof pageQuery>

export const page = strictObject(() => ({
  success: z.literal(true),
  instances: z.array(instance.partial().meta({ id: 'InstanceColumns' })),
  next_token: z.string().nullable().describe('Of the page behind this one; null at the end.'),
  total_instances: z.int().describe('How many fulfil the filters.'),
  label_counts: z.record(z.string(), z.int()).describe('How many of the user’s instances have each label.'),
}))

/** What a token says: the order, and the values of the last row in it. */
export const pageToken = object(() => ({
  order: z.array(z.tuple([z.string(), direction])),
  after: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
}))

export const savedFilters = strictObject(() => ({ success: z.literal(true), filters: z.array(z.never()) }))
