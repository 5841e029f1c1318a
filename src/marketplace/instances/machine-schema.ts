import { z } from 'zod'
import { markAllUnder } from '../../kernel/marks.ts'
import { inUnits, MAX_PRICE, reliability } from '../operation/units.ts'
import { catalogue } from '../catalogue.ts'

const num = z.number()
const money = num.max(MAX_PRICE)
const int = z.int()
const text = z.string()

/** The fields of a machine, which its offer pins. */
export const hardwareFields = {
  machine_id: int,
  host_id: int,
  public_ipaddr: text,
  local_ipaddrs: text.describe('Space-separated addresses.'),
  cpu_arch: text,
  cpu_name: text,
  cpu_cores: int,
  cpu_cores_effective: int,
  cpu_ram: inUnits('MB'),
  gpu_name: text,
  gpu_arch: text,
  num_gpus: num,
  gpu_totalram: inUnits('MB'),
  gpu_ram: inUnits('MB'),
  gpu_frac: num,
  gpu_lanes: num,
  gpu_mem_bw: inUnits('GB/s'),
  bw_nvlink: inUnits('GB/s'),
  disk_name: text,
  disk_bw: inUnits('MB/s'),
  direct_port_count: int,
  static_ip: z.boolean(),
  geolocation: text,
  country_code: text.nullable(),
  verification: text,
  min_bid: inUnits('$/hour', money),
  dph_base: inUnits('$/hour', money),
  dlperf: num.nullable(),
  score: num.nullable(),
  total_flops: num,
  reliability2: reliability(),
  os_version: text.nullable(),
  webpage: text.nullable(),
  mobo_name: text,
  pci_gen: num,
  pcie_bw: inUnits('GB/s'),
  storage_cost: inUnits('$/GB/month', money),
  vram_costperhour: money,
  credit_discount_max: num,
  external: z.boolean(),
  rentable: z.boolean(),
}

/** The fields of a machine that a search for offers shows and the contract does not name. */
export const marketFields = {
  inet_up: inUnits('MB/s'),
  inet_down: inUnits('MB/s'),
  cuda_max_good: num,
  cpu_ghz: inUnits('GHz'),
  driver_version: text,
  compute_cap: int.describe('Compute capability times 100.'),
  inet_up_cost: money.describe('$/GB.'),
  inet_down_cost: money.describe('$/GB.'),
  hosting_type: int.nullable().describe('1 in a datacenter, 0 elsewhere.'),
  gpu_display_active: z.boolean().describe('Whether a display hangs on a GPU.'),
  has_avx: int.describe('1 where the CPU has AVX.'),
}

/** What traffic costs by the larger unit. */
export const perTerabyte = num.describe('$/TB.')
const billed = num.describe('MB.')

export const hardwareSchema = z.object(hardwareFields)

export const marketSchema = z.object(marketFields)

/** The fields of a machine that the observed dialect shows of its instance, too. */
const furtherOfMachine = marketSchema.omit({ cpu_ghz: true })
export const furtherOfMachineNames = furtherOfMachine.keyof().options

/** The fields that only the observed dialect shows of an instance. */
export const furtherFields = () =>
  markAllUnder(
    catalogue['instances.list.further-fields'],
    'shown',
    furtherOfMachine
      .extend({
        internet_up_cost_per_tb: perTerabyte,
        internet_down_cost_per_tb: perTerabyte,
        inet_up_billed: billed,
        inet_down_billed: billed,
        bundle_id: int.nullable(),
        logo: text,
        target_reliability: num,
        sla_r_claim: num.nullable(),
        sla_sigma_x: num.nullable(),
      })
      .partial().shape,
  )
