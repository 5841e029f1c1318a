import {
  isAscendingBy,
  type Claim,
  everyRow,
  matchesFormula,
  isNear,
  type ShownRow,
  valueAt,
} from '../../kernel/claim.ts'
import { isObject } from '../../kernel/object.ts'
import { HOURS_PER_MONTH } from '../operation/units.ts'
import { claimsOverTime } from './claims-over-time.ts'
import { catalogue } from '../catalogue.ts'

const shown = ['instances.list', 'instances.show', 'instances.page']

const telemetry = catalogue['instances.list.telemetry']
const unset = catalogue['instances.list.unset']
const portsNotRunning = catalogue['instances.list.ports-not-running']

const money = { rule: catalogue['instances.list.time-and-money'], of: shown }

const isRunning = (row: ShownRow): boolean => row['actual_status'] === 'running'

const entries = (row: ShownRow): readonly (readonly [string, unknown])[] =>
  Array.isArray(row['extra_env'])
    ? row['extra_env'].flatMap((pair: unknown) =>
        Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1]] as const] : [],
      )
    : []

/** The container ports of `-p <host_port>:<container_port>`. */
const mappedPorts = (row: ShownRow): readonly string[] =>
  entries(row).flatMap(([name]) => /^-p \d+:(\d+)(?:\/\w+)?$/.exec(name)?.slice(1) ?? [])

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

const unsetFields = ['label', 'onstart', 'template_id', 'template_hash_id', 'template_name'] as const
const isUnset = (value: unknown): boolean => value === '' || value === 0

/** Rows without any of these are not those of an instance as a whole. */
const whenStopped = (test: (row: ShownRow) => boolean | undefined) =>
  everyRow((row) =>
    typeof row['actual_status'] !== 'string' || isRunning(row) || row['intended_status'] !== 'stopped'
      ? undefined
      : test(row),
  )

