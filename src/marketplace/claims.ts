import type { Claim } from '../kernel/claim.ts'
import { endpointGroupClaims } from './endpoint-groups/claims.ts'
import { instanceClaims } from './instances/claims.ts'
import { networkVolumeClaims } from './network-volumes/claims.ts'
import { rentalOfferClaims } from './rental-offers/claims.ts'
import { templateClaims } from './templates/claims.ts'

/** What rules state of the values of answers. */
export const claims: readonly Claim[] = [
  ...instanceClaims,
  ...templateClaims,
  ...networkVolumeClaims,
  ...rentalOfferClaims,
  ...endpointGroupClaims,
]
