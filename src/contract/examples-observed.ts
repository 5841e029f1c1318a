import { type Call, HOSTS_HASH } from './example-calls.ts'

/** Instance 31 of the default fixture. */
const rented = { id: 31 }

const aKey = { ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample renter@laptop' }
const noKey = { id: 7 }

export const sshKeys: readonly Call[] = [
  { operation: 'ssh-keys.create', body: aKey },
  { operation: 'ssh-keys.create', body: aKey },
  { operation: 'ssh-keys.list' },
  { operation: 'ssh-keys.change', params: { id: 1 }, body: { ssh_key: 'ssh-ed25519 AAAAC3NzaOther me' } },
  { operation: 'ssh-keys.change', params: noKey, body: aKey },
  { operation: 'ssh-keys.delete', params: { id: 1 } },
  { operation: 'ssh-keys.delete', params: noKey },
  { operation: 'instances.attach-ssh-key', params: rented, body: aKey },
  { operation: 'instances.attach-ssh-key', params: rented, body: aKey },
  { operation: 'instances.ssh-keys', params: rented },
  { operation: 'instances.ssh-keys', params: noKey },
  { operation: 'instances.detach-ssh-key', params: { ...rented, key_id: 226_433_176 } },
  { operation: 'instances.detach-ssh-key', params: { ...rented, key_id: 7 } },
]

/** A link that an answer about instance 31 had, in a world with the seed `examples`. */
const linked = { of: { at: 0, tail: 2 }, check: 'd5a8e8fee3b61b88' }

export const outputs: readonly Call[] = [
  { operation: 'instances.request-logs', params: rented, body: { tail: '100', filter: 'Status' } },
  { operation: 'instances.request-logs', params: noKey, body: {} },
  { operation: 'instances.output', params: rented, query: linked },
  { operation: 'instances.output', params: rented, query: { ...linked, check: 'other' } },
  { operation: 'instances.execute', params: rented, body: { command: 'ls /' } },
  { operation: 'instances.change', params: rented, body: { state: 'stopped' } },
  { operation: 'instances.execute', params: rented, body: { command: 'ls /' } },
  { operation: 'instances.execute', params: rented, body: { command: 'cat /etc/passwd' } },
  { operation: 'instances.change', params: rented, body: { state: 'running' } },
]

const aSecret = { key: 'HF_TOKEN', value: 'hf_example' }

export const account: readonly Call[] = [
  { operation: 'api-keys.create', body: { name: 'ci', permissions: { api: { instance_read: {} } } } },
  { operation: 'api-keys.list' },
  { operation: 'api-keys.delete', params: noKey },
  { operation: 'api-keys.delete', params: { id: 228_097_825 } },
  { operation: 'secrets.create', body: aSecret },
  { operation: 'secrets.create', body: aSecret },
  { operation: 'secrets.list' },
  { operation: 'secrets.change', body: aSecret },
  { operation: 'secrets.delete', body: { key: 'HF_TOKEN' } },
  { operation: 'secrets.delete', body: { key: 'HF_TOKEN' } },
  { operation: 'secrets.change', body: aSecret },
]

export const workerGroups: readonly Call[] = [
  { operation: 'worker-groups.create', body: { endpoint_id: 4242, template_id: 9001, gpu_ram: 24 } },
  { operation: 'worker-groups.create', body: { endpoint_name: 'nowhere' } },
  { operation: 'worker-groups.list' },
  { operation: 'worker-groups.update', params: { id: 1 }, body: { max_workers: 5 } },
  { operation: 'worker-groups.update', params: noKey, body: { max_workers: 5 } },
  { operation: 'worker-groups.delete', params: { id: 1 } },
  { operation: 'worker-groups.delete', params: noKey },
]

export const instanceTasks: readonly Call[] = [
  { operation: 'instances.destroy-several', body: { instance_ids: [32] } },
  { operation: 'instances.create', params: { id: 12345678 }, body: { image: 'library/ubuntu', price: 5 } },
  { operation: 'instances.bid', params: { id: 33 }, body: { client_id: 'me', price: 6 } },
  { operation: 'instances.bid', params: rented, body: { client_id: 'me', price: 0.3 } },
  { operation: 'instances.bid', params: noKey, body: { price: 0.3 } },
  { operation: 'instances.recycle', params: rented, body: {} },
  { operation: 'instances.recycle', params: noKey, body: {} },
  { operation: 'instances.update-template', params: rented, body: { template_hash_id: HOSTS_HASH } },
  { operation: 'instances.update-template', params: rented, body: { template_hash_id: 'none' } },
  { operation: 'instances.change-several', body: { ids: [31], label: 'both' } },
  { operation: 'instances.change-several', body: { ids: [7], label: 'both' } },
  { operation: 'instances.destroy-several', body: { instance_ids: [7] } },
  { operation: 'instances.destroy-several', body: {} },
]

export const lifeOfAnInstance: readonly Call[] = [
  {
    operation: 'rental-offers.search',
    body: { num_gpus: { eq: '1' }, order: [['dph_total', 'asc']], limit: 1, type: 'on-demand', allocated_storage: 16 },
  },
  { operation: 'rental-offers.search', body: { num_gpus: { above: 1 } } },
  { operation: 'rental-offers.search-by-url', query: { q: { gpu_name: { eq: 'RTX 4090' }, limit: 1 } } },
  { operation: 'rental-offers.search-by-url', query: { q: { gpu: { eq: 'RTX 4090' } } } },
  {
    operation: 'rental-offers.search-asks',
    body: { q: { gpu_name: { eq: 'RTX 4090' }, limit: 1 }, select_cols: ['id', 'gpu_name', 'dph_total'] },
  },
  { operation: 'rental-offers.search-asks', body: { gpu_name: { eq: 'RTX 4090' } } },
  {
    operation: 'instances.page',
    query: { limit: 25, select_cols: ['id', 'label'], order_by: [{ col: 'id', dir: 'asc' }] },
  },
  { operation: 'instances.page', query: { limit: 26 } },
  { operation: 'instances.saved-filters' },
  { operation: 'instances.show', params: rented },
  { operation: 'instances.change', params: rented, body: { state: 'stopped' } },
  { operation: 'instances.change', params: rented, body: {} },
  { operation: 'instances.reboot', params: rented },
  { operation: 'instances.change', params: rented, body: { state: 'running' } },
  { operation: 'instances.reboot', params: rented },
  { operation: 'instances.destroy', params: rented },
  { operation: 'instances.destroy', params: rented },
]
