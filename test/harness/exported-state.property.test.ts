import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { START } from '../support/simulate.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: object
}

const TEMPLATE = '/api/v0/template/'
const HASHES = ['4e17788f74f075dd9aab7d0d4427968f', '8b1f0c2d9e3a47566574a3e9d2c0f1b8']

/** Mostly what is accepted; now and then a value at a bound, or beyond it. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...odd: readonly T[]) =>
  fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: fc.constantFrom(...odd), weight: 1 })

const gb = mostly(fc.double({ min: 8, max: 1_000_000_000, noNaN: true }), 0, 7, 1_500_000_000, Number.MAX_VALUE)
const env = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '-e A=1',
        '-e A=2',
        `-e B='it'"'"'s'`,
        '-e ÄÖ=x\u00a0y',
        '-p 70001:70001',
        '-p 80:80/udp',
        '--env C=1',
      ),
      fc.string({ unit: 'binary' }).map((value) => `-e V='${value.replaceAll("'", '')}'`),
    ),
  )
  .map((words) => words.join(' '))
const text = mostly(fc.string({ unit: 'binary' }), '', 'x'.repeat(257), 'x'.repeat(3000))
/** `depth` arrays within each other. */
const nested = (depth: number) => fc.constant(JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`))
const filters = fc.dictionary(
  mostly(fc.string(), '__proto__'),
  fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.integer({ min: 20, max: 29 }).chain(nested))),
  { maxKeys: 2 },
)
const flag = fc.boolean()

/** Bodies that are mostly accepted, with values at and beyond every bound. */
const settings = {
  image: mostly(fc.constantFrom('a/b', 'a/b:1', 'a/b@sha256:0'), '', 'x'.repeat(1024), 'x'.repeat(1025)),
  tag: fc.constantFrom('', '1', '2'),
  env: mostly<string | object>(env, { A: '1' }),
  args_str: mostly(fc.constantFrom('', `--a 'b c' ""`, String.raw`a\ b`), "it's"),
  onstart: text,
  ssh_direct: flag,
  use_ssh: flag,
  jup_direct: flag,
  use_jupyter_lab: flag,
  jupyter_dir: text,
  extra_filters: filters,
}
const body = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] })
const call = (method: string, path: fc.Arbitrary<string>, sent: fc.Arbitrary<object>): fc.Arbitrary<Call> =>
  fc.record({ method: fc.constant(method), path, key: fc.constantFrom('renter-key', 'host-key'), body: sent })

const template = {
  ...settings,
  name: fc.constantFrom('t', 'u'),
  runtype: fc.constantFrom('ssh', 'jupyter', 'args'),
  recommended_disk_space: gb,
  volume_info: fc.dictionary(fc.string(), fc.jsonValue()),
  docker_login_pass: text,
  private: flag,
}
const volume_info = fc.record({
  create_new: flag,
  volume_id: fc.constantFrom(12345, 28908979),
  size: fc.integer({ min: 1, max: 300 }),
  mount_path: fc.constant('/v'),
})
const instance = {
  ...settings,
  template_hash_id: fc.constantFrom(...HASHES),
  runtype: fc.constantFrom('ssh', 'jupyter', 'args', 'ssh_direct', 'jupyter_proxy'),
  disk: gb,
  label: text,
  price: fc.double({ min: 0.001, max: 128, noNaN: true }),
  target_state: fc.constantFrom('running', 'stopped'),
  args: fc.array(text, { maxLength: 3 }),
  volume_info,
}

const anyCall = fc.oneof(
  call('POST', fc.constant(TEMPLATE), body(template)),
  call('PUT', fc.constant(TEMPLATE), body({ ...template, hash_id: fc.constantFrom(...HASHES) })),
  call('DELETE', fc.constant(TEMPLATE), fc.record({ template_id: fc.constantFrom(9001, 50_000_001) })),
  call(
    'PUT',
    fc.constantFrom(12345678, 12345679).map((id) => `/api/v0/asks/${id}/`),
    body(instance),
  ),
  call(
    'PUT',
    fc.constantFrom(12345678, 12345679).map((id) => `/api/v0/asks/${id}/`),
    body({ template_hash_id: fc.constantFrom(...HASHES), env, disk: gb }),
  ),
)

const send = async (
  sim: Simulator,
  sandbox: string,
  { method, path, key, body: sent }: Omit<Call, 'body'> & { body?: object },
) => {
  const response = await sim.fetch(`/~${sandbox}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  const { status, headers } = response
  return { status, rules: headers.get('x-sim-rules'), hint: headers.get('x-sim-hint'), body: await response.text() }
}

/** All that the two users can read. */
async function answers(sim: Simulator, sandbox: string) {
  const reads = ['renter-key', 'host-key'].flatMap((key) => [
    { method: 'GET', path: '/api/v0/instances/', key },
    { method: 'GET', path: TEMPLATE, key },
  ])
  return Promise.all(reads.map((read) => send(sim, sandbox, read)))
}

const state = async (sim: Simulator, sandbox: string) => (await sim.fetch(`/~${sandbox}/_sim/state`)).text()

test('whatever was accepted, the state exports, and imports elsewhere to the same answers', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 8 }), async (calls) => {
      const sim = createSimulator({ clock: START, rateLimit: { enabled: false } })
      for (const each of calls) {
        const { status } = await send(sim, 'one', each)
        expect(status).toBeLessThan(500)
        if (status === 200) accepted += 1
      }
      const exported = await state(sim, 'one')
      const imported = await sim.fetch('/~two/_sim/state', { method: 'PUT', body: exported })
      expect({ status: imported.status, body: await imported.text() }).toMatchObject({ status: 200 })
      expect(await answers(sim, 'two')).toEqual(await answers(sim, 'one'))
      expect(await state(sim, 'two')).toBe(exported)
      for (const { body: shown } of await answers(sim, 'two')) expect(numbersAreFinite(shown)).toBe(true)
    }),
    { numRuns: 80, seed: 13, endOnFailure: false },
  )
  expect(accepted).toBeGreaterThan(60)
}, 60_000)

/** The fields that may be null are not among those that are computed. */
const numbersAreFinite = (shown: string): boolean =>
  !/"(dph_total|dph_base|storage_total_cost|diskHour|totalHour|discountedTotalPerHour|disk_space|recommended_disk_space)":null/.test(
    shown,
  )
