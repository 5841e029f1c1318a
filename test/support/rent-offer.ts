import type { Simulated } from './simulate.ts'

export const hash = 'a'.repeat(32)
export const rent = '/api/v0/asks/600/'

export const template = {
  id: 7,
  creator_id: 1001,
  hash_id: hash,
  name: 'trainer',
  image: 'pytorch/pytorch',
  tag: '2.5',
  env: '-e A=1 -e B=2 -p 8080:80',
  onstart: 'echo template',
  runtype: 'jupyter',
  args_str: '--from template',
  jup_direct: true,
  jupyter_dir: '/template',
  use_jupyter_lab: true,
  extra_filters: { gpu_ram: { gte: 24 }, num_gpus: { eq: 1 } },
  recommended_disk_space: 32,
  volume_info: { create_new: false, volume_id: 50, mount_path: '/hint' },
}

export const rows = {
  offers: [
    { id: 600, host_id: 1002, dph_base: 0.5, storage_cost: 0.146, num_gpus: 1 },
    { id: 601, host_id: 1002 },
  ],
  templates: [template],
  volumes: [
    { id: 50, user_id: 1001, size: 100 },
    { id: 51, user_id: 1002, size: 100 },
  ],
  volume_offers: [{ id: 90, size: 500 }],
}

export const rented = (id: number) => ({ status: 200, body: { success: true, new_contract: id } })
export const refused = (status: number, error: string, msg: unknown) => ({
  status,
  body: { success: false, error, msg },
})

type State = Readonly<Record<string, readonly Record<string, unknown>[]>>
export const stateOf = async ({ control }: Simulated) => (await control.get('/_sim/state')).body as State

/** The stored row of the newest instance. */
export const stored = async (world: Simulated) => (await stateOf(world)).instances?.at(-1)

/** The newest instance as the listing shows it. */
export async function listed({ as }: Simulated): Promise<Record<string, unknown> | undefined> {
  const { body } = await as('renter-key').get('/api/v0/instances/')
  return (body as { instances: Record<string, unknown>[] }).instances.at(-1)
}
