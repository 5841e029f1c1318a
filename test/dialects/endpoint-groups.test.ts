import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { simulate, START_SECONDS } from '../support/simulate.ts'

const GROUPS = '/api/v0/endptjobs/'
const group = {
  endpoint_name: 'llama',
  min_load: 0,
  target_util: 0.9,
  cold_mult: 2.5,
  cold_workers: 5,
  max_workers: 20,
}
const rows = {
  users: [
    { id: 1001, name: 'renter', api_keys: [{ key: 'renter-key' }, { key: 'weak-key', permissions: [] }] },
    { id: 1002, name: 'host', api_keys: [{ key: 'host-key' }] },
  ],
  endpoint_groups: [
    { id: 4242, user_id: 1001, ...group },
    { id: 4243, user_id: 1002, ...group },
  ],
}
const observed = { dialect: 'observed', rateLimit: { enabled: false } } as const
const unset = { min_cold_load: null, max_queue_time: null, target_queue_time: null, inactivity_timeout: null }

/** As the client updates: null for each field that is not given. */
const update = (given: object) => ({
  client_id: 'me',
  endptjob_id: 4242,
  min_load: null,
  target_util: null,
  cold_mult: null,
  cold_workers: null,
  max_workers: null,
  endpoint_name: null,
  endpoint_state: null,
  ...unset,
  autoscaler_instance: 'prod',
  ...given,
})

/** What the service shows of every group. */
const ofService = {
  api_key: expect.stringMatching(/^[\da-f]{64}$/) as string,
  created_at: START_SECONDS,
  auto_delete_in_seconds: null,
  auto_delete_due_24h: false,
}

test('the key of a group is masked in all that is kept of a listing', async () => {
  const { as, simulator } = simulate(rows, observed)
  const { body } = await as('renter-key').get(GROUPS)
  const [{ api_key: key } = { api_key: '' }] = (body as { results: readonly { api_key: string }[] }).results
  expect(key).toHaveLength(64)
  const bundle = await (await simulator.fetch('/_sim/bundle')).text()
  expect(JSON.stringify([simulator.journal.list(), simulator.exportState()]) + bundle).not.toContain(key)
})

proves(
  [
    'routing.neighbouring-operations',
    'endpoint-groups.create.creates',
    'endpoint-groups.list.lists-own',
    'endpoint-groups.update.further-parameters',
    'endpoint-groups.delete.deletes',
  ],
  'a session of the client: create, list, update, delete an endpoint group',
  async (given) => {
    const { as, last, simulator } = given.simulate(rows, observed)
    const renter = as('renter-key')
    const made = {
      client_id: 'me',
      min_load: 0,
      min_cold_load: 0,
      target_util: 0.9,
      cold_mult: 2,
      cold_workers: 5,
      max_workers: 20,
      endpoint_name: 'new',
      max_queue_time: null,
      target_queue_time: null,
      inactivity_timeout: null,
      autoscaler_instance: 'prod',
    }
    expect(await renter.post(GROUPS, made)).toEqual({ status: 200, body: { success: true, result: 4244 } })
    expect(last().basis).toBe('assumed')
    const scaled = {
      min_load: 100,
      target_util: 0.9,
      cold_mult: 2,
      cold_workers: 5,
      max_workers: 20,
      endpoint_name: 'LLama',
    }
    for (const body of [
      update(scaled),
      update({ max_workers: 3 }),
      update({ min_load: 10, endpoint_state: 'suspended', inactivity_timeout: 60 }),
    ])
      expect(await renter.put(`${GROUPS}4242/`, body)).toEqual({ status: 200, body: { success: true } })
    const { client_id: _, ...shown } = made
    expect(await renter.get(GROUPS)).toEqual({
      status: 200,
      body: {
        success: true,
        results: [
          {
            id: 4242,
            user_id: 1001,
            ...scaled,
            ...unset,
            ...ofService,
            min_load: 10,
            max_workers: 3,
            endpoint_state: 'suspended',
            inactivity_timeout: 60,
            autoscaler_instance: 'prod',
          },
          { id: 4244, user_id: 1001, ...shown, ...ofService, endpoint_state: 'active' },
        ],
      },
    })
    expect(await renter.delete(`${GROUPS}4242/`, { client_id: 'me', endptjob_id: 4242 })).toEqual({
      status: 200,
      body: { success: true },
    })
    expect((await renter.get(GROUPS)).body).toMatchObject({ results: [{ id: 4244 }] })
    expect(simulator.findings().filter(({ kind }) => kind === 'unread-field')).toEqual([])
  },
)

