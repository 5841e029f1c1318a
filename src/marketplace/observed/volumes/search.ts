import { countryCode } from '../../network-volumes/offer.ts'
import { fulfils, type ReadField, sortBy } from '../../../kernel/query.ts'
import { readOperands } from '../../../kernel/read-operands.ts'
import type { VolumeOfferRow } from '../../instances/rows.ts'
import type { Adapt } from '../../operation/route.ts'
import { limitOf, refuseSearchKey, traceLimit } from '../../operation/search.ts'
import { SECONDS_PER_DAY, versionNumber } from '../../operation/units.ts'
import type { Sim } from '../../sim.ts'
import { volumeOfferFields } from './invented.ts'
import { type SearchBody, searchBody, type VolumeOffer, volumeOffer } from './schema.ts'
import { currentOffers, spaceLeft } from './volume.ts'
import { catalogue } from '../../catalogue.ts'

/**
 * Reads operands by the types of their fields.
 * @throws Refusal of a key that no offer has
 */
export const adaptSearch: Adapt = (_sim, raw) => {
  const unknown = Object.entries(raw.body).find(
    ([name, value]) => value !== null && !Object.hasOwn(searchBody.shape, name),
  )
  if (unknown !== undefined) throw refuseSearchKey(catalogue['volumes.search.unknown-name'], unknown[0])
  return { ...raw, body: readOperands(raw.body, searchBody.shape) }
}

const isShown = (field: string): field is keyof VolumeOffer => Object.hasOwn(volumeOffer.shape, field)

const orderField: ReadField<VolumeOffer> = (offer, field) => (isShown(field) ? offer[field] : undefined)

const filterField: ReadField<VolumeOffer> = (offer, field) => {
  if (field === 'geolocation') return countryCode(offer.geolocation)
  if (field === 'cuda_vers') return offer.cuda_max_good
  if (field === 'driver_version') return versionNumber(offer.driver_version)
  if (field === 'verified') return offer.verification === 'verified'
  return field === 'external' ? false : orderField(offer, field)
}

const SECONDS_PER_YEAR = 365 * SECONDS_PER_DAY

/** The offers of local space that fulfil a query. */
export function searchOffers(sim: Sim, body: SearchBody): readonly VolumeOffer[] {
  const { order = [], limit, allocated_storage: _, ...filters } = body
  const offers = currentOffers(sim).map((row) => offerOf(sim, row))
  const found = sortBy(offers.filter(fulfils(filters, filterField)), order, orderField)
  traceLimit(sim, found.length, limit, catalogue['volumes.search.default-limit'])
  if (found.length > 0) sim.trace.apply(catalogue['volumes.search.space-left'])
  return found.slice(0, limitOf(sim, limit, catalogue['volumes.search.default-limit']))
}

function offerOf(sim: Sim, row: VolumeOfferRow): VolumeOffer {
  const { nowSeconds } = sim.clock
  const {
    size: _,
    end_date = nowSeconds + SECONDS_PER_YEAR,
    ...machine
  } = volumeOfferFields.complete(sim.invention, row)
  return {
    ...machine,
    ask_contract_id: row.id,
    disk_space: spaceLeft(sim, row),
    reliability: machine.reliability2,
    duration: end_date - nowSeconds,
    end_date,
  }
}
