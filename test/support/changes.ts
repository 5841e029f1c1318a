import { createSimulator, type SimulatedSandbox, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { users } from './simulate.ts'

export const OFFER = 12345678
export const TEMPLATES = '/api/v0/template/'

const data = {
  users,
  offers: [{ id: OFFER, host_id: 1002, gpu_name: 'RTX 4090', num_gpus: 1 }],
  templates: [{ id: 9001, creator_id: 1001, name: 't', image: 'library/ubuntu' }],
  endpoint_groups: [{ id: 4242, user_id: 1001, min_load: 0, max_workers: 20 }],
}

/** A simulator of a few rows, with a frozen clock. */
export const fresh = (options: SimulatorOptions = {}): Simulator =>
  createSimulator({ fixture: data, clock: 'frozen', rateLimit: { enabled: false }, ...options })

/** A request of the renter, with the number of its exchange. */
export async function ask(sim: SimulatedSandbox, method: string, path: string, body?: unknown) {
  const response = await sim.fetch(path, {
    method,
    headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    exchange: Number(response.headers.get('x-sim-exchange')),
    status: response.status,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
  }
}

export const rent = (sim: SimulatedSandbox, body: object = { image: 'x' }) =>
  ask(sim, 'PUT', `/api/v0/asks/${OFFER}/`, body)

/** A control call over `fetch`. */
export async function controlled(sim: SimulatedSandbox, method: string, path: string, body?: unknown) {
  const response = await sim.fetch(`/_sim${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
