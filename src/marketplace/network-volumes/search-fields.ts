import type { Readers, Value } from '../../kernel/query.ts'
import type { NetworkVolumeOffer } from './schema.ts'

type OfferReaders = Readers<NetworkVolumeOffer>

/** Each reader is spelled out: `offer[field]` with a varying name takes several times as long. */
const shownFields = {
  ask_contract_id: (offer) => offer.ask_contract_id,
  disk_space: (offer) => offer.disk_space,
  inet_up: (offer) => offer.inet_up,
  inet_down: (offer) => offer.inet_down,
  reliability2: (offer) => offer.reliability2,
  verified: (offer) => offer.verified,
  geolocation: (offer) => offer.geolocation,
  nw_disk_avg_bw: (offer) => offer.nw_disk_avg_bw,
  nw_disk_max_bw: (offer) => offer.nw_disk_max_bw,
  nw_disk_min_bw: (offer) => offer.nw_disk_min_bw,
  start_date: (offer) => offer.start_date,
  end_date: (offer) => offer.end_date,
  storage_cost: (offer) => offer.storage_cost,
  storage_cost_total: (offer) => offer.storage_cost_total,
} satisfies Record<keyof NetworkVolumeOffer, (offer: NetworkVolumeOffer) => Value>

/** How an order reads each field at an instant. Offers have no `disk_bw` and no `duration`; these are derived. */
export const orderReaders = (nowSeconds: number): OfferReaders => ({
  ...shownFields,
  disk_bw: (offer) => offer.nw_disk_avg_bw,
  duration: (offer) => offer.end_date - nowSeconds,
})

/** How a filter reads each field. */
export const filterReaders = (nowSeconds: number): OfferReaders => ({
  ...orderReaders(nowSeconds),
  geolocation: countryCode,
})

const countryCode = ({ geolocation }: NetworkVolumeOffer): string =>
  geolocation.slice(geolocation.lastIndexOf(',') + 1).trim()
