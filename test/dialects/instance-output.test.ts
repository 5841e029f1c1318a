import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { absent, proves } from '../support/proves.ts'
import { type Answer, type Simulated, simulate } from '../support/simulate.ts'

const observed = { dialect: 'observed' } as const
const LOGS = '/api/v0/instances/request_logs/'
const COMMAND = '/api/v0/instances/command/'
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
  ],
  offers: [{ id: 600 }, { id: 601 }, { id: 602 }],
  instances: [
    { id: 31, user_id: 1001, offer_id: 600, image: 'a/b:1', onstart: 'echo hi\nsleep 1\n' },
    { id: 32, user_id: 1001, offer_id: 601, logs: 'one\ntwo\n\nexit code: 3\n', outputs: { 'ls /': 'bin\netc\n' } },
    { id: 33, user_id: 1002, offer_id: 602 },
  ],
}

/** The path of the link in an answer. */
const linkIn = ({ body }: Answer): string => {
  const { pathname, search } = new URL((body as { result_url: string }).result_url)
  return pathname + search
}
const pass = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })

proves(
  ['instances.request-logs.answers', 'instances.output.shows', 'instances.output.ready-after'],
  'logs are behind a link that needs no key, a second later',
  async (given) => {
    const world = given.simulate(rows, observed)
    const { as } = world
    const asked = await as('renter-key').put(`${LOGS}31/`, {})
    expect(asked).toMatchObject({ status: 200, body: { success: true, msg: expect.any(String) as string } })
    const link = linkIn(asked)
    await pass(world, 0.999)
    expect(await as(null).get(link)).toMatchObject({ status: 404, body: { error: 'no_such_key' } })
    await pass(world, 0.001)
    expect(await as(null).get(link)).toEqual({
      status: 200,
      body: '1: Pulling from a/b\nStatus: Downloaded newer image for a/b:1\n+ echo hi\n+ sleep 1\n',
    })
  },
)

test('the logs of a fixture are cut to lines with a text, and to the last of them', async () => {
  const world = simulate(rows, { ...observed, rules: { 'instances.output.ready-after': { value: 0 } } })
  const shown = async (body: object) =>
    (await world.as(null).get(linkIn(await world.as('renter-key').put(`${LOGS}32/`, body)))).body
  expect(await shown({})).toBe('one\ntwo\n\nexit code: 3\n')
  expect(await shown({ tail: '1' })).toBe('exit code: 3\n')
  expect(await shown({ tail: 0 })).toBe('')
  expect(await shown({ filter: 'o' })).toBe('one\ntwo\nexit code: 3\n')
  expect(await shown({ filter: 'o', tail: 2 })).toBe('two\nexit code: 3\n')
  expect(await shown({ daemon_logs: 'true' })).toBe('container 32: running\n')
  expect(await world.as('renter-key').put(`${LOGS}32/`, { tail: '-1' })).toMatchObject({ status: 400 })
})

test('the output of a booting instance begins with the pull of its image', async () => {
  const world = simulate(rows, { ...observed, progression: { instances: { mode: 'after', seconds: 60 } } })
  const { as } = world
  await as('renter-key').delete('/api/v0/instances/31/')
  const { body } = await as('renter-key').put('/api/v0/asks/600/', { image: 'a/b:1' })
  const { new_contract: id } = body as { readonly new_contract: number }
  const link = linkIn(await as('renter-key').put(`${LOGS}${id}/`, {}))
  const seen = []
  for (const seconds of [1, 39, 21]) {
    await pass(world, seconds)
    seen.push((await as(null).get(link)).body)
  }
  expect(seen).toEqual(['', '1: Pulling from a/b\n', '1: Pulling from a/b\nStatus: Downloaded newer image for a/b:1\n'])
})

proves(
  ['instances.request-logs.instance-unknown', 'instances.output.not-owned', 'instances.output.no-such-link'],
  'logs of an instance that is not there, or is someone else’s, are refused, and a link that was changed leads nowhere',
  async (given) => {
    const world = given.simulate(rows, observed)
    const renter = world.as('renter-key')
    expect(await renter.put(`${LOGS}7/`, {})).toMatchObject({ status: 404, body: { error: 'invalid_id' } })
    expect(await renter.put(`${LOGS}33/`, {})).toMatchObject({ status: 403, body: { error: 'not_authorized' } })
    const link = linkIn(await renter.put(`${LOGS}31/`, { tail: 1 }))
    await pass(world, 1)
    for (const other of [link.replace('/31/', '/32/'), link.replace('tail%22%3A1', 'tail%22%3A2'), `${link}0`])
      expect(await renter.get(other)).toMatchObject({ status: 404, body: { error: 'no_such_key' } })
    await renter.delete('/api/v0/instances/31/')
    expect((await renter.get(link)).status).toBe(404)
  },
)

proves('instances.execute.answers', 'a command lists the files of an instance that does not run', async (given) => {
  const world = given.simulate(rows, observed)
  const renter = world.as('renter-key')
  await renter.put('/api/v0/instances/32/', { state: 'stopped' })
  const asked = await renter.put(`${COMMAND}32/`, { command: 'ls /' })
  expect(asked.body).toMatchObject({ success: true, writeable_path: expect.stringMatching(/^\/var\/lib/) as string })
  await pass(world, 1)
  expect((await world.as(null).get(linkIn(asked))).body).toBe('bin\netc\n')
})

