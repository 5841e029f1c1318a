import { z } from 'zod'
import { assumedPart, idInPath, strict } from '../../kernel/wire.ts'
import { envInRequest, machineFilters } from '../templates/schema.ts'

const num = z.number()
const int = z.int()
const text = z.string()

/** What the machine behind an offer is. */
export const hardwareFields = {
  machine_id: int,
  host_id: int,
  public_ipaddr: text,
  local_ipaddrs: text.describe('Space-separated addresses.'),
  cpu_arch: text,
  cpu_name: text,
  cpu_cores: int,
  cpu_cores_effective: int,
  cpu_ram: num.describe('MB.'),
  gpu_name: text,
  gpu_arch: text,
  num_gpus: num,
  gpu_totalram: num.describe('MB.'),
  gpu_ram: num.describe('MB.'),
  gpu_frac: num,
  gpu_lanes: num,
  gpu_mem_bw: num.describe('GB/s.'),
  bw_nvlink: num.describe('GB/s.'),
  disk_name: text,
  disk_bw: num.describe('MB/s.'),
  direct_port_count: int,
  static_ip: z.boolean(),
  geolocation: text,
  country_code: text.nullable(),
  verification: text,
  min_bid: num.describe('$/hour.'),
  dph_base: num.describe('$/hour.'),
  dlperf: num.nullable(),
  score: num.nullable(),
  total_flops: num,
  reliability2: num.describe('0 to 1.'),
  os_version: text.nullable(),
  webpage: text.nullable(),
  mobo_name: text,
  pci_gen: num,
  pcie_bw: num.describe('GB/s.'),
  storage_cost: num.describe('$/GB/month.'),
  vram_costperhour: num,
  credit_discount_max: num,
  external: z.boolean(),
  rentable: z.boolean(),
}

/** What the instance does on it. */
export const loadFields = {
  cpu_util: num.describe('Fraction.'),
  mem_limit: num,
  mem_usage: num,
  vmem_usage: num,
  gpu_util: num.describe('Fraction.'),
  gpu_temp: num.describe('Celsius.'),
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

export const hardwareSchema = z.object(hardwareFields)

const costs = strict({
  gpuCostPerHour: num,
  diskHour: num,
  totalHour: num,
  discountTotalHour: num,
  discountedTotalPerHour: num,
})

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

export const attachedVolume = assumedPart(strict({ volume_id: int, size: num.describe('GB.'), mount_path: text }))

export const instance = strict({
  id: int,
  actual_status: assumedPart(z.enum(instanceStates)),
  cur_state: assumedPart(z.enum(containerStates)),
  next_state: assumedPart(z.enum(containerStates)),
  intended_status: assumedPart(z.enum(intendedStates)),
  label: text,
  status_msg: text,
  template_id: int,
  template_hash_id: text,
  template_name: text,
  image_uuid: text.describe('Image reference.'),
  image_args: z.array(text),
  image_runtype: text.describe('Space-separated list of launch and connection modes.'),
  extra_env: z
    .array(z.tuple([text, text]))
    .describe('[name, value] pairs; a port mapping is [`-p <host>:<container>`, `1`].'),
  onstart: text,
  jupyter_token: text.describe('Secret.'),
  ports: z.record(text, z.array(strict({ HostIp: text, HostPort: text }))).describe('Keys are `<port>/<protocol>`.'),
  start_date: num.describe('Unix seconds.'),
  end_date: num.describe('Unix seconds.'),
  uptime_mins: num.nullable(),
  duration: num.describe('Seconds.'),
  time_remaining: text,
  time_remaining_isbid: text,
  client_run_time: num.describe('Hours.'),
  host_run_time: num.describe('Hours.'),
  disk_space: num.describe('GB.'),
  is_bid: z.boolean(),
  dph_total: num.describe('$/hour.'),
  dlperf_per_dphtotal: num.nullable(),
  flops_per_dphtotal: num,
  storage_total_cost: num.describe('$/hour.'),
  search: costs,
  instance: costs,
  volume_info: z.array(attachedVolume),
  ...hardwareFields,
  ...loadFields,
})
export type Instance = z.infer<typeof instance>

export const instanceList = strict({ instances_found: int, instances: z.array(instance) })

/** `volume_info` of a creation request. */
const volumeAttachment = z.object({
  create_new: z.boolean(),
  volume_id: int.min(1).describe('An existing volume; with create_new, a volume offer.'),
  size: num.nullish().describe('GB; used only with create_new.'),
  mount_path: text.regex(/^\//, 'is not an absolute path').describe('Path inside the container.'),
})
export type VolumeAttachment = z.infer<typeof volumeAttachment>

export const createBody = z.object({
  template_hash_id: text.optional(),
  template_id: z.never({ error: 'is not accepted here; send template_hash_id' }).optional(),
  image: text.min(1).max(1024).optional(),
  env: envInRequest,
  volume_info: volumeAttachment.optional(),
  label: assumedPart(text.max(256).optional()),
  disk: assumedPart(num.min(8).optional().describe('GB.')),
  runtype: assumedPart(
    z.enum(['ssh', 'jupyter', 'args', 'ssh_proxy', 'ssh_direct', 'jupyter_proxy', 'jupyter_direct']).optional(),
  ),
  onstart: assumedPart(text.optional()),
  args: assumedPart(z.array(text).optional()),
  args_str: assumedPart(text.optional()),
  use_jupyter_lab: assumedPart(z.boolean().optional()),
  jupyter_dir: assumedPart(text.optional()),
  extra_filters: assumedPart(machineFilters.optional()),
  target_state: assumedPart(z.enum(['running', 'stopped']).optional()),
  price: assumedPart(num.min(0.001).max(128).optional().describe('A bid, $/hour.')),
})
export type CreateBody = z.infer<typeof createBody>

export const created = strict({
  success: assumedPart(z.literal(true)),
  new_contract: int.describe('Identifier of the created instance.'),
})

export const createParams = z.object({ id: idInPath })
