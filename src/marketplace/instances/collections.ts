import type { Table } from '../../kernel/table.ts'
import { type Among, collection, owned, startingCollection, type TablesOf } from '../collection.ts'
import { completeOffer } from './hardware.ts'
import { type InstanceRow, instanceRow, type OfferRow, offerRow, volumeOfferRow, volumeRow } from './rows.ts'
import { withUptime } from './status.ts'

export interface Rented {
  readonly instances: Table<InstanceRow>
}

export interface Offered {
  readonly offers: Table<OfferRow>
}

/** An instance without what it took over from its offer, to take over what another one pins. */
function withoutOffer(row: InstanceRow, { offers }: Offered): object {
  const pinned = new Map<string, unknown>(Object.entries(offers.get(row.offer_id) ?? {}))
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => pinned.get(name) !== value))
}

/** What an offer is given after it was rented is not what was rented: the instance pins what it shows. */
function keepAsRented({ tables, invention }: Among<Rented>, offerId: number, patch: object): void {
  for (const row of tables.instances.where('offer_id', offerId)) {
    const shown = Object.entries(completeOffer(invention, { ...row, id: offerId }))
    const kept = Object.fromEntries(shown.filter(([name]) => Object.hasOwn(patch, name)))
    const result = instanceRow.safeParse({ ...kept, ...row })
    if (result.success) tables.instances.put(result.data)
  }
}

export const instanceCollections = {
  offers: collection({
    row: offerRow,
    references: [{ field: 'host_id', to: 'users', label: 'Host', back: 'Offers' }],
    complete: completeOffer,
    pact: ({ id }) => ({ offer_id: id }),
    isFree: ({ id }, { instances }: Rented) => instances.where('offer_id', id).length === 0,
    beforeChange: keepAsRented,
  }),
  volumes: collection({
    row: volumeRow,
    references: [
      owned('Volumes'),
      { field: 'volume_offer_id', to: 'volume_offers', label: 'Made from', back: 'Volumes' },
    ],
    pact: ({ id }) => ({ volume_id: id }),
  }),
  volume_offers: collection({
    row: volumeOfferRow,
    references: [],
    pact: ({ id }) => ({ volume_offer_id: id }),
  }),
  instances: startingCollection({
    row: instanceRow,
    /** It takes over what its offer pins, as a rented one does. */
    starts: (row, { tables }: Among<Offered>): InstanceRow => ({ ...tables.offers.get(row.offer_id), ...row }),
    references: [
      owned('Instances'),
      { field: 'template_id', to: 'templates', label: 'Template', back: 'Instances', mayDangle: true },
      { field: 'offer_id', to: 'offers', label: 'Offer', back: 'Rented as' },
      { field: 'volumes', item: 'volume_id', to: 'volumes', label: 'Volumes', back: 'Attached to' },
    ],
    unique: ['offer_id'],
    pact: ({ id }) => ({ instance_id: id }),
    own: withoutOffer,
    changed: withUptime,
  }),
}
export type InstanceTables = TablesOf<typeof instanceCollections>
