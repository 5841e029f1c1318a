import { parseJson } from '../kernel/parse-json.ts'
import { isObject } from '../kernel/object.ts'
import type { Collection } from '../marketplace/collections.ts'
import { template } from '../marketplace/templates/search-schema.ts'
import { networkVolumeOffer } from '../marketplace/network-volumes/search-schema.ts'
import { furtherFields } from '../marketplace/instances/machine-schema.ts'
import { instance } from '../marketplace/instances/schema.ts'
import { marketplace } from '../marketplace/users/collections.ts'
import type { CapturedRow } from './captured-answers.ts'
import { rentalOffer } from '../marketplace/observed/rental-offers/schema.ts'
import { volume, volumeOffer } from '../marketplace/observed/volumes/schema.ts'
import { type Candidate, type Conversion, hasField, pick, takesNull, withSeen } from './conversion.ts'
import { instanceFields } from './instance-fields.ts'

/** The id of a captured row. */
export const idOf = (collection: Collection, row: CapturedRow): unknown =>
  collection === 'network_volume_offers' ? (row['ask_contract_id'] ?? row['id']) : row['id']

/** An instance, the offer that was rented and the volumes that are attached. The machine's fields stand at the offer. */
function fromInstance(captured: CapturedRow, conversion: Conversion): readonly Candidate[] {
  const { callerId, freeId } = conversion
  const offer_id = freeId('offers', captured['id'])
  const { seen } = withSeen(
    'instances',
    captured,
    conversion,
    (name) => captured[name] !== null && isShown('instances', name) && !Object.hasOwn(furtherFields(), name),
  )
  // Nothing else tells on which ports of the host they are bound.
  const { ports } = captured
  const asSeen = isObject(ports) && Object.keys(ports).length > 0 ? { ...(isObject(seen) && seen), ports } : seen
  const own = instanceFields(pick(captured, isGiven(captured)), conversion)
  const volumes = Array.isArray(own['volumes']) ? own['volumes'].filter(isObject) : []
  return [
    { collection: 'offers', row: { ...priced(pick(captured, isOfMachine), captured), id: offer_id } },
    ...volumes.map(({ volume_id: id, size }): Candidate => ({
      collection: 'volumes',
      row: { id, user_id: callerId, size },
    })),
    { collection: 'instances', row: { ...own, id: captured['id'], user_id: callerId, offer_id, seen: asSeen } },
  ]
}

/** Whether a field of an instance is one of the offer that was rented; its ports are its own. */
const isOfMachine = (name: string): boolean => hasField('offers', name) && name !== 'ports'

/** Whether a field of a row has a value. */
const isGiven =
  (captured: CapturedRow) =>
  (name: string): boolean =>
    captured[name] !== null

/** A machine of which the whole price alone was captured costs that, and its storage nothing. */
const priced = (machine: CapturedRow, { dph_total, dph_base }: CapturedRow): CapturedRow => ({
  ...pick(machine, (name) => machine[name] !== null || takesNull('offers', name)),
  ...(dph_base === undefined && typeof dph_total === 'number' && { dph_base: dph_total, storage_cost: 0 }),
})

/** What a search works out from the other fields of an offer. */
const computedOfOffer = new Set(
  'ask_contract_id search instance dph_total storage_total_cost dlperf_per_dphtotal flops_per_dphtotal duration rented is_bid allocated_storage'.split(
    ' ',
  ),
)

const fromOffer = (captured: CapturedRow, conversion: Conversion): readonly Candidate[] => [
  { collection: 'offers', row: withSeen('offers', captured, conversion, (name) => computedOfOffer.has(name)) },
]

/** A listing, and a disk of its size. */
function fromNetworkVolumeOffer(captured: CapturedRow, { freeId }: Conversion): readonly Candidate[] {
  const id = idOf('network_volume_offers', captured)
  const size = captured['disk_space']
  const disk_id = freeId('network_disks', captured['disk_id'] ?? id)
  return [
    {
      collection: 'network_disks',
      row: {
        ...pick(captured, 'network_disks'),
        id: disk_id,
        user_id: captured['host_id'] ?? marketplace.id,
        size: typeof size === 'number' ? Math.ceil(size) : size,
      },
    },
    {
      collection: 'network_volume_offers',
      row: {
        ...pick(captured, 'network_volume_offers'),
        id,
        disk_id,
        size,
        price_disk: captured['storage_cost'],
      },
    },
  ]
}

