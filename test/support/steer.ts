import { createSimulator, type Simulator } from '../../src/index.ts'
import { users } from './simulate.ts'

export const LIST = '/api/v0/users/cloud_integrations/'
export const RENTER = { headers: { Authorization: 'Bearer renter-key' } }
export const rows = { users, cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }] }

/** A simulator that was used a little. */
export async function used(): Promise<Simulator> {
  const sim = createSimulator({ fixture: rows, clock: 'frozen', rateLimit: { enabled: false } })
  sim.faults.add({ name: 'slow', effect: { latency_ms: 0 } })
  sim.stubs.add({ name: 'elsewhere', match: { path: '/elsewhere' }, answer: {} })
  sim.snapshots.take('seeded')
  await (await sim.fetch(LIST, RENTER)).text()
  await (await sim.fetch('/nowhere')).text()
  return sim
}

export async function call({ fetch }: Simulator, method: string, path: string, body?: unknown) {
  const response = await fetch(`/_sim${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const views = [
  'state',
  'clock',
  'scenario',
  'faults',
  'stubs',
  'snapshots',
  'requests',
  'coverage',
  'findings',
] as const

/** All that can be seen of a sandbox. */
export async function seen(sim: Simulator): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const view of views) found[view] = (await call(sim, 'GET', `/${view}`)).body
  return found
}

export interface Steered {
  readonly name: string
  readonly code: (sim: Simulator) => unknown
  /** Method, path and body of the control call that does the same. */
  readonly http: readonly [method: string, path: string, body?: unknown]
}

/** @param route method and path of the control call that does the same, e.g. `POST /reset` */
export function steered(name: string, code: Steered['code'], route: string, body?: unknown): Steered {
  const [method = '', path = ''] = route.split(' ')
  return { name, code, http: [method, path, body] }
}
