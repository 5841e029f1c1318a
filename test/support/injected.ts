import { operations } from '../../src/marketplace/routes.ts'
import { answersFor } from '../../src/sweep/injections/answers.ts'
import type { Injection } from '../../src/sweep/injections/injection.ts'
import type { Trial } from '../../src/testing/trial/trial.ts'
import { wrongFor } from '../../src/sweep/injections/wrong.ts'
import { searchPath } from './simulate.ts'
import { trialOf, underTrial } from './under-trial.ts'

export const HASH = '4e17788f74f075dd9aab7d0d4427968f'
const IN_2027 = 1_800_000_000

/** A request that succeeds over the default fixture, for each operation: what it reads is given in full. */
export const requests: Readonly<Record<string, readonly [method: string, path: string, body?: object, key?: string]>> =
  {
    'cloud-connections.list': ['GET', '/api/v0/users/cloud_integrations/'],
    'endpoint-groups.update': ['PUT', '/api/v0/endptjobs/4242/', { max_workers: 3 }],
    'instances.create': [
      'PUT',
      '/api/v0/asks/12345678/',
      {
        template_hash_id: HASH,
        env: '-e A=1',
        disk: 40,
        volume_info: { create_new: false, volume_id: 12345, mount_path: '/data' },
      },
    ],
    'instances.list': ['GET', '/api/v0/instances/'],
    'network-volumes.list': [
      'POST',
      '/api/v0/network_volume/',
      { disk_id: 501, price_disk: 0.2, size: 900, end_date: IN_2027 },
      'host-key',
    ],
    'network-volumes.search': [
      'POST',
      '/api/v0/network_volumes/search/',
      { q: { verified: { eq: true }, order: [['inet_up', 'desc']], limit: 3 } },
    ],
    'network-volumes.unlist': ['POST', '/api/v0/network_volumes/unlist/', { id: 7001 }, 'host-key'],
    'templates.create': ['POST', '/api/v0/template/', { name: 'n', image: 'i' }],
    'templates.delete': ['DELETE', '/api/v0/template/', { template_id: 9001 }],
    'templates.edit': ['PUT', '/api/v0/template/', { hash_id: HASH, name: 'renamed' }],
    'templates.search': ['GET', searchPath({ name: { eq: 'ubuntu-ssh' } })],
  }

export async function answered(operation: string, injection?: Injection, family: Trial['family'] = 'answers') {
  const sim = underTrial(injection && trialOf({ ...pick(injection), family, operation, id: injection.name }), {
    fixture: 'default',
  })
  const [method, path, body, key = 'renter-key'] = requests[operation] ?? ['GET', '/']
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await sim.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  const isMet = response.headers.get('x-sim-rules') === 'fault.trial'
  return { status: response.status, text, body: JSON.parse(text) as unknown, isMet, sim }
}

export const pick = ({ injected, lasts, effect }: Injection) => ({ injected, lasts, effect })

export const found = (operation: string, family: readonly Injection[], name: string): Injection => {
  const injection = family.find((each) => each.name === name)
  if (injection === undefined) throw new Error(`${operation} has no ${name}`)
  return injection
}
const of = (id: string) => operations.filter((each) => each.id === id)
export const answersOf = (id: string) => of(id).flatMap(answersFor)
export const wrongOf = (id: string) => of(id).flatMap(wrongFor)
export const withAnswer = async (id: string, name: string) => answered(id, found(id, answersOf(id), name))
export const withWrong = async (id: string, name: string) => answered(id, found(id, wrongOf(id), name), 'wrong')