export const instanceClaims: readonly Claim[] = [
  {
    ...money,
    says: 'dph_total = dph_base + storage_total_cost',
    holds: matchesFormula('dph_total', ['dph_base', 'storage_total_cost'], (base = 0, disk = 0) => base + disk),
  },
  {
    ...money,
    says: 'storage_total_cost = storage_cost * disk_space / 720',
    holds: matchesFormula(
      'storage_total_cost',
      ['storage_cost', 'disk_space'],
      (cost = 0, gb = 0) => (cost * gb) / HOURS_PER_MONTH,
    ),
  },
  {
    ...money,
    says: 'search.totalHour = dph_total, and instance.totalHour too while it runs; storage_total_cost while it is stopped',
    holds: everyRow((row) => {
      const [whole, now] = [valueAt(row, 'search', 'totalHour'), valueAt(row, 'instance', 'totalHour')]
      const [total, storage] = [row['dph_total'], row['storage_total_cost']]
      if (typeof whole !== 'number' || typeof now !== 'number') return undefined
      const isOfTheMoment = isRunning(row)
        ? isNear(now, Number(total))
        : row['intended_status'] !== 'stopped' || isNear(now, Number(storage))
      return isNear(whole, Number(total)) && isOfTheMoment
    }),
  },
  {
    ...money,
    says: 'dlperf_per_dphtotal and flops_per_dphtotal are per dph_total',
    holds: everyRow((row) => {
      const [dlperf, flops, dph] = [row['dlperf'], row['total_flops'], row['dph_total']]
      if (typeof dlperf !== 'number' || typeof flops !== 'number' || typeof dph !== 'number' || dph === 0)
        return undefined
      return (
        isNear(Number(row['dlperf_per_dphtotal']), dlperf / dph) &&
        isNear(Number(row['flops_per_dphtotal']), flops / dph)
      )
    }),
  },
  {
    ...money,
    says: 'client_run_time is 1.1, host_run_time 2592000, time_remaining empty',
    holds: everyRow((row) =>
      row['client_run_time'] === undefined || row['host_run_time'] === undefined
        ? undefined
        : row['client_run_time'] === 1.1 && row['host_run_time'] === 2_592_000 && row['time_remaining'] === '',
    ),
  },
  {
    ...money,
    says: 'end_date - duration is the same instant in all rows, not before start_date',
    holds: ({ rows }) => {
      const spans = rows.flatMap(({ start_date, end_date, duration }) =>
        typeof start_date === 'number' && typeof end_date === 'number' && typeof duration === 'number' && duration > 0
          ? [{ start: start_date, now: end_date - duration }]
          : [],
      )
      const nows = spans.map(({ now }) => now)
      // Doubles of this size tell apart less than a microsecond.
      if (spans.length === 0) return undefined
      return Math.max(...nows) - Math.min(...nows) < 2 && spans.every(({ start, now }) => now > start - 2)
    },
  },
  {
    rule: catalogue['instances.list.status-values'],
    of: shown,
    says: 'uptime_mins is null unless the instance runs',
    holds: everyRow((row) =>
      isRunning(row) || row['actual_status'] === undefined || row['uptime_mins'] === undefined
        ? undefined
        : row['uptime_mins'] === null,
    ),
  },
  {
    rule: portsNotRunning,
    of: shown,
    says: 'ports is empty unless the instance runs',
    holds: whenStopped(({ ports }) => (ports === undefined ? undefined : isEmptyObject(ports))),
  },
  {
    rule: portsNotRunning,
    of: shown,
    under: 'null',
    says: 'ports is null unless the instance runs',
    holds: whenStopped(({ ports }) => (ports === undefined ? undefined : ports === null)),
  },
  {
    rule: telemetry,
    of: shown,
    under: 'measured',
    says: 'a stopped instance shows gpu_util and gpu_temp 0',
    holds: whenStopped(({ gpu_util, gpu_temp }) =>
      typeof gpu_util === 'number' && typeof gpu_temp === 'number' ? gpu_util === 0 && gpu_temp === 0 : undefined,
    ),
  },
  {
    rule: telemetry,
    of: shown,
    says: 'status_msg names the status of a stopped instance',
    holds: whenStopped(({ status_msg, actual_status }) =>
      typeof status_msg === 'string' ? status_msg.includes(String(actual_status)) : undefined,
    ),
  },
  {
    rule: unset,
    of: shown,
    says: 'what is unset is 0 or empty',
    holds: everyRow((row) => {
      const values = unsetFields.map((name) => row[name])
      return values.includes(null) ? false : values.some(isUnset) || undefined
    }),
  },
  {
    rule: unset,
    of: shown,
    under: 'null',
    says: 'what is unset is null',
    holds: everyRow((row) => {
      const values = unsetFields.map((name) => row[name])
      return values.some(isUnset) ? false : values.includes(null) || undefined
    }),
  },
  {
    rule: catalogue['instances.list.ports'],
    of: shown,
    says: 'a port mapping in extra_env has the value 1',
    holds: everyRow((row) => {
      const mappings = entries(row).filter(([name]) => name.startsWith('-p '))
      return mappings.length === 0 ? undefined : mappings.every(([, value]) => value === '1')
    }),
  },
  {
    rule: catalogue['instances.list.ports-follow-env'],
    of: shown,
    says: 'ports has an entry for each mapping of an instance that runs',
    holds: everyRow((row) => {
      const { ports } = row
      const mapped = mappedPorts(row)
      if (!isRunning(row) || !isObject(ports) || mapped.length === 0) return undefined
      return mapped.every((port) => Object.keys(ports).some((key) => key.startsWith(`${port}/`)))
    }),
  },
  {
    rule: catalogue['instances.list.lists-own'],
    of: ['instances.list'],
    says: 'instances_found = number of instances',
    holds: ({ body, rows }) => {
      const found = valueAt(body, 'instances_found')
      return typeof found === 'number' ? found === rows.length : undefined
    },
  },
  {
    rule: catalogue['instances.list.order'],
    of: ['instances.list'],
    says: 'instances come by ascending id',
    holds: isAscendingBy('id', () => false),
  },
  {
    rule: catalogue['instances.page.pages'],
    of: ['instances.page'],
    says: 'a page has at most 25 instances, and no more than total_instances',
    holds: ({ body, rows }) => {
      const total = valueAt(body, 'total_instances')
      return typeof total === 'number' ? rows.length <= Math.min(25, total) : undefined
    },
  },
  ...claimsOverTime,
]
