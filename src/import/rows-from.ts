import { isObject } from '../kernel/object.ts'
import type { Collection } from '../marketplace/collections.ts'
import { template } from '../marketplace/templates/search-schema.ts'
import { networkVolumeOffer } from '../marketplace/network-volumes/search-schema.ts'
import { instance } from '../marketplace/instances/schema.ts'
import { marketplace } from '../marketplace/users/collections.ts'
import type { CapturedRow } from './captured-answers.ts'
import { type Candidate, type Conversion, hasField, pick } from './conversion.ts'
import { instanceFields } from './instance-fields.ts'

/** The id of a captured row. */
export const idOf = (collection: Collection, row: CapturedRow): unknown =>
  collection === 'network_volume_offers' ? (row['ask_contract_id'] ?? row['id']) : row['id']

/** An instance, the offer that was rented and the volumes that are attached. The machine's fields stand at the offer. */
function fromInstance(captured: CapturedRow, conversion: Conversion): readonly Candidate[] {
  const { callerId, freeId } = conversion
  const offer_id = freeId('offers', captured['id'])
  const own = instanceFields(captured, conversion)
  const volumes = Array.isArray(own['volumes']) ? own['volumes'].filter(isObject) : []
  return [
    { collection: 'offers', row: { ...pick(captured, 'offers'), id: offer_id } },
    ...volumes.map(({ volume_id: id, size }): Candidate => ({
      collection: 'volumes',
      row: { id, user_id: callerId, size },
    })),
    { collection: 'instances', row: { ...own, id: captured['id'], user_id: callerId, offer_id } },
  ]
}

/** A listing, and a disk that is as large as what is listed. */
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

/** A search shows the settings that a template leaves out as empty texts. */
function fromTemplate(captured: CapturedRow, { callerId, secrets, found, refused }: Conversion): readonly Candidate[] {
  const { env, ...settings } = pick(captured, 'templates')
  const given = pick(settings, (name) => settings[name] !== '')
  const cleanEnv = typeof env === 'string' ? secrets.cleanEnv(env, found) : env
  if (env !== undefined && cleanEnv === undefined) refused('env', 'cannot be read as flags')
  const shown = cleanEnv === undefined || cleanEnv === '' ? {} : { env: cleanEnv }
  return [{ collection: 'templates', row: { creator_id: callerId, ...given, ...shown } }]
}

/** What the answers of the contract show of a row, where a fixture writes it otherwise, and how that is written. */
const converters: { readonly [C in Collection]?: { readonly shown: object; readonly convert: typeof fromInstance } } = {
  instances: { shown: instance.shape, convert: fromInstance },
  network_volume_offers: { shown: networkVolumeOffer.shape, convert: fromNetworkVolumeOffer },
  templates: { shown: template.shape, convert: fromTemplate },
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
