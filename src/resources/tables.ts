import { Base, Table } from '../kernel/table.ts'
import { type CloudConnectionRow, cloudConnectionRow, type CloudConnectionTables } from './cloud-connections/state.ts'
import { type EndpointGroupRow, endpointGroupRow, type EndpointGroupTables } from './endpoint-groups/state.ts'
import {
  type InstanceRow,
  instanceRow,
  type InstanceTables,
  type OfferRow,
  offerRow,
  type VolumeOfferRow,
  volumeOfferRow,
  type VolumeRow,
  volumeRow,
} from './instances/state.ts'
import {
  type NetworkDiskRow,
  networkDiskRow,
  type NetworkVolumeOfferRow,
  networkVolumeOfferRow,
  type NetworkVolumeTables,
} from './network-volumes/state.ts'
import { type TemplateRow, templateRow, type TemplateTables } from './templates/state.ts'
import { type UserRow, userRow, type UserTables } from './users/state.ts'

/** Everything that a world holds. */
export type Tables = UserTables &
  NetworkVolumeTables &
  TemplateTables &
  InstanceTables &
  EndpointGroupTables &
  CloudConnectionTables

/** How a fixture writes a row of each collection. */
export const rowSchemas = {
  users: userRow,
  network_disks: networkDiskRow,
  network_volume_offers: networkVolumeOfferRow,
  templates: templateRow,
  offers: offerRow,
  volumes: volumeRow,
  volume_offers: volumeOfferRow,
  instances: instanceRow,
  endpoint_groups: endpointGroupRow,
  cloud_connections: cloudConnectionRow,
} as const

export type Collection = keyof Tables

export const collections = [
  'users',
  'network_disks',
  'network_volume_offers',
  'templates',
  'offers',
  'volumes',
  'volume_offers',
  'instances',
  'endpoint_groups',
  'cloud_connections',
] as const satisfies readonly Collection[]

/** The rows that a world starts with; shared by every sandbox that starts from them. */
export interface Bases {
  readonly users: Base<UserRow>
  readonly network_disks: Base<NetworkDiskRow>
  readonly network_volume_offers: Base<NetworkVolumeOfferRow>
  readonly templates: Base<TemplateRow>
  readonly offers: Base<OfferRow>
  readonly volumes: Base<VolumeRow>
  readonly volume_offers: Base<VolumeOfferRow>
  readonly instances: Base<InstanceRow>
  readonly endpoint_groups: Base<EndpointGroupRow>
  readonly cloud_connections: Base<CloudConnectionRow>
}

/** Tables over shared rows; `lastIds` tells of rows that are gone. */
export function openTables(bases: Bases, lastIds: Partial<Record<Collection, number>> = {}): Tables {
  const open = <R extends { readonly id: number }>(collection: Collection, base: Base<R>) =>
    new Table(base, new Map(), lastIds[collection])
  return {
    users: open('users', bases.users),
    network_disks: open('network_disks', bases.network_disks),
    network_volume_offers: open('network_volume_offers', bases.network_volume_offers),
    templates: open('templates', bases.templates),
    offers: open('offers', bases.offers),
    volumes: open('volumes', bases.volumes),
    volume_offers: open('volume_offers', bases.volume_offers),
    instances: open('instances', bases.instances),
    endpoint_groups: open('endpoint_groups', bases.endpoint_groups),
    cloud_connections: open('cloud_connections', bases.cloud_connections),
  }
}

/** Tables that go their own way from here. */
export function forkTables(tables: Tables): Tables {
  return {
    users: tables.users.fork(),
    network_disks: tables.network_disks.fork(),
    network_volume_offers: tables.network_volume_offers.fork(),
    templates: tables.templates.fork(),
    offers: tables.offers.fork(),
    volumes: tables.volumes.fork(),
    volume_offers: tables.volume_offers.fork(),
    instances: tables.instances.fork(),
    endpoint_groups: tables.endpoint_groups.fork(),
    cloud_connections: tables.cloud_connections.fork(),
  }
}

/** Whether any row was put or taken away since the tables were opened. */
export const isChanged = (tables: Tables): boolean => collections.some((collection) => tables[collection].isChanged)

/** What the rows take that were put since the tables were opened. */
export function changedBytes(tables: Tables): number {
  let bytes = 0
  for (const collection of collections) bytes += tables[collection].changedBytes
  return bytes
}