absent(
  ['endpoint-groups.create.creates', 'endpoint-groups.list.lists-own', 'endpoint-groups.delete.deletes'],
  'who may not is refused, and nothing is created or deleted',
  async (given) => {
    const { as, simulator } = given.simulate(rows, observed)
    for (const [method, path] of [
      ['POST', GROUPS],
      ['GET', GROUPS],
      ['DELETE', `${GROUPS}4242/`],
    ] as const)
      expect((await as('weak-key').send(method, path)).status).toBe(401)
    expect((await as('renter-key').post(GROUPS, { endpoint_name: 'no name' })).status).toBe(400)
    expect((await as('renter-key').post(GROUPS, { target_util: 1.5 })).status).toBe(400)
    expect(simulator.exportState()).toMatchObject({ endpoint_groups: rows.endpoint_groups })
  },
)

absent(
  'routing.neighbouring-operations',
  'the documented dialect has none of them, and says which one does',
  async (given) => {
    const { as, last } = given.simulate(rows)
    for (const [method, path] of [
      ['GET', GROUPS],
      ['POST', GROUPS],
      ['GET', '/api/v0/volumes/'],
      ['GET', '/api/v0/volumes'],
      ['DELETE', '/api/v0/volumes/'],
      ['POST', '/api/v0/volumes/search/'],
      ['GET', '/api/v0/users/current/'],
    ] as const) {
      expect((await as('renter-key').send(method, path)).status).toBe(404)
      expect(last().hint).toContain('--dialect observed')
    }
    expect((await as('renter-key').delete(`${GROUPS}4242/`)).status).toBe(405)
    expect(last().hint).toBe(
      'this path takes PUT /api/v0/endptjobs/{id}/ (endpoint-groups.update); --dialect observed serves DELETE (endpoint-groups.delete)',
    )
  },
)

proves(
  'endpoint-groups.create.defaults',
  'a parameter that is not given has a default, which can be chosen',
  async (given) => {
    const { as } = given.simulate(rows, {
      ...observed,
      rules: { 'endpoint-groups.create.defaults': { value: { max_workers: 7 } } },
    })
    const { body } = await as('renter-key').post(GROUPS, {})
    expect(body).toEqual({ success: true, result: 4244 })
    expect((await as('renter-key').get(GROUPS)).body).toMatchObject({
      results: [{ id: 4242 }, { ...group, id: 4244, endpoint_name: 'endpoint-4244', max_workers: 7 }],
    })
  },
)

absent('endpoint-groups.create.defaults', 'a request that gives every parameter needs none', async (given) => {
  expect((await given.simulate(rows, observed).as('renter-key').post(GROUPS, group)).status).toBe(200)
})

absent(
  'endpoint-groups.update.further-parameters',
  'the documented dialect ignores what it does not name, and says so',
  async (given) => {
    const { as, last, simulator } = given.simulate(rows)
    const before = simulator.exportState()
    expect(
      await as('renter-key').put(`${GROUPS}4242/`, update({ min_cold_load: 3, endpoint_state: 'stopped' })),
    ).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(last().hint).toBe(
      'only --dialect observed reads client_id, endptjob_id, endpoint_state, min_cold_load, autoscaler_instance',
    )
    expect(simulator.exportState()).toEqual(before)
  },
)

test('the observed dialect refuses a further parameter that is out of its range', async () => {
  const { as } = simulate(rows, observed)
  for (const given of [{ endpoint_state: 'odd' }, { max_queue_time: -1 }, { min_cold_load: 'much' }])
    expect((await as('renter-key').put(`${GROUPS}4242/`, update(given))).status).toBe(400)
})

const refused = (id: number) => ({
  status: 400,
  body: { success: false, error: 'invalid_args', msg: `you have no endpoint group ${id}` },
})

proves('endpoint-groups.delete.group-unknown', 'a group is deleted once, and by its user only', async (given) => {
  const { as, simulator } = given.simulate(rows, observed)
  expect(await as('renter-key').delete(`${GROUPS}4243/`)).toEqual(refused(4243))
  await as('renter-key').delete(`${GROUPS}4242/`)
  expect(await as('renter-key').delete(`${GROUPS}4242/`)).toEqual(refused(4242))
  expect(simulator.exportState()).toMatchObject({ endpoint_groups: [{ id: 4243 }] })
})

absent('endpoint-groups.delete.group-unknown', 'an own group is known', async (given) => {
  expect((await given.simulate(rows, observed).as('host-key').delete(`${GROUPS}4243/`)).status).toBe(200)
})

test('a key in a body is masked in the journal', async () => {
  const { as, simulator } = simulate(rows, observed)
  await as('renter-key').post(GROUPS, { client_id: 'me', api_key: 'another-key-of-theirs' })
  await as('renter-key').delete(`${GROUPS}4242/`, { client_id: 'me', api_key: 'another-key-of-theirs' })
  const journal = JSON.stringify(simulator.journal.list())
  expect(journal).toContain('client_id')
  expect(journal).not.toContain('another-key-of-theirs')
})
