import { z } from 'zod'
import { progressionSchema } from '../../kernel/progression.ts'
import { rowId } from '../../kernel/names.ts'
import { object, strictObject } from '../../kernel/wire.ts'
import { seenFields } from '../operation/seen.ts'
import { envFlags } from '../templates/env-flags.ts'
import { machineFilters, MAX_STORED_GB } from '../templates/schema.ts'
import { volumeMachineFields } from '../observed/volumes/schema.ts'
import { hardwareFields, marketFields } from './machine-schema.ts'
import { reachFields } from './reach.ts'
import { attachedVolume, documentedBody, instance, loadFields, statusFields } from './schema.ts'

const hardware = object(() => z.object({ ...hardwareFields, ...marketFields }).partial().shape)

/** Results computed from numbers up to this size are finite. */
const LARGEST = 1e15

function numbersInRange(row: object, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'number' && Math.abs(value) > LARGEST)
      context.addIssue({ code: 'custom', path: [name], message: `is beyond ${LARGEST}` })
  }
}

/** A rental offer: a machine that can be rented once. What is left out is invented. */
export const offerRow = strictObject(() => ({
  id: rowId,
  ...hardware.shape,
  ...reachFields,
  seen: seenFields,
})).superRefine(numbersInRange)
export type OfferRow = Readonly<z.output<typeof offerRow>>

/** A volume that a user has. */
export const volumeRow = strictObject(() => ({
  id: rowId,
  user_id: rowId,
  size: z.number().min(0).describe('GB.'),
  volume_offer_id: rowId.optional().describe('The offer from which it was created.'),
  network_disk_id: rowId.optional().describe('The network disk on which it lies.'),
  label: z.string().optional(),
  start_date: z.number().min(0).optional().describe('Unix seconds; invented when absent.'),
}))
export type VolumeRow = Readonly<z.output<typeof volumeRow>>

/** An offer of space, from which volumes are created. */
export const volumeOfferRow = strictObject(() => ({
  id: rowId,
  size: z.number().min(0).describe('GB.'),
  end_date: z.number().min(0).optional().describe('Unix seconds.'),
  ...z.object(volumeMachineFields).partial().shape,
}))
export type VolumeOfferRow = Readonly<z.output<typeof volumeOfferRow>>

/** A rented offer. A fixture may pin every field that a listing shows, except the computed ones and the jupyter_token. */
export const instanceRow = strictObject(() => ({
  id: rowId,
  user_id: rowId,
  offer_id: rowId,
  ...documentedBody.pick({
    label: true,
    runtype: true,
    onstart: true,
    use_jupyter_lab: true,
    jupyter_dir: true,
    extra_filters: true,
  }).shape,
  price: z.number().min(0).optional().describe('A bid, $/hour.'),
  extra_filters: machineFilters.optional(),
  boot: progressionSchema.optional().describe('How it gets to run; absent: it runs already.'),
  reads: z.int().min(0).optional().describe('How often it was listed while it booted.'),
  ...z.object(statusFields).partial().shape,
  ...instance.pick({ end_date: true }).partial().shape,
  start_date: z.number().min(0).optional().describe('Unix seconds; invented when absent.'),
  running_since: z
    .number()
    .min(0)
    .optional()
    .describe('Unix seconds; where it began to run neither at its start nor after a boot time.'),
  restart: strictObject({
    at: z.number().min(0).describe('Unix seconds.'),
    shows: z.enum(['loading', 'rebooting']).describe('Its actual_status until it runs.'),
  })
    .optional()
    .describe('The latest start after a stop, or reboot; boot and reads count from it.'),
  image: z.string().optional().describe('Image reference.'),
  args: z.array(z.string()).optional(),
  logs: z.string().optional().describe('What its container printed, line by line; invented when absent.'),
  outputs: z
    .record(z.string(), z.string())
    .optional()
    .describe('What commands print that are executed on its files: `{"ls /": "bin\\n"}`.'),
  ssh_keys: z.array(z.string()).optional().describe('Public SSH keys that are attached; absent: those of its user.'),
  env: envFlags.optional(),
  ssh_direct: z.boolean().optional(),
  use_ssh: z.boolean().optional(),
  jup_direct: z.boolean().optional(),
  template_id: rowId.optional(),
  template_hash_id: z.string().optional(),
  template_name: z.string().optional(),
  disk_space: z.number().min(0).max(MAX_STORED_GB).optional().describe('GB.'),
  volumes: z.array(attachedVolume).optional(),
  ...hardware.shape,
  ...reachFields,
  ...z.object(loadFields).partial().shape,
  seen: seenFields,
}))
  .superRefine(numbersInRange)
  .refine(({ boot, start_date, restart }) => boot?.mode !== 'after' || (restart ?? start_date) !== undefined, {
    path: ['start_date'],
    message: 'is missing: boot counts from it',
  })
export type InstanceRow = Readonly<z.output<typeof instanceRow>>
