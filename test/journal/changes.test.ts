import { describe, expect, test } from 'vitest'
import { createSimulator, type SimulatedSandbox } from '../../src/index.ts'
import { users } from '../support/simulate.ts'

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const OFFER = 12345678
const data = {
  users,
  offers: [{ id: OFFER, host_id: 1002, gpu_name: 'RTX 4090', num_gpus: 1 }],
  templates: [{ id: 9001, creator_id: 1001, name: 't', image: 'library/ubuntu' }],
}

const fresh = (options: object = {}) =>
  createSimulator({ fixture: data, clock: 'frozen', rateLimit: { enabled: false }, ...options })

async function ask(sim: SimulatedSandbox, method: string, path: string, body?: unknown) {
  const response = await sim.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { exchange: Number(response.headers.get('x-sim-exchange')), body: await response.json() }
}

const rent = (sim: SimulatedSandbox, body: object = { image: 'x' }) => ask(sim, 'PUT', `/api/v0/asks/${OFFER}/`, body)

describe('changes of an exchange', () => {
  test('a row that came has no before, as the state shows it', async () => {
    const sim = fresh()
    const { exchange } = await rent(sim)
    console.log(JSON.stringify(sim.journal.find(exchange)?.changes))
  })
})
