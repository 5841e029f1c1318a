import { imageOfRow } from './launch.ts'
import { hourlyCosts, HOURS_PER_MONTH, SECONDS_PER_DAY } from '../operation/units.ts'
import { type Draw, type Invention, defineInvention } from '../../kernel/invention.ts'
import { memoizeByObject } from '../../kernel/memoize-by-object.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { RulesInForce } from '../../kernel/rules-in-force.ts'
import { JsonWithHoles, type Piece, Written } from '../../kernel/written.ts'
import type { Sim } from '../sim.ts'
import { constantFields, furtherCosts, capturedFields, trafficCosts } from '../operation/seen.ts'
import { connectionModes, flagsOf, openPortsOf } from './connections.ts'
import { gpuNamed } from './gpus.ts'
import { marketInvented, offerFields, round } from './hardware.ts'
import { furtherOfMachineNames, hardwareSchema } from './machine-schema.ts'
import { addressesOf } from './reach.ts'
import type { Instance } from './schema.ts'
import type { InstanceRow } from './rows.ts'
import { measuredFields } from './telemetry.ts'
import { bootAgeMs, isBooting, isCharged, type Status, statusOf } from './status.ts'
import { catalogue } from '../catalogue.ts'

const SECONDS_PER_HOUR = 3600
const RENTAL_DAYS = 30

const portsNotRunning = catalogue['instances.list.ports-not-running']
const furtherFields = catalogue['instances.list.further-fields']

interface Times {
  readonly uptime_mins: number | null
  readonly duration: number
}

/** What is shown of an instance as long as its status stays. */
interface Steady {
  /** Its fields; those that follow the clock are those of the instant at which it was presented. */
  readonly fields: Instance
  /** Those of its fields that a capture had. */
  readonly captured: Readonly<Record<string, unknown>>
  readonly isRunning: boolean
  /** The rules that shaped it. */
  readonly rules: readonly Rule[]
  /** The name of its GPU, where no figures are known for it. */
  readonly unknownGpu: string | undefined
  /** Its JSON, once it was written. */
  json: JsonWithHoles | undefined
}

/** An instance as a listing shows it at an instant. */
export class PresentedInstance extends Written {
  readonly #steady: Steady
  readonly #times: Times
  /** Whether it has yet to finish its boot. */
  readonly boots: boolean

  constructor(steady: Steady, times: Times, boots: boolean) {
    super()
    this.#steady = steady
    this.#times = times
    this.boots = boots
  }

  get rules(): readonly Rule[] {
    return this.#steady.rules
  }

  get unknownGpu(): string | undefined {
    return this.#steady.unknownGpu
  }

