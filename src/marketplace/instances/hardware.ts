import type { Draw, Invention } from '../../kernel/invention.ts'
import { SECONDS_PER_DAY } from '../operation/units.ts'
import { always, flag, float, int, inventedFields, numeric, oneOf, valuesOf } from '../../kernel/invented-fields.ts'
import { anyGpu, type Gpu, gpuNamed, gpus, rentedGpus } from './gpus.ts'
import type { OfferRow } from './rows.ts'

const cpus = ['AMD EPYC 7413 24-Core Processor', 'AMD EPYC 9354 32-Core Processor', 'Intel Xeon Gold 6342'] as const
const boards = ['ROME2D32GM-2T', 'H12DSG-O-CPU', 'X12DPG-OA6'] as const
export const disks = ['SAMSUNG MZQL21T9HCJR', 'KINGSTON SFYRD4000G', 'WD_BLACK SN850X'] as const
const places = [
  'Norway, NO',
  'Quebec, CA',
  'Texas, US',
  'Iceland, IS',
  'Germany, DE',
  'Bulgaria, BG',
  'Japan, JP',
] as const

/** $/GB: 2, 4, 5 1/3 and 20 $ for 1024 GB. */
const trafficPrices = [2 / 1024, 4 / 1024, 16 / 3 / 1024, 20 / 1024] as const

type Of<V> = (draw: Draw, offer: OfferRow) => V

const gpuNameOf: Of<string> = (draw, offer) =>
  offer.gpu_name ?? draw('gpu_name', (f) => f.helpers.arrayElement(rentedGpus).name)
const gpuOf: Of<Gpu> = (draw, offer) => gpuNamed(gpuNameOf(draw, offer)) ?? anyGpu
const gpuCountOf: Of<number> = (draw, offer) =>
  offer.num_gpus ?? draw('num_gpus', (f) => f.helpers.arrayElement([1, 1, 2, 4, 8]))
const coresOf: Of<number> = (draw, offer) =>
  offer.cpu_cores ?? draw('cpu_cores', (f) => f.helpers.arrayElement([32, 64, 96, 128]))
const placeOf: Of<string> = (draw, offer) =>
  offer.geolocation ?? draw('geolocation', (f) => f.helpers.arrayElement(places))
const priceOf: Of<number> = (draw, offer) =>
  offer.dph_base ??
  round(
    gpuOf(draw, offer).price *
      gpuCountOf(draw, offer) *
      draw('dph_base', (f) => f.number.float({ min: 0.8, max: 1.4 })),
  )

/** An address whose last number is invented. */
const address = (field: string, text: (octet: number) => string) =>
  valuesOf(
    Array.from({ length: 253 }, (_, at) => text(at + 2)),
    (draw: Draw) => text(draw(field, (f) => f.number.int({ min: 2, max: 254 }))),
  )

