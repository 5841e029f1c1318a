import type { InstanceRow } from './rows.ts'
import type { Instance } from './schema.ts'
import { bootProgress, isBooting, type Status } from './status.ts'

/** The part of a boot before which the machine has told nothing. */
const SILENT_UNTIL = 0.1
/** The part of a start after a stop for which the instance waits for its machine. */
const SCHEDULED_UNTIL = 0.5

const notMeasured = {
  cpu_util: 0,
  disk_usage: -1,
  disk_util: -1,
  gpu_temp: null,
  gpu_util: null,
  mem_limit: null,
  mem_usage: null,
  vmem_usage: null,
} as const

/** A layer of an image, as Docker names it. */
const LAYER = 'a3ed95caeb02'

/** What is shown of an instance that runs. */
type Measured = Pick<Instance, 'image_uuid' | 'cpu_util' | 'mem_usage' | 'vmem_usage'>

/**
 * What the observed dialect shows of the status and the load of an instance that began to boot so long ago. What its row
 * pins stays as it is.
 */
export function measuredFields(row: InstanceRow, status: Status, shown: Measured, ageMs: number): Partial<Instance> {
  const fields = isBooting(row, ageMs) ? whileBooting(row, status, ageMs) : afterBoot(row, status, shown)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Reflect.get(row, name) === undefined))
}

function whileBooting(row: InstanceRow, { actual_status }: Status, ageMs: number): Partial<Instance> {
  const done = bootProgress(row, ageMs)
  if (row.restart?.shows === 'loading' && done < SCHEDULED_UNTIL)
    return { ...notMeasured, actual_status: 'scheduling', status_msg: null }
  if (row.restart === undefined && row.boot?.mode !== 'manual' && done < SILENT_UNTIL)
    return { ...notMeasured, actual_status: null, status_msg: null }
  return { ...notMeasured, status_msg: actual_status === 'loading' ? `${LAYER}: Downloading` : null }
}

/** A stop leaves the message and what was measured last, except of the GPUs. */
function afterBoot(row: InstanceRow, { actual_status, intended_status }: Status, shown: Measured): Partial<Instance> {
  const { image_uuid, cpu_util, mem_usage, vmem_usage } = shown
  const isAsIntended = actual_status === 'running' || intended_status !== 'running'
  return {
    ...(isAsIntended && { status_msg: `success, running ${image_uuid.replaceAll(':', '_')}/${row.runtype ?? 'args'}` }),
    ...(actual_status !== 'running' && { cpu_util, mem_usage, vmem_usage, gpu_temp: 0, gpu_util: 0 }),
  }
}