  get fields(): Instance {
    const { fields, captured } = this.#steady
    return { ...fields, ...this.#times, ...captured }
  }

  write(pieces: Piece[]): void {
    const { fields, captured } = this.#steady
    this.#steady.json ??= new JsonWithHoles(fields, (name) => name in this.#times && !(name in captured))
    this.#steady.json.write(this.#times, pieces)
  }

  toJSON(): Instance {
    return this.fields
  }
}

type PresentingSim = Pick<Sim, 'invention' | 'clock' | 'rules' | 'sshTo'>

/** An instance as a listing shows it at this instant of the clock. */
export function presentInstance(sim: PresentingSim, row: InstanceRow): PresentedInstance {
  const { start_date, end_date } = fixedFields(sim.invention, row).fields
  const ageMs = bootAgeMs({ restart: row.restart, start_date }, sim.clock.nowMs)
  const boots = isBooting(row, ageMs)
  const steady = boots ? presentSteady(sim, row, ageMs) : keptSteady(sim, row, ageMs)
  return new PresentedInstance(steady, timesOf(sim, row, { end_date, isRunning: steady.isRunning }, ageMs), boots)
}

interface Kept {
  readonly sshTo: Sim['sshTo']
  readonly steady: Steady
}

/** What was presented of rows that do not boot, where SSH leads to one address. */
const kept = memoizeByObject<Invention, (inForce: RulesInForce) => WeakMap<InstanceRow, Kept>>(() =>
  memoizeByObject(() => new WeakMap()),
)

function keptSteady(sim: PresentingSim, row: InstanceRow, ageMs: number): Steady {
  const rows = kept(sim.invention)(sim.rules)
  const known = rows.get(row)
  if (known !== undefined && known.sshTo === sim.sshTo) return known.steady
  const steady = presentSteady(sim, row, ageMs)
  rows.set(row, { sshTo: sim.sshTo, steady })
  return steady
}

function presentSteady(sim: PresentingSim, row: InstanceRow, ageMs: number): Steady {
  const fixed = fixedFields(sim.invention, row)
  const status = statusOf(row, ageMs)
  const isRunning = status.actual_status === 'running'
  const open = openPortsOf(sim, row)
  const portRules = [
    ...(open.isEnvShown ? [catalogue['instances.list.ports-follow-env']] : []),
    ...(open.isLaunchShown ? [catalogue['instances.list.launch-ports']] : []),
  ]
  const isAssigned = isRunning && portRules.length > 0 && sim.rules.shapes(catalogue['instances.list.host-ports'])
  const running = {
    ...fixed.fields,
    ...open.range,
    ...status,
    ...(!isRunning && fixed.idle),
    ports: isRunning ? (isAssigned ? open.assignedPorts : open.ports) : {},
  }
  const observed = observedFields(sim, row, running)
  const isMeasured = sim.rules.shapes(catalogue['instances.list.telemetry'])
  const shown = {
    ...running,
    ...observed.fields,
    ...(isMeasured && measuredFields(row, status, fixed.fields, ageMs)),
    ...timesOf(sim, row, { end_date: fixed.fields.end_date, isRunning }, ageMs),
    ...constantTimes,
  }
  const isDiskAlone = sim.rules.shapes(catalogue['instances.list.current-costs'])
  const fields = !isDiskAlone && isCharged(shown) ? { ...shown, instance: shown.search } : shown
  const captured = sim.rules.shapes(furtherFields) ? capturedFieldsOf(row, isRunning) : {}
  return {
    fields: { ...fields, ...addressesOf(row, fields, sim.sshTo), ...captured },
    captured,
    isRunning,
    rules: [
      ...fixed.rules,
      ...(isRunning ? portRules : []),
      ...(isAssigned ? [catalogue['instances.list.host-ports']] : []),
      ...(isDiskAlone ? [catalogue['instances.list.current-costs']] : []),
      ...(isMeasured ? [catalogue['instances.list.telemetry']] : isRunning ? [] : [catalogue['instances.list.idle']]),
      ...(statusFields.every((field) => status[field] === 'running')
        ? []
        : [catalogue['instances.list.status-values']]),
      ...observed.rules,
    ],
    unknownGpu: fixed.unknownGpu,
    json: undefined,
  }
}

/** What a capture had besides; the ports are bound while it runs. */
function capturedFieldsOf(row: InstanceRow, isRunning: boolean): Readonly<Record<string, unknown>> {
  const { ports, ...others } = capturedFields(row)
  return isRunning && ports !== undefined ? { ...others, ports } : others
}

const statusFields = ['actual_status', 'cur_state', 'next_state', 'intended_status'] as const

/** The fields of an instance that follow neither its status nor the clock, except that its ports are shown while it runs; kept with the row. */
const fixedFields = defineInvention('instances', (draw, row: InstanceRow, invention) => {
  const machine = hardwareSchema.parse(offerFields.complete(invention, { ...row, id: row.offer_id }), { jitless: true })
  const start_date =
    row.start_date ??
    invention.epochSeconds - draw('start_date', (f) => f.number.int({ min: 1, max: 200 })) * SECONDS_PER_HOUR
  const disk_space = row.disk_space ?? 8
  const dph_base = row.price ?? machine.dph_base
  const storage_total_cost = (machine.storage_cost * disk_space) / HOURS_PER_MONTH
  const dph_total = dph_base + storage_total_cost
  const { rules, extra_env } = flagsOf(row.env)
  const fields = {
    ...machine,
    id: row.id,
    label: row.label ?? '',
    template_id: row.template_id ?? 0,
    template_hash_id: row.template_hash_id ?? '',
    template_name: row.template_name ?? '',
    image_uuid: imageOfRow(row),
    image_args: row.args ?? [],
    image_runtype: connectionModes(row),
    extra_env,
    onstart: row.onstart ?? '',
    jupyter_token: draw('jupyter_token', (f) => f.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' })),
    start_date,
    end_date: row.end_date ?? start_date + RENTAL_DAYS * SECONDS_PER_DAY,
    disk_space,
    is_bid: row.price !== undefined,
    dph_base,
    dph_total,
    storage_total_cost,
    dlperf_per_dphtotal: machine.dlperf === null || dph_total === 0 ? null : machine.dlperf / dph_total,
    flops_per_dphtotal: dph_total === 0 ? 0 : machine.total_flops / dph_total,
    vram_costperhour: machine.gpu_totalram === 0 ? 0 : dph_total / machine.gpu_totalram,
    search: hourlyCosts(dph_base, storage_total_cost),
    instance: hourlyCosts(0, storage_total_cost),
    volume_info: row.volumes ?? [],
    cpu_util: row.cpu_util ?? draw('cpu_util', (f) => f.number.float({ max: 1, fractionDigits: 3 })),
    mem_limit: row.mem_limit ?? draw('mem_limit', (f) => f.helpers.arrayElement([64, 128, 256])),
    mem_usage: row.mem_usage ?? draw('mem_usage', (f) => f.number.float({ min: 1, max: 32, fractionDigits: 2 })),
    vmem_usage: row.vmem_usage ?? draw('vmem_usage', (f) => f.number.float({ max: 1, fractionDigits: 3 })),
    gpu_util: row.gpu_util ?? draw('gpu_util', (f) => f.number.float({ max: 1, fractionDigits: 2 })),
    gpu_temp: row.gpu_temp ?? draw('gpu_temp', (f) => f.number.int({ min: 30, max: 80 })),
    disk_util: row.disk_util ?? draw('disk_util', (f) => f.number.float({ max: 1, fractionDigits: 3 })),
    disk_usage: row.disk_usage ?? draw('disk_usage', (f) => f.number.float({ max: 8, fractionDigits: 2 })),
    machine_dir_ssh_port:
      row.machine_dir_ssh_port ?? draw('machine_dir_ssh_port', (f) => f.number.int({ min: 40_000, max: 49_999 })),
    ssh_idx: row.ssh_idx ?? draw('ssh_idx', (f) => String(f.number.int({ min: 1, max: 9 }))),
    ssh_host: row.ssh_host ?? draw('ssh_host', (f) => `ssh${f.number.int({ min: 1, max: 9 })}.rental.example`),
    ssh_port: row.ssh_port ?? draw('ssh_port', (f) => f.number.int({ min: 10_000, max: 39_999 })),
    credit_balance: row.credit_balance ?? 0,
    credit_discount: row.credit_discount ?? 0,
  }
  return {
    fields,
    rules: [...rules, ...(fields.volume_info.length > 0 ? [catalogue['instances.list.volume-items']] : [])],
    idle: idleLoad(draw, row),
    unknownGpu: gpuNamed(machine.gpu_name) === undefined ? machine.gpu_name : undefined,
  }
})

/** The load of an instance that does not run, where its row does not pin another. */
const idleLoad = (
  draw: Draw,
  { cpu_util = 0, gpu_util = 0, mem_usage = 0, vmem_usage = 0, gpu_temp }: InstanceRow,
) => ({
  cpu_util,
  gpu_util,
  mem_usage,
  vmem_usage,
  gpu_temp: gpu_temp ?? draw('idle_gpu_temp', (f) => f.number.int({ min: 26, max: 38 })),
})

/** The fields that the observed dialect shows otherwise than the contract or besides it, and the rules behind them. */
function observedFields(
  { rules: inForce, invention }: PresentingSim,
  row: InstanceRow,
  shown: Status & Pick<Instance, 'search' | 'instance'>,
): { readonly fields: Partial<Instance>; readonly rules: readonly Rule[] } {
  const withoutPorts = inForce.shapes(portsNotRunning) && shown.actual_status !== 'running'
  const unset = nullUnlessSet.filter((name) => row[name] === undefined)
  const showsNull = inForce.shapes(catalogue['instances.list.unset'])
  return {
    fields: {
      ...(withoutPorts && { ports: null }),
      ...(showsNull && Object.fromEntries(unset.map((name) => [name, null]))),
      ...(inForce.shapes(furtherFields) && {
        search: { ...shown.search, ...furtherCosts },
        instance: { ...shown.instance, ...furtherCosts },
        ...furtherFieldsOf(invention, row),
      }),
    },
    rules: [
      ...(withoutPorts ? [portsNotRunning] : []),
      ...(showsNull && unset.length > 0 ? [catalogue['instances.list.unset']] : []),
      ...(!showsNull && unset.some((name) => name.startsWith('template'))
        ? [catalogue['instances.list.without-template']]
        : []),
    ],
  }
}

/** The fields that are null while they are unset. */
const nullUnlessSet = [
  'label',
  'onstart',
  'template_id',
  'template_hash_id',
  'template_name',
  'credit_balance',
  'credit_discount',
] as const

function furtherFieldsOf(invention: Invention, row: InstanceRow): Partial<Instance> {
  const machine = { ...row, id: row.offer_id }
  const read = <F extends (typeof furtherOfMachineNames)[number]>(name: F) =>
    marketInvented.reader(invention, name)(machine)
  return {
    ...Object.fromEntries(furtherOfMachineNames.map((name) => [name, read(name)])),
    hosting_type: row.hosting_type ?? (read('hosting_type') === 1 ? 1 : null),
    ...trafficCosts(read('inet_up_cost'), read('inet_down_cost')),
    inet_up_billed: 0,
    inet_down_billed: 0,
    bundle_id: null,
    ...constantFields,
    sla_r_claim: null,
  }
}

/** What the service shows of every instance, however old it is. */
const constantTimes = { client_run_time: 1.1, host_run_time: 2_592_000, time_remaining: '', time_remaining_isbid: '' }

/** @param ageMs since its boot began */
function timesOf(
  { clock: { nowMs, nowSeconds }, rules }: PresentingSim,
  { boot, running_since }: InstanceRow,
  { end_date, isRunning }: { readonly end_date: number; readonly isRunning: boolean },
  ageMs: number,
): Times {
  const asShown = rules.shapes(catalogue['instances.list.telemetry']) ? Math.floor : round
  const bootSeconds = boot?.mode === 'after' ? boot.seconds : 0
  const upSeconds =
    running_since === undefined ? ageMs / 1000 - bootSeconds : (nowMs - Math.round(running_since * 1000)) / 1000
  return {
    uptime_mins: isRunning ? asShown(Math.max(0, upSeconds) / 60) : null,
    duration: Math.max(0, end_date - nowSeconds),
  }
}
