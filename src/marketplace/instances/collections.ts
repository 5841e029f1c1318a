import type { Table } from '../../kernel/table.ts'
import { type RowContext, collection, ownerReference, extendedCollection } from '../collection.ts'
import { volumeFields, volumeOfferFields } from '../observed/volumes/invented.ts'
import { offerFields } from './hardware.ts'
import { type InstanceRow, instanceRow, type OfferRow, offerRow, volumeOfferRow, volumeRow } from './rows.ts'
import { withUptime } from './status.ts'

export interface InstanceTable {
  readonly instances: Table<InstanceRow>
}

export interface OfferTable {
  readonly offers: Table<OfferRow>
}

/** An instance without the values that its offer has too: a patch that names another offer takes its values instead. */
function withoutOffer(row: InstanceRow, { offers }: OfferTable): object {
  const copied = new Map<string, unknown>(Object.entries(offers.get(row.offer_id) ?? {}))
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => copied.get(name) !== value))
}

/** Before an offer changes, stores in its instance the values that the patch names as they were shown: what was rented stays. */
function keepAsRented({ tables, invention }: RowContext<InstanceTable>, offerId: number, patch: object): void {
  for (const row of tables.instances.where('offer_id', offerId)) {
    const shown = Object.entries(offerFields.complete(invention, { ...row, id: offerId }))
    const kept = Object.fromEntries(shown.filter(([name]) => Object.hasOwn(patch, name)))
    const result = instanceRow.safeParse({ ...kept, ...row })
    if (result.success) tables.instances.put(result.data)
  }
}

export const instanceCollections = {
  offers: collection({
    row: offerRow,
    references: [{ field: 'host_id', to: 'users', label: 'Host', back: 'Offers' }],
    invented: offerFields,
    pact: ({ id }) => ({ offer_id: id }),
    isUsableInPact: ({ id }, { instances }: InstanceTable) => instances.where('offer_id', id).length === 0,
    beforeChange: keepAsRented,
  }),
  volumes: collection({
    row: volumeRow,
    references: [
      ownerReference('Volumes'),
      { field: 'volume_offer_id', to: 'volume_offers', label: 'Made from', back: 'Volumes' },
      { field: 'network_disk_id', to: 'network_disks', label: 'Network disk', back: 'Volumes' },
    ],
    invented: volumeFields,
    pact: ({ id }) => ({ volume_id: id }),
  }),
  volume_offers: collection({
    row: volumeOfferRow,
    references: [{ field: 'host_id', to: 'users', label: 'Host', back: 'Volume offers' }],
    invented: volumeOfferFields,
    pact: ({ id }) => ({ volume_offer_id: id }),
  }),
  instances: extendedCollection({
    row: instanceRow,
    /** An instance of a fixture copies the values of its offer, as one does that a client rents. */
    toStored: (row, { tables }: RowContext<OfferTable>): InstanceRow => ({
      ...tables.offers.get(row.offer_id),
      ...row,
    }),
    references: [
      ownerReference('Instances'),
      { field: 'template_id', to: 'templates', label: 'Template', back: 'Instances', mayDangle: true },
      { field: 'offer_id', to: 'offers', label: 'Offer', back: 'Rented as' },
      { field: 'volumes', item: 'volume_id', to: 'volumes', label: 'Volumes', back: 'Attached to' },
    ],
    unique: ['offer_id'],
    pact: ({ id }) => ({ instance_id: id }),
    ownFields: withoutOffer,
    afterChange: withUptime,
  }),
}
