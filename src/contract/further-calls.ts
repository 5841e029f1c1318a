import { type Call, OWN_HASH } from './example-calls.ts'

const image = 'library/ubuntu'

/** Rents an offer of the default fixture. */
const rent = (body: object): Call => ({ operation: 'instances.create', params: { id: 12345678 }, body })
const rentOwn = (body: object): Call => rent({ template_hash_id: OWN_HASH, ...body })
const list: Call = { operation: 'instances.list' }
const search = (q: object, more: object = {}): Call => ({ operation: 'network-volumes.search', body: { q, ...more } })
const offerDisk = (body: object): Call => ({
  operation: 'network-volumes.list',
  key: 'host-key',
  body: { disk_id: 502, ...body },
})
const create = (body: object): Call => ({ operation: 'templates.create', body: { name: 'trainer', image, ...body } })
const scale = (body: object): Call => ({ operation: 'endpoint-groups.update', params: { id: 4242 }, body })

/** Requests that touch rules which the examples of the description leave out; those of a list one after the other. */
export const furtherCalls: readonly (readonly Call[])[] = [
  [{ operation: 'network-volumes.unlist', key: 'host-readonly-key', body: { id: 7001 } }],
  [offerDisk({ size: 1_000_000 })],
  [offerDisk({ end_date: 1 })],
  [search({})],
  [search({}, { order: [['no_such_field', 'asc']] })],
  [search({ duration: { gte: 30 } })],
  [search({ geolocation: { neq: 'NO' } })],
  [create({ env: { TZ: 'UTC' } })],
  [create({ env: '-e "TZ=UTC' })],
  [create({ env: '--env TZ=UTC' })],
  [create({ env: '-e "NAME=two words"' })],
  [create({ runtype: 'args', args_str: '--name "open' })],
  [create({ colour: 'blue' })],
  [create({ desc: null })],
  [{ operation: 'templates.create', text: { type: 'application/json', content: '{"name": ' } }],
  [{ operation: 'templates.search', key: '' }],
  [{ operation: 'templates.search', key: 'host-readonly-key' }],
  [rentOwn({})],
  [rentOwn({ disk: 40 })],
  [rentOwn({ env: '-e TZ=CET -e EPOCHS=3' })],
  [rentOwn({ extra_filters: { num_gpus: { eq: 1 } } })],
  [rentOwn({ image, tag: '22.04' })],
  [rentOwn({ image: 'library/debian' })],
  [rentOwn({ runtype: 'ssh', args_str: '--verbose' })],
  [rent({ template_hash_id: '00000000000000000000000000000000' })],
  [rent({})],
  [rent({ image, price: 1000 })],
  [rent({ image, disk: 1 })],
  [rent({ image, env: '-e A=1 -e A=2' })],
  [rent({ image, env: { TZ: 'UTC' } })],
  [rent({ image, label: 'nightly', onstart: 'echo hello' })],
  [rent({ image, volume_info: { create_new: true, volume_id: 28908979, size: 20, mount_path: '/data' } })],
  [rent({ image, volume_info: { create_new: true, volume_id: 28908979, size: 900, mount_path: '/data' } })],
  [rent({ image, volume_info: { create_new: false, volume_id: 1, mount_path: '/data' } })],
  [rentOwn({}), list],
  [rent({ image, volume_info: { create_new: false, volume_id: 12345, mount_path: '/data' } }), list],
  [rent({ image, runtype: 'jupyter', env: '-p 6006:6006' }), list],
  [
    {
      operation: 'templates.edit',
      body: { hash_id: OWN_HASH, volume_info: { create_new: false, volume_id: 12345, mount_path: '/data' } },
    },
  ],
  [scale({ target_util: 1.5 })],
  [scale({ max_workers: -1 })],
]