proves(
  ['instances.execute.instance-unknown', 'instances.execute.running', 'instances.execute.other-command'],
  'a command is refused for an instance that runs or is not there, and so is another command',
  async (given) => {
    const renter = given.simulate(rows, observed).as('renter-key')
    const refused = { status: 400, body: { success: false, error: 'invalid_args' } }
    expect(await renter.put(`${COMMAND}32/`, { command: 'ls /' })).toMatchObject(refused)
    expect(await renter.put(`${COMMAND}7/`, { command: 'ls' })).toMatchObject({ body: { error: 'invalid_container' } })
    await renter.put('/api/v0/instances/32/', { state: 'stopped' })
    const invalid = { ...refused.body, msg: 'Invalid command given' }
    for (const command of [
      'echo hi',
      'lsblk',
      'ls | cat',
      'cat /a > /b',
      'du $HOME',
      'rm /a; rm /b',
      'ls `id`',
      'ls\nid',
    ])
      expect(await renter.put(`${COMMAND}32/`, { command })).toEqual({ status: 400, body: invalid })
    expect(await renter.put(`${COMMAND}32/`, { command: '' })).toMatchObject(refused)
    expect((await renter.put(`${COMMAND}32/`, { command: 'cat /etc/hostname' })).status).toBe(200)
  },
)

test('the commands of the documents alone are taken where that is chosen', async () => {
  const rules = { 'instances.execute.other-command': 'documented' }
  const renter = simulate(rows, { ...observed, rules }).as('renter-key')
  await renter.put('/api/v0/instances/32/', { state: 'stopped' })
  expect((await renter.put(`${COMMAND}32/`, { command: 'ls | cat' })).status).toBe(200)
  expect((await renter.put(`${COMMAND}32/`, { command: 'cat /a' })).status).toBe(400)
})

absent(
  [
    'instances.request-logs.answers',
    'instances.request-logs.instance-unknown',
    'instances.output.not-owned',
    'instances.execute.answers',
    'instances.execute.instance-unknown',
    'instances.execute.running',
    'instances.execute.other-command',
  ],
  'a key without permission is given none of it',
  async (given) => {
    const weak = given.simulate(rows, observed).as('weak-key')
    expect((await weak.put(`${LOGS}31/`, {})).status).toBe(401)
    expect((await weak.put(`${COMMAND}31/`, { command: 'ls' })).status).toBe(401)
  },
)

absent(
  ['instances.output.shows', 'instances.output.ready-after', 'instances.output.no-such-link'],
  'a text that is no link is refused as a request',
  async (given) => {
    const { as } = given.simulate(rows, observed)
    expect((await as(null).get('/api/v0/instances/output/31/')).status).toBe(400)
    expect((await as(null).get('/api/v0/instances/output/31/?of=1&check=2')).status).toBe(400)
  },
)

test('a link that somebody made, and one of a world of another seed, leads nowhere', async () => {
  const of = '{"at":0}'
  const check = createHash('sha256').update(`output 31 ${of}`).digest('hex').slice(0, 16)
  const { as } = simulate(rows, observed)
  const made = `/api/v0/instances/output/31/?of=${encodeURIComponent(of)}&check=${check}`
  expect(await as(null).get(made)).toMatchObject({ status: 404, body: { error: 'no_such_key' } })
  const other = simulate(rows, { ...observed, seed: 'another' })
  const link = linkIn(await other.as('renter-key').put(`${LOGS}31/`, {}))
  await pass(other, 1)
  expect((await other.as(null).get(link)).status).toBe(200)
  expect((await as(null).get(link)).status).toBe(404)
})

test('a command with the name of a part of every object has no output', async () => {
  const seed = 'known'
  const { as } = simulate(rows, { ...observed, seed })
  for (const command of ['constructor', '__proto__', 'toString']) {
    const of = JSON.stringify({ at: 0, command })
    const check = createHash('sha256').update(`output 32 ${of} ${seed}`).digest('hex').slice(0, 16)
    const link = `/api/v0/instances/output/32/?of=${encodeURIComponent(of)}&check=${check}`
    expect(await as(null).get(link)).toMatchObject({ status: 200, body: '' })
  }
})

test('the link leads to the sandbox that was asked, by the way its client came', async () => {
  const simulator = createSimulator({ ...observed, fixture: rows })
  const askedBy = async (url: string, more: Readonly<Record<string, string>>) => {
    const headers = { authorization: 'Bearer renter-key', 'content-type': 'application/json', ...more }
    const response = await simulator.fetch(url, { method: 'PUT', headers, body: '{}' })
    return ((await response.json()) as { result_url: string }).result_url.split('/api/')[0]
  }
  expect(await askedBy(`http://sim.test:81${LOGS}31/`, {})).toBe('http://sim.test:81')
  expect(await askedBy(`http://sim.test/~mine${LOGS}31/`, {})).toBe('http://sim.test/~mine')
  expect(await askedBy(`http://sim.test${LOGS}31/`, { 'x-sim-sandbox': 'mine' })).toBe('http://sim.test/~mine')
  const proxy = { host: 'ci.example', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/sim/' }
  expect(await askedBy(`http://127.0.0.1:4010${LOGS}31/`, proxy)).toBe('https://ci.example/sim')
})
