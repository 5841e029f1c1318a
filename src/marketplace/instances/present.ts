import { type Body, bytesOf, textOf } from '../../kernel/json-bytes.ts'
import { type Draw, type Invention, invents } from '../../kernel/invention.ts'
import type { Rule } from '../../kernel/rule.ts'
import type { Sim } from '../sim.ts'
import { connectionModes, flagsOf, launchPorts } from './connections.ts'
import { gpuNamed } from './gpus.ts'
import { offerFields, ratio, round } from './hardware.ts'
import { listRules } from './list-rules.ts'
import { hardwareSchema, type Instance } from './schema.ts'
import type { InstanceRow } from './rows.ts'
import { differingFields, type ListingForm, listingForm, unchargedSeconds } from './shown-otherwise.ts'
import { bootAgeMs, isBooting, type Status, statusOf } from './status.ts'
import { HOURS_PER_MONTH, SECONDS_PER_DAY } from '../operation/units.ts'

const SECONDS_PER_HOUR = 3600
const RENTAL_DAYS = 30

/** What is kept with a row. */
const keptOf = invents('instances', (draw, { start_date }: InstanceRow, { epochSeconds }) => ({
  start_date:
    start_date ?? epochSeconds - draw('start_date', (f) => f.number.int({ min: 1, max: 200 })) * SECONDS_PER_HOUR,
  /** For each form of the listing, the static fields of the statuses shown so far, by actual_status. */
  byForm: emptyForms(),
}))

const endOf = ({ end_date }: InstanceRow, start_date: number): number =>
  end_date ?? start_date + RENTAL_DAYS * SECONDS_PER_DAY

/**
 * The fields of an instance that follow neither its status nor the clock, but for its ports, which are shown while it runs.
 * They are made for each status that is shown: to keep them with the row would take four times the memory of its JSON.
 */
