import { createSimulator, type SimulatedSandbox, type Simulator } from '../../../src/index.ts'
import { type Call, calls } from './calls.ts'
import { type Carrier, type Observed, play } from './play.ts'

export type Observations = Readonly<Record<string, Observed>>

export const options = {
  fixture: {
    users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }] }],
    cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: 'models' }],
  },
  clock: 'frozen',
  rateLimit: { enabled: false },
} as const

/** A fetch that has no network needs no origin that is one. */
const NOWHERE = { origin: 'http://rental-sim.invalid', elsewhere: 'http://elsewhere.invalid' }

/** Makes calls one after the other, each in a sandbox of its own. */
async function playAll(
  which: readonly Call[],
  sim: Simulator,
  carry: (sandbox: SimulatedSandbox) => Omit<Carrier, 'sandbox'>,
): Promise<Observations> {
  const seen: Record<string, Observed> = {}
  for (const [index, call] of which.entries()) {
    const sandbox = sim.sandbox(`call-${index}`)
    seen[call.name] = await play(call, { sandbox, ...carry(sandbox) })
    sim.drop(sandbox.name)
  }
  return seen
}

/** What the others are compared with: the `fetch` of Node, and a socket. */
export async function playOverHttp(): Promise<Observations> {
  const sim = createSimulator(options)
  const origin = await sim.listen()
  const elsewhere = origin.replace('127.0.0.1', 'localhost')
  const seen = await playAll(calls, sim, () => ({ fetch, origin, elsewhere }))
  await sim.close()
  return seen
}

/** By `fetch` of sandboxes. */
export const playInProcess = (sim: Simulator = createSimulator(options)): Promise<Observations> =>
  playAll(calls, sim, ({ fetch }) => ({ fetch, ...NOWHERE }))

/** By the global `fetch`, which MSW intercepts, where it can be loaded. */
export async function playThroughMsw(): Promise<Observations> {
  const { setupServer } = await import('msw/node')
  const { handlers } = await import('../../../src/msw.ts')
  const sim = createSimulator(options)
  const server = setupServer(...handlers(sim))
  server.listen({ onUnhandledRequest: 'error' })
  // MSW 2 would not end.
  const which = calls.filter(({ name }) => name !== 'is redirected without end')
  const seen = await playAll(which, sim, () => ({
    fetch: (input, init) => globalThis.fetch(input, init),
    origin: 'https://compute.example',
    elsewhere: 'https://other.example',
  }))
  server.close()
  return seen
}
