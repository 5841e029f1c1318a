import { expect } from 'vitest'
import { type Client, searchPath, type Simulated } from './simulate.ts'

export const path = '/api/v0/template/'
export const hashId = expect.stringMatching(/^[0-9a-f]{32}$/) as string
export const first = 'a'.repeat(32)

/** Every field that a template stores, except the secret. */
export const everyField = {
  name: 'trainer',
  image: 'pytorch/pytorch',
  tag: '2.5',
  desc: 'Trains.',
  readme: '# Trainer',
  env: '-e A=1 -p 8080:80',
  onstart: 'echo up',
  runtype: 'ssh',
  args_str: '--fast',
  ssh_direct: true,
  use_ssh: true,
  jup_direct: true,
  jupyter_dir: '/work',
  use_jupyter_lab: true,
  docker_login_repo: 'registry.example.com',
  docker_login_user: 'me',
  href: 'https://example.com/docs',
  repo: 'me/trainer',
  extra_filters: { gpu_ram: { gte: 24 } },
  recommended_disk_space: 32.5,
  private: true,
  volume_info: { mount_path: '/data' },
}

export const mine = { ...everyField, id: 7, creator_id: 1001, hash_id: first, created_at: 1000 }

/** How a search shows one template. */
export async function shown(client: Client, id: number): Promise<Record<string, unknown> | undefined> {
  const { body } = await client.get(searchPath({ id: { eq: id } }))
  return (body as { templates: Record<string, unknown>[] }).templates[0]
}

export const stateOf = async ({ control }: Simulated) => (await control.get('/_sim/state')).body

export const hashOf = (body: unknown): string => (body as { template: { hash_id: string } }).template.hash_id

export const refused = (error: string, msg: unknown) => ({ success: false, error, msg })