function fixedFields(row: InstanceRow, start_date: number, invention: Invention) {
  const draw = invention.draw('instances', row.id)
  const machine = hardwareSchema.parse(offerFields.complete(invention, { ...row, id: row.offer_id }), { jitless: true })
  const disk_space = row.disk_space ?? 8
  const gpuCostPerHour = row.price ?? machine.dph_base
  const storage_total_cost = round((machine.storage_cost * disk_space) / HOURS_PER_MONTH)
  const dph_total = round(gpuCostPerHour + storage_total_cost)
  const costs = {
    gpuCostPerHour,
    diskHour: storage_total_cost,
    totalHour: dph_total,
    discountTotalHour: 0,
    discountedTotalPerHour: dph_total,
  }
  const { rules, ports: mapped, extra_env } = flagsOf(row.env)
  const range = portRange(draw, row, machine.direct_port_count)
  const opened = launchPorts(row, range, mapped)
  // Spreads with names beside them would take longer than all else here (docs/decisions/where-time-goes.md).
  const fields = Object.assign(machine, range, {
    id: row.id,
    label: row.label ?? '',
    template_id: row.template_id ?? 0,
    template_hash_id: row.template_hash_id ?? '',
    template_name: row.template_name ?? '',
    image_uuid: row.image ?? 'library/ubuntu:latest',
    image_args: row.args ?? [],
    image_runtype: connectionModes(row),
    extra_env,
    ports: { ...opened, ...mapped },
    onstart: row.onstart ?? '',
    jupyter_token: draw('jupyter_token', (f) => f.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' })),
    start_date,
    end_date: endOf(row, start_date),
    disk_space,
    is_bid: isBid(row),
    dph_total,
    storage_total_cost,
    dlperf_per_dphtotal: machine.dlperf === null ? null : ratio(machine.dlperf, dph_total),
    flops_per_dphtotal: ratio(machine.total_flops, dph_total) ?? 0,
    search: costs,
    instance: costs,
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
  })
  return {
    fields,
    rules: [
      ...rules,
      ...(row.template_id === undefined || row.template_hash_id === undefined || row.template_name === undefined
        ? [listRules.withoutTemplate]
        : []),
      ...(fields.volume_info.length > 0 ? [listRules.volumeItems] : []),
    ],
    portRules: [
      ...(Object.keys(mapped).length > 0 ? [listRules.portsFollowEnv] : []),
      ...(Object.keys(opened).length > 0 ? [listRules.launchPorts] : []),
    ],
    idle: idleLoad(draw, row),
    unknownGpu: gpuNamed(machine.gpu_name) === undefined ? machine.gpu_name : undefined,
  }
}

const isBid = ({ price }: InstanceRow): boolean => price !== undefined

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

/** The ports that can be reached directly: as many as the machine has, unless the row pins otherwise. */
function portRange(draw: Draw, row: InstanceRow, invented: number) {
  const { direct_port_start: start, direct_port_end: end, direct_port_count: pinned } = row
  const isWhole = start !== undefined && end !== undefined
  const direct_port_count = pinned ?? (isWhole ? end - start + 1 : invented)
  const direct_port_start =
    start ??
    (end === undefined
      ? draw('direct_port_start', (f) => f.number.int({ min: 50_000, max: 55_000 }))
      : end - direct_port_count + 1)
  return { direct_port_count, direct_port_start, direct_port_end: end ?? direct_port_start + direct_port_count - 1 }
}

/** What a listing shows of an instance while its status does not change. */
type StaticFields = Pick<PresentedInstance, 'opening' | 'rules' | 'unknownGpu'>

type TimeDependentFields = Pick<
  Instance,
  'uptime_mins' | 'duration' | 'client_run_time' | 'host_run_time' | 'time_remaining' | 'time_remaining_isbid'
>

const statusFields = ['actual_status', 'cur_state', 'next_state', 'intended_status'] as const

const emptyForms = (): (Map<string, StaticFields> | undefined)[] => []

function staticFields(
  { start_date, byForm }: ReturnType<typeof keptOf>,
  status: Status,
  form: ListingForm,
  invention: Invention,
  row: InstanceRow,
): StaticFields {
  const byStatus = (byForm[form.index] ??= new Map<string, StaticFields>())
  const known = byStatus.get(status.actual_status)
  if (known !== undefined) return known
  const isRunning = status.actual_status === 'running'
  const { fields: fixed, idle, rules, portRules, unknownGpu } = fixedFields(row, start_date, invention)
  const fields = Object.assign(fixed, status)
  if (!isRunning) Object.assign(fields, idle, { ports: {} })
  const others = differingFields(form, row, fields, invention)
  Object.assign(fields, others.fields)
  const made = {
    opening: bytesOf(`${JSON.stringify(fields).slice(0, -1)},`),
    rules: [
      ...rules,
      ...(isRunning ? portRules : [listRules.idle]),
      ...(statusFields.every((field) => status[field] === 'running') ? [] : [listRules.statusValues]),
      ...others.rules,
    ],
    unknownGpu,
  }
  byStatus.set(status.actual_status, made)
  return made
}

export interface PresentedInstance {
  /** The rules that shaped it, besides those that shape every instance. */
  readonly rules: readonly Rule[]
  /** Its JSON up to the fields that follow the clock, with a comma at its end, as bytes that are kept with its row. */
  readonly opening: Exclude<Body, string>
  /** The rest of its JSON. */
  readonly rest: string
  /** Whether it has yet to finish its boot. */
  readonly boots: boolean
  /** The name of its GPU, where no figures are known for it. */
  readonly unknownGpu: string | undefined
}

export const jsonOf = ({ opening, rest }: PresentedInstance): string => textOf(opening) + rest

/** An instance as a listing shows it at this instant of the clock. Its static fields are computed once and kept with the row. */
export function presentInstance(
  { invention, clock, rules: inForce }: Pick<Sim, 'invention' | 'clock' | 'rules'>,
  row: InstanceRow,
): PresentedInstance {
  const kept = keptOf(invention, row)
  const { start_date } = kept
  const ageMs = Math.max(0, clock.nowMs - Math.round(start_date * 1000))
  const bootMs = row.restart === undefined ? ageMs : bootAgeMs(row, clock.nowMs)
  const form = listingForm(inForce)
  const status = statusOf(row, bootMs)
  const { opening, rules, unknownGpu } = staticFields(kept, status, form, invention, row)
  const unchargedMs = form.index === 0 ? 0 : unchargedSeconds(form, row, clock.nowSeconds) * 1000
  const times = { start_date, ageMs, bootMs, unchargedMs }
  const rest = JSON.stringify(timeDependentFields(row, status, times, clock))
  return { rules, opening, rest: rest.slice(1), boots: isBooting(row, bootMs), unknownGpu }
}

interface Times {
  /** Unix seconds. */
  readonly start_date: number
  /** Since then. */
  readonly ageMs: number
  /** Since its boot began. */
  readonly bootMs: number
  /** For how long nothing was charged. */
  readonly unchargedMs: number
}

function timeDependentFields(
  row: InstanceRow,
  { actual_status }: Status,
  { start_date, ageMs, bootMs, unchargedMs }: Times,
  { nowMs, nowSeconds }: Sim['clock'],
): TimeDependentFields {
  const { boot, running_since } = row
  const end_date = endOf(row, start_date)
  const ageSeconds = ageMs / 1000
  const bootSeconds = boot?.mode === 'after' ? boot.seconds : 0
  const upSeconds =
    running_since === undefined ? bootMs / 1000 - bootSeconds : (nowMs - Math.round(running_since * 1000)) / 1000
  const left = timeLeft(Math.max(0, end_date - nowSeconds))
  return {
    uptime_mins: actual_status === 'running' ? round(Math.max(0, upSeconds) / 60) : null,
    duration: round(ageSeconds),
    client_run_time: round((ageMs - unchargedMs) / 1000 / SECONDS_PER_HOUR),
    host_run_time: round((end_date - start_date) / SECONDS_PER_HOUR),
    time_remaining: left,
    time_remaining_isbid: isBid(row) ? left : '',
  }
}

/** `29d 23h` */
function timeLeft(seconds: number): string {
  return `${Math.floor(seconds / SECONDS_PER_DAY)}d ${Math.floor((seconds % SECONDS_PER_DAY) / SECONDS_PER_HOUR)}h`
}
