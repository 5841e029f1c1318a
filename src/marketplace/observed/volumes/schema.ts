import { z } from 'zod'
import { filterOf } from '../../../kernel/query.ts'
import { idInPath } from '../../../kernel/names.ts'
import { object, strictObject } from '../../../kernel/wire.ts'
import { orderPairs } from '../../operation/search.ts'
import { inUnits, MAX_PRICE, reliability } from '../../operation/units.ts'

/** The machine, and the terms, of an offer of local space. */
export const volumeMachineFields = {
  machine_id: z.int(),
  host_id: z.int(),
  verification: z.string(),
  reliability2: reliability(),
  inet_up: inUnits('MB/s'),
  inet_down: inUnits('MB/s'),
  geolocation: z.string(),
  disk_name: z.string(),
  disk_bw: inUnits('MB/s'),
  cpu_ghz: z.number(),
  cuda_max_good: z.number(),
  driver_version: z.string(),
  storage_cost: inUnits('$/GB/month', z.number().max(MAX_PRICE)),
}

export const volumeOffer = strictObject(() => ({
  id: z.int(),
  ask_contract_id: z.int().describe('The same as id.'),
  ...volumeMachineFields,
  disk_space: inUnits('GB'),
  reliability: inUnits('a scale from 0 to 1'),
  duration: inUnits('seconds'),
  end_date: inUnits('Unix seconds'),
})).meta({ id: 'VolumeOffer' })
export type VolumeOffer = z.infer<typeof volumeOffer>

const numeric = filterOf(z.number()).optional()
const boolean = filterOf(z.boolean()).optional()
const textual = filterOf(z.string()).optional()

export const searchBody = object(() => ({
  order: orderPairs,
  limit: z.int().min(0).optional(),
  allocated_storage: z.number().min(0).optional().describe('GB; changes nothing.'),
  verified: boolean,
  external: boolean,
  geolocation: textual.describe('Country codes.'),
  verification: textual,
  disk_name: textual,
  driver_version: numeric.describe(
    'Its parts as one number, the second and third of three digits: 535.86.5 is 535086005.',
  ),
  id: numeric,
  ask_contract_id: numeric,
  machine_id: numeric,
  host_id: numeric,
  disk_space: numeric,
  disk_bw: numeric,
  cpu_ghz: numeric,
  cuda_max_good: numeric,
  cuda_vers: numeric.describe('The same as cuda_max_good.'),
  inet_up: numeric,
  inet_down: numeric,
  reliability: numeric,
  reliability2: numeric,
  storage_cost: numeric,
  duration: numeric,
  end_date: numeric,
}))
export type SearchBody = z.infer<typeof searchBody>

export const searchResult = strictObject(() => ({ success: z.literal(true), offers: z.array(volumeOffer) }))

/** Which volumes a listing asks for. */
export const listQuery = object(() => ({
  owner: z.literal('me').optional(),
  type: z.enum(['local_volume', 'network_volume', 'all_volume']).optional(),
}))

export const volume = strictObject(() => ({
  id: z.int(),
  label: z.string().nullable(),
  disk_space: inUnits('GB'),
  size: inUnits('GB'),
  status: z.literal('created'),
  start_date: inUnits('Unix seconds'),
  instances: z.array(z.int()).describe('The instances to which it is attached.'),
  volume_offer_id: z.int().nullable(),
  cluster_id: z.int().nullable().describe('The network disk on which it lies.'),
  machine_id: z.int().nullable(),
  host_id: z.int().nullable(),
  verification: z.string().nullable(),
  reliability2: z.number().nullable(),
  inet_up: z.number().nullable(),
  inet_down: z.number().nullable(),
  geolocation: z.string().nullable(),
  disk_name: z.string().nullable(),
  driver_version: z.string().nullable(),
})).meta({ id: 'Volume' })
export type ShownVolume = z.infer<typeof volume>

export const volumeList = strictObject(() => ({ success: z.literal(true), volumes: z.array(volume) }))

export const createBody = object(() => ({
  id: z.int().describe('Of the offer.'),
  size: z.int().min(1).describe('GB.'),
  name: z.string().max(256).optional(),
  client_id: z.string().optional(),
}))
export type CreateBody = z.infer<typeof createBody>

export const creationResult = strictObject(() => ({
  success: z.literal(true),
  id: z.int().describe('Of the volume.'),
  msg: z.string(),
}))

export const removeQuery = object(() => ({ id: idInPath.optional() }))

export const removeBody = object(() => ({
  id: z.int().optional().describe('The volume, where the query does not name it.'),
}))

export const deletionResult = strictObject(() => ({ success: z.literal(true), msg: z.string() }))
