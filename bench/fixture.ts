export const KEY = 'renter-key'
export const HASH_ID = '4e17788f74f075dd9aab7d0d4427968f'
export const FIRST_FREE_OFFER = 5020
export const FREE_OFFERS = 500

const numbered = <T>(count: number, row: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => row(at))

const env = [
  ...numbered(12, (at) => `-e TRAINING_SETTING_${at}=value-of-the-setting-${at}`),
  ...numbered(6, (at) => `-p ${30_000 + at}:${8080 + at}`),
].join(' ')

/** A user with twenty rented machines, as full as real ones (about 70 kB of JSON), and 2,001 templates. */
export const fixture = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: KEY }] }],
  offers: numbered(20 + FREE_OFFERS, (at) => ({ id: 5000 + at })),
  instances: numbered(20, (at) => ({
    id: 100 + at,
    user_id: 1001,
    offer_id: 5000 + at,
    label: `training run ${at}`,
    image: 'pytorch/pytorch:2.9.1-cuda13.0-cudnn9-runtime',
    env,
    onstart: 'pip install --no-cache-dir -r /workspace/requirements.txt\npython -m trainer.run --resume latest',
    runtype: 'ssh_direct',
    disk_space: 64,
  })),
  templates: [{ id: 9001, creator_id: 1001, hash_id: HASH_ID, name: 'mine', image: 'pytorch/pytorch', env }],
  endpoint_groups: [
    {
      id: 4242,
      user_id: 1001,
      endpoint_name: 'llama',
      min_load: 0,
      target_util: 0.9,
      cold_mult: 2.5,
      cold_workers: 5,
      max_workers: 20,
    },
  ],
  cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }],
  generate: { templates: 2000 },
}
