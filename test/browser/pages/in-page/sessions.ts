import * as fc from 'fast-check'
import type { createSimulator, Simulator, SimulatorOptions } from 'rental-sim'
import { controlCalls } from '../../../fuzz/controls.ts'
import { noJson, spoiledTemplates } from '../../../tape/wrong-bodies.ts'

/** A request as an official client sent it. */
export interface Recorded {
  readonly method: string
  readonly url: string
  readonly body?: object
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
}

const json = (body: unknown): { readonly body?: string } => (body === undefined ? {} : { body: JSON.stringify(body) })

const views: readonly Call[] = ['state', 'requests?limit=1000', 'coverage', 'findings', 'faults', 'clock'].map(
  (name) => ({
    method: 'GET',
    path: `/_sim/${name}`,
  }),
)

const usual: readonly Call[] = [
  { method: 'GET', path: '/api/v0/instances/' },
  {
    method: 'POST',
    path: '/api/v0/network_volumes/search/',
    body: '{"q":{"order":[["storage_cost","asc"]],"limit":9}}',
  },
  { method: 'GET', path: '/api/v0/template/?select_filters=%7B%22name%22%3A%7B%22neq%22%3A%22%C3%A9%22%7D%7D' },
  { method: 'POST', path: '/api/v0/template/', body: '{"name":"\\u00e9\\ud83d\\ude00","image":"i","env":"-e A=1"}' },
  { method: 'PUT', path: '/api/v0/asks/12345678/', body: '{"image":"library/ubuntu","env":"-p 80:80"}' },
  { method: 'POST', path: '/_sim/clock/advance', body: '{"seconds":100}' },
  { method: 'GET', path: '/api/v0/instances/' },
  { method: 'GET', path: '/api/v0/users/cloud_integrations/' },
]

/** Scenarios that hold a request until the clock is moved beside it. */
const HELD: ReadonlySet<string> = new Set(['brown-out', 'hanging-request', 'slow-drip'])

/** Requests of the simulated service with correct bodies, wrong ones, or no JSON. */
const bodies: readonly Call[] = [
  ...noJson.map((body) => ({ method: 'POST', path: '/api/v0/template/', body })),
  ...spoiledTemplates.map((body) => ({ method: 'POST', path: '/api/v0/template/', ...json(body) })),
]

/** What a client sees of each session, text by text. */
export async function sessions(
  create: typeof createSimulator,
  recorded: readonly Recorded[],
): Promise<readonly string[]> {
  const asRecorded = recorded.map(({ method, url, body }) => ({ method, path: url, ...json(body) }))
  const controls = fc.sample(controlCalls, { numRuns: 300, seed: 1 })
  const scenarios = (await scenarioNames(create)).filter((name) => !HELD.has(name))
  return [
    ...(await session(create, 'documented', { dialect: 'documented', rateLimit: { enabled: false } }, asRecorded)),
    ...(await session(create, 'observed', { dialect: 'observed', rateLimit: { enabled: false } }, asRecorded)),
    ...(await session(create, 'bodies', {}, bodies)),
    ...(await session(
      create,
      'controls',
      {},
      controls.map(({ method, path, body }) => ({ method, path: `/_sim/${path}`, ...json(body) })),
    )),
    ...(await Promise.all(scenarios.map(async (scenario) => session(create, scenario, { scenario }, usual)))).flat(),
  ]
}

async function scenarioNames(create: typeof createSimulator): Promise<readonly string[]> {
  const response = await create().fetch('/_sim/scenarios')
  const { scenarios } = (await response.json()) as { scenarios: readonly { name: string }[] }
  return scenarios.map(({ name }) => name)
}

async function session(
  create: typeof createSimulator,
  name: string,
  options: SimulatorOptions,
  calls: readonly Call[],
): Promise<readonly string[]> {
  const simulator = create({ clock: '2026-01-01T00:00:00Z', seed: 'nodes', ...options })
  const texts: string[] = []
  for (const call of [...calls, ...views]) {
    texts.push(`${name}: ${call.method} ${call.path}\n${await told(simulator, call)}`)
  }
  await simulator.close()
  return texts
}

async function told(simulator: Simulator, { method, path, body }: Call): Promise<string> {
  try {
    const response = await simulator.fetch(path, {
      method,
      headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const headers = [...response.headers].toSorted(([one], [other]) => (one < other ? -1 : 1))
    // Each simulator draws its own name.
    const text = (await response.text()).replace(/^\{"instance":"[0-9a-f]{12}"/, '{"instance":"drawn"')
    return `${response.status} ${JSON.stringify(headers)}\n${text}`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.name
  }
}
