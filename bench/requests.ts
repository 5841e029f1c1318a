import { FIRST_FREE_OFFER, FREE_OFFERS, HASH_ID } from './fixture.ts'

/** A request that is measured. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly json?: object
}

export interface Work {
  readonly name: string
  /** The request that is sent as this one in turn. */
  readonly request: (at: number) => Request
  readonly clock?: 'real'
  /** What the speed of a bare server that sends the same bytes is to be multiplied with, at least. */
  readonly floor: number
}

const same = (request: Request) => (): Request => request

const listing: Request = { method: 'GET', path: '/api/v0/instances/' }
const oneTemplate = encodeURIComponent(JSON.stringify({ id: { eq: 9001 } }))

export const listingWork: Work = { name: 'listing of 20 instances', request: same(listing), floor: 0.3 }

export const works: readonly Work[] = [
  listingWork,
  { name: 'listing of 20 instances, real clock', request: same(listing), clock: 'real', floor: 0.2 },
  {
    name: 'small reading (cloud connections)',
    request: same({ method: 'GET', path: '/api/v0/users/cloud_integrations/' }),
    floor: 0.35,
  },
  {
    name: 'update of an endpoint group',
    request: same({
      method: 'PUT',
      path: '/api/v0/endptjobs/4242/',
      json: { min_load: 10, target_util: 0.9, cold_mult: 2.5, cold_workers: 5, max_workers: 20 },
    }),
    floor: 0.3,
  },
  {
    name: 'rent with a template',
    // Every offer is rented once; then it goes on in another sandbox.
    request: (at) => ({
      method: 'PUT',
      path: `/~rents-${Math.floor(at / FREE_OFFERS)}/api/v0/asks/${FIRST_FREE_OFFER + (at % FREE_OFFERS)}/`,
      json: { template_hash_id: HASH_ID, env: '-e TZ=CET' },
    }),
    floor: 0.3,
  },
  {
    name: 'search of one template among 2,001',
    request: same({ method: 'GET', path: `/api/v0/template/?select_filters=${oneTemplate}` }),
    floor: 0.1,
  },
]
