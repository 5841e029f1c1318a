import { beforeAll, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { START } from '../support/simulate.ts'

const STORIES = 60

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string
}

const TEMPLATE = '/api/v0/template/'
const HASH = '4e17788f74f075dd9aab7d0d4427968f'

/** Every operation and the steering calls, each varied by what `pick` draws (0 up to, not including, its argument). */
const variations: readonly ((pick: (most: number) => number) => Call)[] = [
  (pick) => ({ method: 'POST', path: TEMPLATE, body: { name: `t${pick(9)}`, image: 'i', env: `-e A=${pick(99)}` } }),
  (pick) => ({ method: 'POST', path: TEMPLATE, body: { name: 'x', [`odd${pick(9)}`]: 1 } }),
  () => ({ method: 'GET', path: TEMPLATE }),
  (pick) => ({
    method: 'GET',
    path: `${TEMPLATE}?select_filters=${encodeURIComponent(JSON.stringify({ id: { lte: 9000 + pick(30) } }))}`,
  }),
  (pick) => ({ method: 'PUT', path: TEMPLATE, body: { hash_id: HASH, desc: `d${pick(5)}` } }),
  (pick) => ({ method: 'DELETE', path: TEMPLATE, body: { template_id: 9001 + pick(6) } }),
  (pick) => ({ method: 'PUT', path: `/api/v0/asks/${12345678 + pick(4)}/`, body: { template_hash_id: HASH } }),
  (pick) => ({
    method: 'PUT',
    path: `/api/v0/asks/${12345678 + pick(3)}/`,
    body: { image: 'i', volume_info: { create_new: true, volume_id: 28908979, size: 1 + pick(600), mount_path: '/v' } },
  }),
  () => ({ method: 'GET', path: '/api/v0/instances/' }),
  (pick) => ({
    method: 'POST',
    path: '/api/v0/network_volume/',
    body: { disk_id: 501 + pick(3), price_disk: pick(100) / 100 },
    key: 'host-key',
  }),
  (pick) => ({ method: 'POST', path: '/api/v0/network_volumes/search/', body: { q: { limit: pick(8) } } }),
  (pick) => ({
    method: 'POST',
    path: '/api/v0/network_volumes/unlist/',
    body: { id: 7001 + pick(4) },
    key: 'host-key',
  }),
  (pick) => ({ method: 'PUT', path: '/api/v0/endptjobs/4242/', body: { min_load: pick(50) - 5 } }),
  (pick) => ({
    method: 'GET',
    path: '/api/v0/users/cloud_integrations/',
    key: ['renter-key', 'no-user-read-key', 'nobody'][pick(3)] ?? '',
  }),
  () => ({ method: 'GET', path: '/api/v0/template' }),
  (pick) => ({ method: 'POST', path: '/_sim/clock/advance', body: { seconds: pick(4000) / 1000 } }),
  (pick) => ({ method: 'POST', path: '/_sim/clock/advance', body: { seconds: pick(400) * 86_400 } }),
  (pick) => ({ method: 'POST', path: '/_sim/snapshots', body: { name: `s${pick(2)}` } }),
  (pick) => ({ method: 'POST', path: `/_sim/snapshots/s${pick(2)}/restore` }),
  (pick) => ({ method: 'POST', path: '/_sim/reset', body: pick(2) === 0 ? {} : { seed: `other-${pick(3)}` } }),
]

const faces = ['state', 'clock', 'requests', 'coverage', 'findings', 'snapshots'].map((name) => ({
  method: 'GET',
  path: `/_sim/${name}`,
}))

/** The calls of one story; every number tells another one. */
function story(number: number): readonly Call[] {
  let drawn = number + 1
  const pick = (most: number): number => {
    drawn = (drawn * 48_271) % 2_147_483_647
    return drawn % most
  }
  for (let warm = 0; warm < 3; warm += 1) pick(2)
  const calls = Array.from({ length: 12 + pick(8) }, () => variations[pick(variations.length)]?.(pick))
  return [...calls.filter((call) => call !== undefined), ...faces]
}

/** Tells a story in a sandbox; answers with every byte that came back. */
async function tell({ fetch }: Simulator, number: number): Promise<readonly string[]> {
  const answers: string[] = []
  for (const { method, path, body, key = 'renter-key' } of story(number)) {
    const response = await fetch(
      new Request(`http://sim.test${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'X-Sim-Sandbox': `story-${number}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    const head = `${method} ${path} ${response.status} ${JSON.stringify([...response.headers])}`
    answers.push(`${head}\n${await response.text()}`)
  }
  return answers
}

const begin = (): Simulator => createSimulator({ clock: { mode: 'frozen', atMs: Date.parse(START) } })
const numbers = Array.from({ length: STORIES }, (_, number) => number)

/** The answers of all stories, played at once in separate sandboxes. */
let told: readonly (readonly string[])[]
beforeAll(async () => {
  const together = begin()
  told = await Promise.all(numbers.map((number) => tell(together, number)))
})

test('60 stories at once in 60 sandboxes have, byte for byte, the answers of each alone', async () => {
  for (const [number, answers] of told.entries()) {
    expect(answers, `story ${number}`).toEqual(await tell(begin(), number))
  }
  expect(new Set(told.map((answers) => answers.join('\n'))).size).toBe(STORIES)
})

test('the stories call every operation, and see it granted and refused', async () => {
  const statuses = new Set(told.flat().map(headline))
  for (const [call, ...expected] of [
    ['POST /api/v0/template/', 200, 400],
    ['GET /api/v0/template/', 200],
    ['PUT /api/v0/template/', 200, 404],
    ['DELETE /api/v0/template/', 200, 404],
    ['PUT /api/v0/asks/', 200, 400, 410],
    ['GET /api/v0/instances/', 200, 429],
    ['POST /api/v0/network_volume/', 200, 403],
    ['POST /api/v0/network_volumes/search/', 200],
    ['POST /api/v0/network_volumes/unlist/', 200, 400],
    ['PUT /api/v0/endptjobs/', 200, 400, 429],
    ['GET /api/v0/users/cloud_integrations/', 200, 401, 403],
    ['POST /_sim/snapshots/s0/restore', 200, 404],
  ] as const) {
    for (const status of expected) expect(statuses).toContain(`${call} ${status}`)
  }
})

/** Method, path without query and id, and status of an answer. */
function headline(answer: string): string {
  const [, call = '', status = ''] = /^(\w+ [^ ?]+)\S* (\d{3}) /.exec(answer) ?? []
  return `${call.replace(/\/\d+\/$/, '/')} ${status}`
}
