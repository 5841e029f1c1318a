import { hourlyCosts, HOURS_PER_MONTH, versionNumber } from '../../operation/units.ts'
import type { Invention } from '../../../kernel/invention.ts'
import type { Value } from '../../../kernel/query.ts'
import { marketInvented, offerFields } from '../../instances/hardware.ts'
import type { OfferRow, VolumeOfferRow } from '../../instances/rows.ts'
import { hardwareSchema, marketSchema } from '../../instances/machine-schema.ts'
import { volumeOfferFields } from '../volumes/invented.ts'
import { constantFields, furtherCosts, capturedFields, trafficCosts } from '../../operation/seen.ts'

/** How offers are asked for, and when. */
export interface OfferContext {
  readonly invention: Invention
  readonly nowSeconds: number
  /** GB of disk. */
  readonly allocatedGb: number
  /** Whether they are rented by a bid. */
  readonly isBid: boolean
  readonly isRented: (row: OfferRow) => boolean
  /** In Unix seconds. */
  readonly endOf: (row: OfferRow) => number
  /** The space of a machine that can be rented as a volume. */
  readonly spaceOf: (machineId: number) => VolumeOfferRow | undefined
}

export const isRentable = (row: OfferRow, { isRented, endOf, nowSeconds }: OfferContext): boolean =>
  row.rentable !== false && !isRented(row) && endOf(row) > nowSeconds

/** What every offer was seen to show. */
const constants = {
  ...constantFields,
  bundled_results: null,
  cluster_id: null,
  discount_rate: 0,
  discounted_hourly: 0,
  expected_reliability: 0,
  hostname: null,
  is_vm_deverified: false,
  nw_disk_avg_bw: null,
  nw_disk_max_bw: null,
  nw_disk_min_bw: null,
  resource_type: 'gpu',
  rn: 1,
  sla_broker_rate: null,
  sla_r_claim: 0,
  time_remaining: '',
  time_remaining_isbid: '',
  vms_enabled: false,
} as const

const MB_PER_GB = 1024

/** $/hour for a GB of GPU memory, as offers show it; instances show the price of a MB. */
const costOfMemory = (dph: number, gpus: number, mbOfEach: number): number =>
  gpus === 0 || mbOfEach === 0 ? 0 : dph / gpus / (mbOfEach / MB_PER_GB)

type Readers = Readonly<Record<string, (row: OfferRow) => Value>>

const idOf = ({ id }: OfferRow): number => id

/** How each field of an offer is read that is one value. What a row leaves out is invented for the fields that are read only. */
export function offerReaders(asked: OfferContext): Readers {
  const { invention, nowSeconds, allocatedGb, isBid, isRented, endOf } = asked
  const ofMachine = <F extends Parameters<typeof offerFields.reader>[1]>(name: F) => offerFields.reader(invention, name)
  const ofMarket = <F extends Parameters<typeof marketInvented.reader>[1]>(name: F) =>
    marketInvented.reader(invention, name)
  const [verification, dlperf, flops] = [ofMachine('verification'), ofMachine('dlperf'), ofMachine('total_flops')]
  const [driver, upCost, downCost] = [ofMarket('driver_version'), ofMarket('inet_up_cost'), ofMarket('inet_down_cost')]
  const { machine, storage, total } = priceReaders(asked)
  const traffic = (row: OfferRow) => trafficCosts(upCost(row), downCost(row))
  const isVerified = (row: OfferRow): boolean => verification(row) === 'verified'
  return {
    id: idOf,
    ask_contract_id: idOf,
    bundle_id: idOf,
    ...Object.fromEntries(hardwareSchema.keyof().options.map((name) => [name, ofMachine(name)] as const)),
    ...Object.fromEntries(marketSchema.keyof().options.map((name) => [name, ofMarket(name)] as const)),
    rentable: (row) => isRentable(row, asked),
    rented: isRented,
    dph_base: machine,
    vram_costperhour: (row) => costOfMemory(machine(row), ofMachine('num_gpus')(row), ofMachine('gpu_ram')(row)),
    verified: isVerified,
    vericode: (row) => (isVerified(row) ? 1 : 0),
    is_bid: () => isBid,
    reliability: ofMachine('reliability2'),
    disk_space: ofMarket('disk_space'),
    allocated_storage: () => allocatedGb,
    storage_total_cost: storage,
    dph_total: total,
    dlperf_per_dphtotal: (row) => (total(row) === 0 ? null : (dlperf(row) ?? 0) / total(row)),
    flops_per_dphtotal: (row) => (total(row) === 0 ? 0 : flops(row) / total(row)),
    start_date: ofMarket('start_date'),
    end_date: endOf,
    duration: (row) => Math.max(0, endOf(row) - nowSeconds),
    driver_vers: (row) => versionNumber(driver(row)),
    geolocode: ofMarket('geolocode'),
    gpu_total_ram: ofMachine('gpu_totalram'),
    gpu_max_power: ofMarket('gpu_max_power'),
    gpu_max_temp: ofMarket('gpu_max_temp'),
    reliability_mult: ofMarket('reliability_mult'),
    dph_total_adj: (row) => total(row) + 2 * downCost(row),
    discounted_dph_total: total,
    internet_up_cost_per_tb: (row) => traffic(row).internet_up_cost_per_tb,
    internet_down_cost_per_tb: (row) => traffic(row).internet_down_cost_per_tb,
    ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, () => value])),
  }
}

/** $/hour. */
function priceReaders({ invention, allocatedGb, isBid }: OfferContext) {
  const machine = offerFields.reader(invention, isBid ? 'min_bid' : 'dph_base')
  const perMonth = offerFields.reader(invention, 'storage_cost')
  const storage = (row: OfferRow): number => (perMonth(row) * allocatedGb) / HOURS_PER_MONTH
  return { machine, storage, total: (row: OfferRow): number => machine(row) + storage(row) }
}

/** An offer as a search shows it. */
export function presentOffer(row: OfferRow, asked: OfferContext, readers: Readers): object {
  const { machine, storage } = priceReaders(asked)
  const fields = Object.entries(readers).map(([name, read]) => [name, read(row)] as const)
  const { seen = {} } = row
  const endsAt = seen['end_date']
  return {
    ...Object.fromEntries(fields),
    search: { ...hourlyCosts(machine(row), storage(row)), ...furtherCosts },
    instance: { ...hourlyCosts(0, storage(row)), ...furtherCosts },
    external: row.external ?? null,
    gpu_ids: idsOfGpus(row, asked),
    ...spaceFields(row, asked),
    ...capturedFields(row),
    ...(typeof endsAt === 'number' && { duration: Math.max(0, endsAt - asked.nowSeconds) }),
  }
}

function idsOfGpus(row: OfferRow, { invention }: OfferContext): readonly number[] {
  const first = offerFields.reader(invention, 'machine_id')(row) * MOST_GPUS
  return Array.from(
    { length: Math.min(offerFields.reader(invention, 'num_gpus')(row), MOST_GPUS) },
    (_, at) => first + at,
  )
}

/** Of one machine. */
const MOST_GPUS = 16

/** The space on the same machine that can be rented as a volume; null where none is offered. */
function spaceFields(row: OfferRow, { invention, spaceOf }: OfferContext) {
  const space = spaceOf(offerFields.reader(invention, 'machine_id')(row))
  return {
    avail_vol_ask_id: space?.id ?? null,
    avail_vol_dph:
      space === undefined ? null : volumeOfferFields.reader(invention, 'storage_cost')(space) / HOURS_PER_MONTH,
    avail_vol_size: space?.size ?? null,
  }
}