/** What is invented for an offer. */
export const offerFields = inventedFields<OfferRow>('offers')({
  machine_id: int('machine_id', { min: 1000, max: 90_000 }),
  host_id: int('host_id', { min: 10_000, max: 400_000 }),
  public_ipaddr: address('public_ipaddr', (octet) => `203.0.113.${octet}`),
  local_ipaddrs: address('local_ipaddrs', (octet) => `192.0.2.${octet} 172.17.0.1`),
  cpu_arch: always('amd64'),
  cpu_name: oneOf('cpu_name', cpus),
  cpu_cores: numeric(coresOf),
  cpu_cores_effective: numeric((draw, offer) => Math.ceil(coresOf(draw, offer) / 2)),
  cpu_ram: oneOf('cpu_ram', [128_000, 257_000, 515_000]),
  gpu_name: valuesOf(
    rentedGpus.map(({ name }) => name),
    gpuNameOf,
  ),
  gpu_arch: valuesOf(
    gpus.map(({ arch }) => arch),
    (draw, offer) => gpuOf(draw, offer).arch,
  ),
  num_gpus: numeric(gpuCountOf),
  gpu_totalram: numeric((draw, offer) => gpuOf(draw, offer).ram * gpuCountOf(draw, offer)),
  gpu_ram: numeric((draw, offer) => gpuOf(draw, offer).ram),
  gpu_frac: always(1),
  gpu_lanes: always(16),
  gpu_mem_bw: numeric((draw, offer) => gpuOf(draw, offer).bandwidth),
  bw_nvlink: numeric((draw, offer) => (gpuNameOf(draw, offer).includes('SXM') ? 600 : 0)),
  disk_name: oneOf('disk_name', disks),
  disk_bw: int('disk_bw', { min: 800, max: 7000 }),
  direct_port_count: int('direct_port_count', { min: 50, max: 999 }),
  static_ip: flag('static_ip', 0.6),
  geolocation: valuesOf(places, placeOf),
  country_code: {
    invent: (draw, offer) => placeOf(draw, offer).slice(-2),
    mayHave: (text) => text.length <= '"NO"'.length,
  },
  verification: oneOf('verification', ['verified', 'verified', 'unverified']),
  min_bid: numeric((draw, offer) => round(priceOf(draw, offer) * 0.6)),
  dph_base: numeric(priceOf),
  dlperf: numeric((draw, offer) => round(gpuOf(draw, offer).dlperf * gpuCountOf(draw, offer))),
  score: numeric((draw, offer) => ratio(gpuOf(draw, offer).dlperf * gpuCountOf(draw, offer), priceOf(draw, offer))),
  total_flops: numeric((draw, offer) => round(gpuOf(draw, offer).flops * gpuCountOf(draw, offer))),
  reliability2: float('reliability2', { min: 0.95, max: 0.9999, fractionDigits: 4 }),
  os_version: oneOf('os_version', ['22.04', '24.04']),
  webpage: always(null),
  mobo_name: oneOf('mobo_name', boards),
  pci_gen: oneOf('pci_gen', [4, 5]),
  pcie_bw: float('pcie_bw', { min: 12, max: 55, fractionDigits: 1 }),
  storage_cost: float('storage_cost', { min: 0.05, max: 0.3, fractionDigits: 2 }),
  vram_costperhour: numeric(
    (draw, offer) => ratio(priceOf(draw, offer), gpuOf(draw, offer).ram * gpuCountOf(draw, offer)) ?? 0,
  ),
  credit_discount_max: always(0.4),
  external: always(false),
  rentable: always(false),
})

/** What is invented for an offer besides the fields that instances show, too. */
export const marketInvented = inventedFields<OfferRow>('offers')({
  inet_up: float('inet_up', { min: 100, max: 5000, fractionDigits: 1 }),
  inet_down: float('inet_down', { min: 100, max: 8000, fractionDigits: 1 }),
  cuda_max_good: oneOf('cuda_max_good', [12.4, 12.6, 12.8, 13]),
  cpu_ghz: float('cpu_ghz', { min: 2.2, max: 4.5, fractionDigits: 1 }),
  driver_version: oneOf('driver_version', ['550.144.03', '560.35.05', '570.133.20', '580.95.05']),
  compute_cap: numeric((draw, offer) => gpuOf(draw, offer).capability),
  inet_up_cost: oneOf('inet_up_cost', trafficPrices),
  inet_down_cost: oneOf('inet_down_cost', trafficPrices),
  hosting_type: oneOf('hosting_type', [0, 0, 1]),
  geolocode: int('geolocode', { min: 1_000_000, max: 400_000_000 }),
  gpu_max_power: oneOf('gpu_max_power', [300, 350, 450, 500]),
  gpu_max_temp: int('gpu_max_temp', { min: 17, max: 90 }),
  reliability_mult: float('reliability_mult', { min: 0.9, max: 0.99, fractionDigits: 7 }),
  gpu_display_active: always(false),
  has_avx: always(1),
  /** GB that can be rented. */
  disk_space: int('disk_space', { min: 200, max: 8000 }),
  /** Unix seconds. */
  start_date: numeric(
    (draw, _offer, { epochSeconds }) =>
      epochSeconds - draw('offer_start_date', (f) => f.number.int({ min: 1, max: 200 })) * SECONDS_PER_DAY,
  ),
  end_date: numeric(
    (draw, _offer, { epochSeconds }) =>
      epochSeconds + draw('offer_end_date', (f) => f.number.int({ min: 30, max: 365 })) * SECONDS_PER_DAY,
  ),
})

/** Reads the Unix seconds from which an offer is over: as it was captured, or else as invented. */
export function offerEnd(invention: Invention): (row: OfferRow) => number {
  const invented = marketInvented.reader(invention, 'end_date')
  return (row) => {
    const captured = row.seen?.['end_date']
    return typeof captured === 'number' ? captured : invented(row)
  }
}

/** Rounded to six digits behind the point. */
export const round = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

/** The rounded quotient; null where the divisor is 0. */
const ratio = (value: number, by: number): number | null => (by === 0 ? null : round(value / by))
