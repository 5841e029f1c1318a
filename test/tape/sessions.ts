import * as fc from 'fast-check'
import type { SimulatorOptions } from 'rental-sim'
import { asRequest, type Call as Example, callsApart, callsTo } from '../../src/contract/example-calls.ts'
import { operations } from '../../src/marketplace/routes.ts'
import { controlCalls } from '../fuzz/controls.ts'
import { fixture } from '../model/market.ts'
import { sessions as modelSessions } from '../model/steps.ts'
import { variantsOf } from '../support/field-variants.ts'
import { type Call, call, callOf } from './calls.ts'
import { noJson, spoiledTemplates } from './wrong-bodies.ts'

/** Requests that one simulator gets one after the other. */
export interface Session {
  readonly name: string
  readonly options: SimulatorOptions
  readonly calls: readonly Call[]
}

/** A request as an official client sent it. */
export interface Recorded {
  readonly method: string
  readonly url: string
  readonly body?: object
}

const dialects = ['documented', 'observed'] as const
const clocks = ['frozen', 'real'] as const
const AT = '2026-01-01T00:00:00Z'
const RESET = call('POST', '/_sim/reset')

/** What the simulator knows at the end of a session. */
export const views: readonly Call[] = 'state requests?limit=1000 findings coverage bundle faults stubs clock rules'
  .split(' ')
  .map((name) => call('GET', `/_sim/${name}`))

/** A short life of a client, which every scenario disturbs in its way. */
const usual: readonly Call[] = [
  call('GET', '/api/v0/instances/'),
  call('POST', '/api/v0/network_volumes/search/', { q: { order: [['storage_cost', 'asc']], limit: 9 } }),
  call('GET', `/api/v0/template/?select_filters=${encodeURIComponent('{"name":{"neq":"é"}}')}`),
  call('POST', '/api/v0/template/', { name: 'é😀', image: 'i', env: '-e A=1' }),
  call('PUT', '/api/v0/asks/12345678/', { image: 'library/ubuntu', env: '-p 80:80' }),
  call('POST', '/_sim/clock/advance', { seconds: 100 }),
  call('GET', '/api/v0/instances/'),
  call('PUT', '/api/v0/asks/12345679/', { image: 'library/ubuntu' }),
  call('PUT', '/api/v0/asks/12345679/', { image: 'library/ubuntu' }),
  call('GET', '/api/v0/instances/'),
  call('GET', '/api/v0/instances'),
  call('GET', '/api/v0/users/cloud_integrations/'),
  call('POST', '/_sim/snapshots', { name: 'kept' }),
  call('PUT', '/api/v0/endptjobs/4242/', { max_workers: 3 }),
  call('POST', '/_sim/requests/6/fork', { sandbox: 'before' }),
  call('GET', '/~before/_sim/state'),
  call('GET', '/~before/api/v0/instances/'),
  call('POST', '/_sim/snapshots/kept/restore'),
  call('GET', '/api/v0/instances/'),
  call('DELETE', '/_sim/scenario'),
]

/** Requests of the simulated service with correct bodies, wrong ones, or no JSON. */
const bodies: readonly Call[] = [
  ...noJson.map((body) => ({ method: 'POST', path: '/api/v0/template/', body })),
  ...spoiledTemplates.map((body) => call('POST', '/api/v0/template/', body)),
]

/** The sessions of which only a few are random: what users have scripted, and each field and rule once. */
export async function scriptedSessions(
  recorded: readonly Recorded[],
  scenarios: readonly string[],
): Promise<readonly Session[]> {
  const controls = fc
    .sample(controlCalls, { numRuns: 300, seed: 1 })
    .map(({ method, path, body }) => call(method, `/_sim/${path}`, body))
  const perDialect = await Promise.all(
    dialects.map(async (dialect): Promise<readonly Session[]> => {
      const options: SimulatorOptions = { dialect }
      const asRecorded = recorded.map(({ method, url, body }) => call(method, url, body))
      return [
        { name: `recorded ${dialect}`, options: { ...options, rateLimit: { enabled: false } }, calls: asRecorded },
        { name: `rules ${dialect}`, options, calls: await ruleCalls() },
        { name: `values ${dialect}`, options, calls: await valueCalls(dialect) },
        { name: `bodies ${dialect}`, options, calls: bodies },
        { name: `controls ${dialect}`, options, calls: controls },
        ...scenarios.map((scenario) => ({
          name: `scenario ${scenario} ${dialect}`,
          options: { ...options, scenario },
          calls: usual,
        })),
      ]
    }),
  )
  return perDialect.flat().flatMap(inBothClocks)
}

/** Random sessions of three users, as the model plays them. */
export const randomSessions = (count: number, seed: number): readonly Session[] =>
  fc.sample(modelSessions, { numRuns: count, seed }).map((steps, at) => ({
    name: `random ${at}`,
    options: { fixture, clock: at % 2 === 0 ? AT : 'real', dialect: at % 4 < 2 ? 'documented' : 'observed' },
    calls: steps.map(callOf),
  }))

const inBothClocks = ({ name, options, calls }: Session): readonly Session[] =>
  clocks.map((clock) => ({
    name: `${name} ${clock}`,
    options: { clock: clock === 'frozen' ? AT : 'real', ...options },
    calls,
  }))

/** Each example in a world of its own, twice too, and those that belong together one after the other. */
const ruleCalls = async (): Promise<readonly Call[]> => {
  const sequences: readonly (readonly Example[])[] = [
    ...callsTo(operations).flatMap((each) => [[each], [each, each]]),
    ...callsApart,
  ]
  const played = await Promise.all(sequences.map(async (each) => [RESET, ...(await Promise.all(each.map(asCall)))]))
  return played.flat()
}

/** Each field of each operation with values of all kinds. */
const valueCalls = async (dialect: 'documented' | 'observed'): Promise<readonly Call[]> => {
  const variants = await variantsOf(dialect)
  const played = await Promise.all(variants.map(async ({ call: example }) => [RESET, await asCall(example)]))
  return played.flat()
}

async function asCall(example: Example): Promise<Call> {
  const request = asRequest(example, operations)
  const { pathname, search } = new URL(request.url)
  const type = request.headers.get('content-type')
  return {
    method: request.method,
    path: pathname + search,
    ...(request.body !== null && { body: await request.text() }),
    key: (request.headers.get('authorization') ?? '').replace('Bearer ', ''),
    ...(type !== null && { type }),
  }
}
