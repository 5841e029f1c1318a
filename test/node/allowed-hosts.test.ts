import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'

const open = new Set<Simulator>()

afterEach(async () => {
  await Promise.all([...open].map((sim) => sim.close()))
  open.clear()
})

interface Answer {
  readonly status: number | undefined
  readonly body: string
}

/** Asks a server under whatever name. */
async function serve(options: SimulatorOptions = {}) {
  const sim = createSimulator(options)
  open.add(sim)
  const { port } = new URL(await sim.listen())
  return (host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers: { ...headers, Host: host } }, (answer) => {
        let body = ''
        answer.on('data', (part: Buffer) => (body += part.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode, body }))
      })
      asked.on('error', reject).end()
    })
}

const shown = [
  '/_sim/state',
  '/_sim/requests',
  '/_sim/sandboxes',
  '/~other/_sim/state',
  '/_sim/ui/requests',
  '/_sim/health',
]

test.each(['rebind.evil.com', 'rebind.evil.com:4010', 'attacker.local', '127.0.0.1.evil.com', 'evil.com.', 'a.b'])(
  'without a token nothing that steers or shows answers under the name %s',
  async (host) => {
    const ask = await serve()
    for (const path of shown) {
      const { status, body } = await ask(host, path)
      expect([path, status]).toEqual([path, path === '/_sim/ui/requests' ? 403 : 401])
      expect(body).toContain(`--allowed-host ${host.replace(/:\d+$/, '').replace(/\.$/, '')}`)
    }
    const KEY = { Authorization: 'Bearer renter-key' }
    expect(await ask(host, '/api/v0/template/', KEY)).toMatchObject({ status: 200 })
  },
)

test.each([
  '127.0.0.1:4010',
  '10.1.2.3',
  '[::1]:4010',
  'localhost:1',
  'app.localhost',
  'rental-sim:4010',
  'host.docker.internal',
  'sim.test',
  'sim.example',
])('under %s, which nobody else can make point here, everything answers', async (host) => {
  const ask = await serve()
  for (const path of shown) expect([path, (await ask(host, path)).status]).toEqual([path, 200])
})

test('a name that was given answers, its own pages may steer, and others answer no more than before', async () => {
  const ask = await serve({ allowedHosts: ['sim.company.com', 'mine.local'] })
  for (const host of ['sim.company.com', 'SIM.company.com:4010', 'mine.local'])
    expect(await ask(host, '/_sim/state', { Origin: `http://${host}`.toLowerCase() })).toMatchObject({
      status: host === 'SIM.company.com:4010' ? 401 : 200,
    })
  for (const host of ['company.com', 'evil.sim.company.com', 'other.local'])
    expect(await ask(host, '/_sim/state')).toMatchObject({ status: 401 })
})

test('with a token the name does not matter', async () => {
  const ask = await serve({ controlToken: 'secret' })
  const headers = { Authorization: 'Bearer secret' }
  expect(await ask('sim.company.com', '/_sim/state', headers)).toMatchObject({ status: 200 })
  expect(await ask('sim.company.com', '/_sim/state')).toMatchObject({ status: 401 })
  expect(await ask('sim.company.com', '/_sim/health')).toMatchObject({ status: 200 })
})
