/** A request that reads, or that must be refused: none of them changes anything. */
export interface Probe {
  readonly says: string
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Without one the caller's key is sent; undefined sends none. */
  readonly key?: string | undefined
}

/** An id that no row has. */
const NO_ID = 9_007_199_254
const NO_HASH = '0'.repeat(32)

/** Which rule refuses is what the simulator itself answers to the same request. */
export const probes: readonly Probe[] = [
  { says: 'lists instances', method: 'GET', path: '/api/v0/instances/' },
  { says: 'searches templates', method: 'GET', path: '/api/v0/template/' },
  { says: 'lists cloud connections', method: 'GET', path: '/api/v0/users/cloud_integrations/' },
  {
    says: 'searches network volumes',
    method: 'POST',
    path: '/api/v0/network_volumes/search/',
    body: { q: { limit: 2 } },
  },
  { says: 'sends no key', method: 'GET', path: '/api/v0/users/cloud_integrations/', key: undefined },
  {
    says: 'sends a key that nobody has',
    method: 'GET',
    path: '/api/v0/users/cloud_integrations/',
    key: 'rental-sim-drift-no-key',
  },
  { says: 'leaves out the slash', method: 'GET', path: '/api/v0/users/cloud_integrations' },
  {
    says: 'searches with a limit of text',
    method: 'POST',
    path: '/api/v0/network_volumes/search/',
    body: { q: { limit: [] } },
  },
  { says: 'unlists no volume', method: 'POST', path: '/api/v0/network_volumes/unlist/', body: {} },
  {
    says: 'unlists a volume that does not exist',
    method: 'POST',
    path: '/api/v0/network_volumes/unlist/',
    body: { id: NO_ID },
  },
  {
    says: 'lists a disk that does not exist',
    method: 'POST',
    path: '/api/v0/network_volume/',
    body: { disk_id: NO_ID },
  },
  {
    says: 'rents an offer that does not exist',
    method: 'PUT',
    path: `/api/v0/asks/${NO_ID}/`,
    body: { image: 'ubuntu' },
  },
  {
    says: 'edits a template that does not exist',
    method: 'PUT',
    path: '/api/v0/template/',
    body: { hash_id: NO_HASH },
  },
  {
    says: 'deletes a template that does not exist',
    method: 'DELETE',
    path: '/api/v0/template/',
    body: { template_id: NO_ID },
  },
]
