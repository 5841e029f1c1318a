import { invents } from '../../kernel/invention.ts'
import type { OfferRow } from './rows.ts'

/** ram in MB, bandwidth in GB/s, flops in TFLOPS for one GPU, price in $/hour for one GPU. */
const gpus = [
  { name: 'RTX 3090', arch: 'nvidia', ram: 24_576, bandwidth: 936, flops: 35.6, dlperf: 14, price: 0.18 },
  { name: 'RTX 4090', arch: 'nvidia', ram: 24_564, bandwidth: 1008, flops: 82.6, dlperf: 95, price: 0.38 },
  { name: 'RTX 5090', arch: 'nvidia', ram: 32_607, bandwidth: 1792, flops: 104.8, dlperf: 190, price: 0.55 },
  { name: 'L40S', arch: 'nvidia', ram: 46_068, bandwidth: 864, flops: 91.6, dlperf: 90, price: 0.72 },
  { name: 'A100 SXM4', arch: 'nvidia', ram: 81_920, bandwidth: 2039, flops: 19.5, dlperf: 45, price: 1.02 },
  { name: 'H100 SXM', arch: 'nvidia', ram: 81_559, bandwidth: 3350, flops: 66.9, dlperf: 320, price: 2.1 },
] as const

const [anyGpu] = gpus

const cpus = ['AMD EPYC 7413 24-Core Processor', 'AMD EPYC 9354 32-Core Processor', 'Intel Xeon Gold 6342'] as const
const boards = ['ROME2D32GM-2T', 'H12DSG-O-CPU', 'X12DPG-OA6'] as const
const disks = ['SAMSUNG MZQL21T9HCJR', 'KINGSTON SFYRD4000G', 'WD_BLACK SN850X'] as const
const places = [
  'Norway, NO',
  'Quebec, CA',
  'Texas, US',
  'Iceland, IS',
  'Germany, DE',
  'Bulgaria, BG',
  'Japan, JP',
] as const

/** An offer with invented values for the fields that its fixture leaves out. */
export const completeOffer = invents('offers', (draw, offer: OfferRow) => {
  const gpu_name = offer.gpu_name ?? draw('gpu_name', (f) => f.helpers.arrayElement(gpus).name)
  const gpu = gpus.find((each) => each.name === gpu_name) ?? anyGpu
  const num_gpus = offer.num_gpus ?? draw('num_gpus', (f) => f.helpers.arrayElement([1, 1, 2, 4, 8]))
  const cpu_cores = offer.cpu_cores ?? draw('cpu_cores', (f) => f.helpers.arrayElement([32, 64, 96, 128]))
  const geolocation = offer.geolocation ?? draw('geolocation', (f) => f.helpers.arrayElement(places))
  const dph_base =
    offer.dph_base ?? round(gpu.price * num_gpus * draw('dph_base', (f) => f.number.float({ min: 0.8, max: 1.4 })))
  const octet = (field: string) => draw(field, (f) => f.number.int({ min: 2, max: 254 }))
  return {
    machine_id: draw('machine_id', (f) => f.number.int({ min: 1000, max: 90_000 })),
    host_id: draw('host_id', (f) => f.number.int({ min: 10_000, max: 400_000 })),
    public_ipaddr: `203.0.113.${octet('public_ipaddr')}`,
    local_ipaddrs: `192.0.2.${octet('local_ipaddrs')} 172.17.0.1`,
    cpu_arch: 'amd64',
    cpu_name: draw('cpu_name', (f) => f.helpers.arrayElement(cpus)),
    cpu_cores,
    cpu_cores_effective: Math.ceil(cpu_cores / 2),
    cpu_ram: draw('cpu_ram', (f) => f.helpers.arrayElement([128_000, 257_000, 515_000])),
    gpu_name,
    gpu_arch: gpu.arch,
    num_gpus,
    gpu_totalram: gpu.ram * num_gpus,
    gpu_ram: gpu.ram,
    gpu_frac: 1,
    gpu_lanes: 16,
    gpu_mem_bw: gpu.bandwidth,
    bw_nvlink: gpu_name.includes('SXM') ? 600 : 0,
    disk_name: draw('disk_name', (f) => f.helpers.arrayElement(disks)),
    disk_bw: draw('disk_bw', (f) => f.number.int({ min: 800, max: 7000 })),
    direct_port_count: draw('direct_port_count', (f) => f.number.int({ min: 50, max: 999 })),
    static_ip: draw('static_ip', (f) => f.datatype.boolean(0.6)),
    geolocation,
    country_code: geolocation.slice(-2),
    verification: draw('verification', (f) => f.helpers.arrayElement(['verified', 'verified', 'unverified'])),
    min_bid: round(dph_base * 0.6),
    dph_base,
    dlperf: round(gpu.dlperf * num_gpus),
    score: ratio(gpu.dlperf * num_gpus, dph_base),
    total_flops: round(gpu.flops * num_gpus),
    reliability2: draw('reliability2', (f) => f.number.float({ min: 0.95, max: 0.9999, fractionDigits: 4 })),
    os_version: draw('os_version', (f) => f.helpers.arrayElement(['22.04', '24.04'])),
    webpage: null,
    mobo_name: draw('mobo_name', (f) => f.helpers.arrayElement(boards)),
    pci_gen: draw('pci_gen', (f) => f.helpers.arrayElement([4, 5])),
    pcie_bw: draw('pcie_bw', (f) => f.number.float({ min: 12, max: 55, fractionDigits: 1 })),
    storage_cost: draw('storage_cost', (f) => f.number.float({ min: 0.05, max: 0.3, fractionDigits: 2 })),
    vram_costperhour: ratio(dph_base, gpu.ram * num_gpus) ?? 0,
    credit_discount_max: 0.4,
    external: false,
    rentable: false,
    ...offer,
  }
})

/** Rounded to six digits behind the point. */
export const round = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

/** The rounded quotient; null where the divisor is 0. */
export const ratio = (value: number, by: number): number | null => (by === 0 ? null : round(value / by))