/** An offer of space: a search shows the space that its volumes leave as `disk_space`. */
const fromVolumeOffer = (captured: CapturedRow): readonly Candidate[] => [
  {
    collection: 'volume_offers',
    row: { ...pick(captured, 'volume_offers'), size: captured['disk_space'] ?? captured['size'] },
  },
]

/** A volume, and the offer of space from which it was made: the fields of the machine stand there. */
function fromVolume(captured: CapturedRow, { callerId }: Conversion): readonly Candidate[] {
  const given = pick(captured, isGiven(captured))
  const { volume_offer_id: id } = given
  return [
    ...(typeof id === 'number'
      ? [{ collection: 'volume_offers', row: { ...pick(given, 'volume_offers'), id, size: 0 } } as const]
      : []),
    { collection: 'volumes', row: { ...pick(given, 'volumes'), user_id: callerId } },
  ]
}

/** A search shows the settings that a template leaves out as empty texts. */
function fromTemplate(captured: CapturedRow, conversion: Conversion): readonly Candidate[] {
  const { callerId, secrets, found, refused } = conversion
  const { filters, text } = filtersOf(captured['extra_filters'])
  const read = { ...captured, ...(filters !== undefined && { extra_filters: filters }) }
  const { env, seen, ...settings } = withSeen('templates', read, conversion, (name) => name === 'id')
  const given = pick(settings, (name) => settings[name] !== '')
  const cleanEnv = typeof env === 'string' ? secrets.cleanEnv(env, found) : env
  if (env !== undefined && cleanEnv === undefined) refused('env', 'cannot be read as flags')
  const shown = cleanEnv === undefined || cleanEnv === '' ? {} : { env: cleanEnv }
  const shownOtherwise = { ...(isObject(seen) && seen), ...(text !== undefined && { extra_filters: text }) }
  const others = Object.keys(shownOtherwise).length > 0 && { seen: shownOtherwise }
  return [{ collection: 'templates', row: { creator_id: callerId, ...given, ...shown, ...others } }]
}

/** The service shows extra_filters as JSON in a text. */
function filtersOf(shown: unknown): { readonly filters?: unknown; readonly text?: string } {
  const filters = typeof shown === 'string' ? parseJson(shown) : undefined
  return typeof shown === 'string' && filters !== undefined ? { filters, text: shown } : {}
}

/** What the answers of the contract show of a row, where a fixture writes it otherwise, and how that is written. */
const converters: { readonly [C in Collection]?: { readonly shown: object; readonly convert: typeof fromInstance } } = {
  instances: { shown: instance.shape, convert: fromInstance },
  network_volume_offers: { shown: networkVolumeOffer.shape, convert: fromNetworkVolumeOffer },
  templates: { shown: template.shape, convert: fromTemplate },
  offers: { shown: rentalOffer.shape, convert: fromOffer },
  volumes: { shown: volume.shape, convert: fromVolume },
  volume_offers: { shown: volumeOffer.shape, convert: fromVolumeOffer },
}

/** The rows of a fixture from which an answer would show this row. Only the `env` of a candidate is free of secrets yet. */
export function rowsFrom(collection: Collection, captured: CapturedRow, conversion: Conversion): readonly Candidate[] {
  const converter = converters[collection]
  if (converter !== undefined) return converter.convert(captured, conversion)
  const owner = hasField(collection, 'user_id') ? { user_id: conversion.callerId } : {}
  return [{ collection, row: { ...pick(captured, collection), ...owner } }]
}

/** Whether the answers of the contract show a field of such rows, where a fixture writes it otherwise. */
export const isShown = (collection: Collection, name: string): boolean =>
  Object.hasOwn(converters[collection]?.shown ?? {}, name)
