import { apiBodies, listing, type Named, targets } from './hostile.ts'
import { bodyOf, within } from './places.ts'

const instance = '/api/v0/instances/31/'
const groups = '/api/v0/endptjobs/'
const volumes = '/api/v0/volumes/'
const networkVolumes = '/api/v0/network_volumes/'

/** Places of a search with filters beside its order. */
const search = (number: string, text: string) => [
  within(`{"${number}":{"in":`, '}}'),
  within(`{"${number}":{"eq":`, '}}'),
  within(`{"${text}":{"notin":`, '}}'),
  bodyOf('order'),
  within('{"order":[[', ',"asc"]]}'),
]

const created = [bodyOf('id'), within('{"id":28908979,"size":1,"name":', '}')]

/** Hostile requests for what only the observed dialect takes, by method and path as the routes have them. */
export const observed: Readonly<Record<string, Named>> = {
  'GET /api/v0/template/': listing('/api/v0/template/'),
  'POST /api/v0/network_volumes/': apiBodies(networkVolumes, 'POST', bodyOf('disk_id')),
  'POST /api/v0/network_volumes/search/': apiBodies(
    `${networkVolumes}search/`,
    'POST',
    ...search('inet_up', 'geolocation').map((place) => (value: string) => `{"q":${place(value)}}`),
    ...search('inet_up', 'geolocation'),
  ),
  'PUT /api/v0/network_volumes/': apiBodies(networkVolumes, 'PUT', ...created),
  'GET /api/v1/instances/': listing('/api/v1/instances/'),
  'GET /api/v0/instances/filters/': targets('/api/v0/instances/filters/'),
  'GET /api/v0/instances/:id/': targets(instance),
  'PUT /api/v0/instances/:id/': apiBodies(instance, 'PUT', bodyOf('label'), bodyOf('state')),
  'PUT /api/v0/instances/reboot/:id/': apiBodies('/api/v0/instances/reboot/31/', 'PUT'),
  'DELETE /api/v0/instances/:id/': apiBodies(instance, 'DELETE'),
  'PUT /api/v0/asks/:id/': apiBodies(
    '/api/v0/asks/12345678/',
    'PUT',
    within('{"image":"y","env":', '}'),
    within('{"image":"y","args":', '}'),
    within('{"image":"y","volume_info":', '}'),
  ),
  'GET /api/v0/endptjobs/': targets(groups),
  'POST /api/v0/endptjobs/': apiBodies(groups, 'POST', bodyOf('endpoint_name'), bodyOf('autoscaler_instance')),
  'PUT /api/v0/endptjobs/:id/': apiBodies(`${groups}4242/`, 'PUT', bodyOf('autoscaler_instance'), bodyOf('client_id')),
  'DELETE /api/v0/endptjobs/:id/': apiBodies(`${groups}4242/`, 'DELETE'),
  'POST /api/v0/volumes/search/': apiBodies(`${volumes}search/`, 'POST', ...search('inet_up', 'disk_name')),
  'GET /api/v0/volumes/': targets(volumes),
  'PUT /api/v0/volumes/': apiBodies(volumes, 'PUT', ...created),
  'DELETE /api/v0/volumes/': apiBodies(`${volumes}?id=12345`, 'DELETE', bodyOf('id')),
  'PUT /api/v0/instances/bid_price/:id/': apiBodies('/api/v0/instances/bid_price/31/', 'PUT', bodyOf('price')),
  'PUT /api/v0/instances/recycle/:id/': apiBodies('/api/v0/instances/recycle/31/', 'PUT', bodyOf('id')),
  'PUT /api/v0/instances/update_template/:id/': apiBodies(
    '/api/v0/instances/update_template/31/',
    'PUT',
    bodyOf('image'),
    bodyOf('env'),
  ),
  'PUT /api/v0/instances/': apiBodies('/api/v0/instances/', 'PUT', bodyOf('ids'), bodyOf('label')),
  'DELETE /api/v0/instances/': apiBodies('/api/v0/instances/', 'DELETE', bodyOf('instance_ids')),
  'PUT /api/v0/instances/request_logs/:id/': apiBodies(
    '/api/v0/instances/request_logs/31/',
    'PUT',
    bodyOf('filter'),
    bodyOf('tail'),
  ),
  'PUT /api/v0/instances/command/:id/': apiBodies('/api/v0/instances/command/31/', 'PUT', bodyOf('command')),
  'GET /api/v0/instances/output/:id/': targets('/api/v0/instances/output/31/'),
  'GET /api/v0/auth/apikeys/': targets('/api/v0/auth/apikeys/'),
  'POST /api/v0/auth/apikeys/': apiBodies('/api/v0/auth/apikeys/', 'POST', bodyOf('name'), bodyOf('permissions')),
  'DELETE /api/v0/auth/apikeys/:id/': apiBodies('/api/v0/auth/apikeys/7/', 'DELETE'),
  'GET /api/v0/secrets/': targets('/api/v0/secrets/'),
  'POST /api/v0/secrets/': apiBodies('/api/v0/secrets/', 'POST', bodyOf('key'), bodyOf('value')),
  'PUT /api/v0/secrets/': apiBodies('/api/v0/secrets/', 'PUT', bodyOf('key'), bodyOf('value')),
  'DELETE /api/v0/secrets/': apiBodies('/api/v0/secrets/', 'DELETE', bodyOf('key')),
  'GET /api/v0/workergroups/': targets('/api/v0/workergroups/'),
  'POST /api/v0/workergroups/': apiBodies(
    '/api/v0/workergroups/',
    'POST',
    bodyOf('launch_args'),
    bodyOf('endpoint_id'),
  ),
  'GET /api/v0/autojobs/': targets('/api/v0/autojobs/'),
  'POST /api/v0/autojobs/': apiBodies('/api/v0/autojobs/', 'POST', bodyOf('launch_args')),
  'PUT /api/v0/autojobs/:id/': apiBodies('/api/v0/autojobs/7/', 'PUT', bodyOf('launch_args')),
  'DELETE /api/v0/autojobs/:id/': apiBodies('/api/v0/autojobs/7/', 'DELETE'),
  'PUT /api/v0/workergroups/:id/': apiBodies('/api/v0/workergroups/7/', 'PUT', bodyOf('launch_args')),
  'DELETE /api/v0/workergroups/:id/': apiBodies('/api/v0/workergroups/7/', 'DELETE'),
  'GET /api/v0/ssh/': targets('/api/v0/ssh/'),
  'POST /api/v0/ssh/': apiBodies('/api/v0/ssh/', 'POST', bodyOf('ssh_key')),
  'PUT /api/v0/ssh/:id/': apiBodies('/api/v0/ssh/7/', 'PUT', bodyOf('ssh_key')),
  'DELETE /api/v0/ssh/:id/': apiBodies('/api/v0/ssh/7/', 'DELETE'),
  'GET /api/v0/instances/:id/ssh/': targets(`${instance}ssh/`),
  'POST /api/v0/instances/:id/ssh/': apiBodies(`${instance}ssh/`, 'POST', bodyOf('ssh_key')),
  'DELETE /api/v0/instances/:id/ssh/:key_id/': apiBodies(`${instance}ssh/7/`, 'DELETE'),
  'GET /api/v0/users/current/': targets('/api/v0/users/current/'),
  'GET /api/v0/gpu_names/unique/': targets('/api/v0/gpu_names/unique/'),
  'GET /api/v0/bundles/': listing('/api/v0/bundles/'),
  'PUT /api/v0/search/asks/': apiBodies(
    '/api/v0/search/asks/',
    'PUT',
    ...search('inet_up', 'gpu_name').map((place) => (value: string) => `{"q":${place(value)}}`),
    bodyOf('select_cols'),
  ),
  'POST /api/v0/bundles/': apiBodies('/api/v0/bundles/', 'POST', ...search('inet_up', 'gpu_name')),
}
