import { expect, test } from 'vitest'
import { collectExamples, type ExampleWorld, powerless, thresholdsUnder } from '../../src/contract/examples.ts'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { isRefusal } from '../../src/kernel/rule.ts'
import { declaredRules } from '../../src/kernel/rules-in-force.ts'
import { rulesUnder } from '../../src/marketplace/routes.ts'

const refusals = rulesUnder(declaredRules).filter(isRefusal)
/** A status and a code of its own for each refusal. */
const chosen = Object.fromEntries(refusals.map(({ id }, at) => [id, { status: 420 + (at % 90), code: `code-${at}` }]))

const ASK = '/api/v0/asks/12345679/'
const TEMPLATE = '/api/v0/template/'
const image = 'library/ubuntu'
const volume = (volume_id: number, more: object) => ({
  image,
  volume_info: { create_new: true, volume_id, mount_path: '/data', ...more },
})

/** What the examples do not provoke. */
const further: readonly (readonly [method: string, path: string, body?: object, key?: string])[] = [
  ['POST', TEMPLATE, { name: 'a', image, env: '-e' }],
  ['POST', TEMPLATE, { name: 'a', image, args_str: "'" }],
  ['POST', TEMPLATE, { name: 'a', image, tag: 1 }],
  ['PUT', ASK, {}],
  ['PUT', ASK, { template_hash_id: '0'.repeat(32) }],
  ['PUT', ASK, { image, price: 0 }],
  ['PUT', ASK, { image, disk: 7 }],
  ['POST', TEMPLATE, { name: 'a', image: 'i'.repeat(1025) }],
  ['PUT', ASK, volume(1, { size: 1 })],
  ['PUT', ASK, volume(28908979, { size: 1000 })],
  ['PUT', ASK, { template_hash_id: '4e17788f74f075dd9aab7d0d4427968f', env: `-e A=${'a'.repeat(32_760)}` }],
  ['PUT', ASK, { image: 'i', onstart: 'x'.repeat(16_385) }],
  ['POST', TEMPLATE, []],
  ['POST', '/api/v0/network_volume/', { disk_id: 501, size: 9999 }, 'host-key'],
  ['POST', '/api/v0/network_volume/', { disk_id: 501, end_date: 1 }, 'host-key'],
  ['POST', '/api/v0/network_volumes/unlist/', { id: 1 }, 'host-key'],
  ['PUT', '/api/v0/endptjobs/4242/', { target_util: 2 }],
  ['PUT', '/api/v0/endptjobs/4242/', { max_workers: -1 }],
  ['GET', '/api/v0/instances'],
  ['GET', '/api/v1/volumes/'],
  ['DELETE', '/api/v0/instances/'],
]

interface Refused {
  readonly status: number
  readonly error: unknown
  readonly rules: readonly string[]
}

/** What a simulator refuses of the requests. */
async function refusedBy(options: SimulatorOptions): Promise<readonly Refused[]> {
  const simulator = createSimulator({
    clock: 'frozen',
    rateLimit: { thresholds: thresholdsUnder(declaredRules) },
    ...options,
  })
  simulator.importState({ ...simulator.exportState(), ...withPowerless(simulator.exportState()) })
  const seen: Refused[] = []
  const fetch: ExampleWorld['fetch'] = async (request) => {
    const response = await simulator.fetch(request)
    const { error } = { error: undefined, ...((await response.clone().json()) as object) }
    const named = response.headers.get('x-sim-rules')?.split(',') ?? []
    if (response.status >= 400) seen.push({ status: response.status, error, rules: named })
    return response
  }
  const passMinute = () => simulator.clock.advance(60)
  const send = async ([method, path, body, key = 'renter-key']: (typeof further)[number]) => {
    await passMinute()
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    await fetch(new Request(`http://sim.test${path}`, { method, headers, body: body && JSON.stringify(body) }))
  }
  for (const request of further) await send(request)
  await fetch(new Request('http://sim.test/api/v0/instances/'))
  await collectExamples({ fetch, passMinute }, declaredRules)
  return seen
}

const withPowerless = (state: object): object => ({
  users: [...('users' in state && Array.isArray(state.users) ? state.users : []), ...powerless.users],
})

const refusing = ({ rules: named }: Refused) => refusals.filter(({ id }) => named.includes(id))

test('every refusal takes another status and code', async () => {
  const usual = await refusedBy({})
  const overruled = await refusedBy({ rules: chosen })
  expect(overruled.length).toBe(usual.length)
  const reached = new Set<string>()
  for (const [at, refused] of overruled.entries()) {
    expect(refused.rules).toEqual(usual[at]?.rules)
    const [rule, ...others] = refusing(refused)
    if (rule === undefined) throw new Error(`no rule refuses ${JSON.stringify(refused)}`)
    expect(others).toEqual([])
    const { status, code } = chosen[rule.id] ?? {}
    const hasCode = rule.envelope !== 'detail'
    expect(refused).toMatchObject({ status, error: hasCode ? code : undefined })
    reached.add(rule.id)
  }
  const missed = refusals.map(({ id }) => id).filter((id) => !reached.has(id))
  // It needs 32 MiB of rows.
  expect(missed).toEqual(['service.sandbox-full'])
})
