import { describe, expect, test } from 'vitest'
import { simulate, type Simulated } from '../support/simulate.ts'

const path = '/api/v0/users/cloud_integrations/'
const effect = { status: 503 }
const DOWN = 'x'
const UP = '.'

function worldOf(seed = 'a seed'): Simulated {
  return simulate({}, { seed, rateLimit: { enabled: false } })
}

async function add({ control }: Simulated, fault: object, sandbox = '') {
  expect(await control.post(`${sandbox}/_sim/faults`, { name: 'f', ...fault })).toMatchObject({ status: 200 })
}

/** One mark a request: x where the fault fired. */
async function pattern({ as }: Simulated, requests: number, sandbox = ''): Promise<string> {
  let marks = ''
  for (let sent = 0; sent < requests; sent++) {
    const { status } = await as('renter-key').get(sandbox + path)
    marks += status === 200 ? UP : DOWN
  }
  return marks
}

const firedIn = (marks: string): number => marks.split(DOWN).length - 1

const counters = async ({ control }: Simulated, sandbox = '') => {
  const { faults } = (await control.get(`${sandbox}/_sim/faults`)).body as {
    faults: { matched: number; fired: number }[]
  }
  return faults.map(({ matched, fired }) => ({ matched, fired }))
}

const drawn = async (seed: string, probability: number, requests: number) => {
  const world = worldOf(seed)
  await add(world, { when: { probability }, effect })
  return pattern(world, requests)
}

const statuses = async ({ as }: Simulated, requests: number) => {
  const seen: number[] = []
  for (let sent = 0; sent < requests; sent++) seen.push((await as('renter-key').get(path)).status)
  return seen
}

test.each([
  { when: {}, marks: 'xxxxxxxxxx' },
  { when: { times: 3 }, marks: 'xxx.......' },
  { when: { after: 4 }, marks: '....xxxxxx' },
  { when: { after: 0 }, marks: 'xxxxxxxxxx' },
  { when: { after: 2, times: 3 }, marks: '..xxx.....' },
  { when: { every: 1 }, marks: 'xxxxxxxxxx' },
  { when: { every: 3 }, marks: '..x..x..x.' },
  { when: { after: 2, every: 3 }, marks: '....x..x..' },
  { when: { every: 3, times: 3 }, marks: '..x.......' },
  { when: { every: 3, times: 8, after: 1 }, marks: '...x..x...' },
  { when: { probability: 1 }, marks: 'xxxxxxxxxx' },
  { when: { probability: 1, times: 2 }, marks: 'xx........' },
])('$when', async ({ when, marks }) => {
  const world = worldOf()
  await add(world, { when, effect })
  expect(await pattern(world, 10)).toBe(marks)
  expect(await counters(world)).toEqual([{ matched: 10, fired: firedIn(marks) }])
})

test('requests that do not match are not counted', async () => {
  const world = worldOf()
  await add(world, { match: { operation: 'cloud-connections.list' }, when: { after: 1, times: 1 }, effect })
  await world.as('renter-key').get('/api/v0/instances/')
  await world.as('renter-key').get('/api/v0/template/')
  expect(await pattern(world, 3)).toBe('.x.')
  expect(await counters(world)).toEqual([{ matched: 3, fired: 1 }])
})

describe('probability', () => {
  test('the same seed gives the same pattern, another seed another', async () => {
    const one = await drawn('one', 0.5, 60)
    expect(await drawn('one', 0.5, 60)).toBe(one)
    expect(await drawn('two', 0.5, 60)).not.toBe(one)
  })

  test.each([0.1, 0.5, 0.9])('%d is about the rate over 400 requests', async (probability) => {
    const fired = firedIn(await drawn('rate', probability, 400)) / 400
    expect(Math.abs(fired - probability)).toBeLessThan(0.08)
  })

  test('what else is called changes nothing', async () => {
    const world = worldOf('one')
    await add(world, { match: { operation: 'cloud-connections.list' }, when: { probability: 0.5 }, effect })
    let marks = ''
    for (let turn = 0; turn < 20; turn++) {
      await world.as('renter-key').get('/api/v0/template/')
      marks += await pattern(world, 1)
    }
    expect(marks).toBe(await drawn('one', 0.5, 20))
  })

  test('faults of two names draw independently', async () => {
    const world = worldOf('one')
    await add(world, { name: 'g', when: { probability: 0.5 }, effect })
    expect(await pattern(world, 60)).not.toBe(await drawn('one', 0.5, 60))
  })
})

describe('between', () => {
  test('counts seconds since activation on the sandbox’s clock, from inclusive, to exclusive', async () => {
    const world = worldOf()
    await world.control.post('/_sim/clock/advance', { seconds: 1000 })
    await add(world, { when: { between: [10, 20] }, effect })
    const seen: string[] = []
    for (const seconds of [0, 9.999, 0.001, 9.999, 0.001, 100]) {
      await world.control.post('/_sim/clock/advance', { seconds })
      seen.push(await pattern(world, 1))
    }
    expect(seen.join('')).toBe('..xx..')
  })

  test('of a scenario it counts from when the scenario is put', async () => {
    const world = worldOf()
    await world.control.post('/_sim/clock/advance', { seconds: 1000 })
    const scenario = {
      name: 'outage',
      description: 'Down from the tenth second to the twentieth.',
      faults: [{ name: 'f', when: { between: [10, 20] }, effect }],
    }
    expect(await world.control.put('/_sim/scenario', { scenario })).toMatchObject({ status: 200 })
    const seen: string[] = []
    for (const seconds of [0, 10, 10]) {
      await world.control.post('/_sim/clock/advance', { seconds })
      seen.push(await pattern(world, 1))
    }
    expect(seen.join('')).toBe('.x.')
  })
})

describe('sequence', () => {
  const sequence = [{ status: 500 }, null, { status: 502 }, { refuse: 'auth_error' }, null]
  test('has one effect for each match, then none', async () => {
    const world = worldOf()
    await add(world, { when: { sequence } })
    expect(await statuses(world, 8)).toEqual([500, 200, 502, 401, 200, 200, 200, 200])
    expect(await counters(world)).toEqual([{ matched: 8, fired: 3 }])
  })

  test('starts after those that are skipped', async () => {
    const world = worldOf()
    await add(world, { when: { after: 2, sequence } })
    expect(await statuses(world, 8)).toEqual([200, 200, 500, 200, 502, 401, 200, 200])
  })

  test('is passed by where every says', async () => {
    const world = worldOf()
    await add(world, { when: { every: 3, sequence: [null, null, { status: 502 }] } })
    expect(await statuses(world, 6)).toEqual([200, 200, 502, 200, 200, 200])
  })

  test('stops where times says', async () => {
    const world = worldOf()
    await add(world, { when: { times: 3, sequence } })
    expect(await statuses(world, 6)).toEqual([500, 200, 502, 200, 200, 200])
  })
})

describe('counters', () => {
  const when = { after: 1, times: 2 }

  test('belong to one sandbox', async () => {
    const world = worldOf()
    for (const sandbox of ['', '/~other']) await add(world, { when, effect }, sandbox)
    expect(await pattern(world, 2)).toBe('.x')
    expect(await pattern(world, 4, '/~other')).toBe('.xx.')
    expect(await pattern(world, 2)).toBe('x.')
    expect([await counters(world), await counters(world, '/~other'), await counters(world, '/~third')]).toEqual([
      [{ matched: 4, fired: 2 }],
      [{ matched: 4, fired: 2 }],
      [],
    ])
  })

  test('come back with a snapshot, as often as wanted', async () => {
    const world = worldOf()
    await add(world, { when, effect })
    expect(await pattern(world, 2)).toBe('.x')
    await world.control.post('/_sim/snapshots', { name: 's' })
    for (let turn = 0; turn < 2; turn++) {
      expect(await counters(world)).toEqual([{ matched: 2, fired: 1 }])
      expect(await pattern(world, 3)).toBe('x..')
      expect(await counters(world)).toEqual([{ matched: 5, fired: 2 }])
      await world.control.post('/_sim/snapshots/s/restore')
    }
  })

  test('a fault that a snapshot did not know is gone when it is restored, and one that it knew is back', async () => {
    const world = worldOf()
    await add(world, { effect })
    await world.control.post('/_sim/snapshots', { name: 's' })
    await world.control.delete('/_sim/faults/f')
    await add(world, { name: 'later', effect })
    await world.control.post('/_sim/snapshots/s/restore')
    expect(await counters(world)).toEqual([{ matched: 0, fired: 0 }])
    expect((await world.control.get('/_sim/faults')).body).toMatchObject({ faults: [{ name: 'f' }] })
  })

  test('start anew with a reset, which keeps the faults of the scenario and drops the others', async () => {
    const scenario = { name: 's', description: 'One refusal.', faults: [{ name: 'own', when: { times: 1 }, effect }] }
    const world = simulate({}, { scenario, fixture: 'default', rateLimit: { enabled: false } })
    await add(world, { name: 'late', effect: { status: 500 } })
    expect(await pattern(world, 2)).toBe('xx')
    await world.control.post('/_sim/reset')
    expect(await counters(world)).toEqual([{ matched: 0, fired: 0 }])
    expect(await pattern(world, 3)).toBe('x..')
    expect(await counters(world)).toEqual([{ matched: 3, fired: 1 }])
  })

  test('start anew when a fault is put again under its name', async () => {
    const world = worldOf()
    await add(world, { when: { times: 1 }, effect })
    expect(await pattern(world, 2)).toBe('x.')
    await add(world, { when: { times: 1 }, effect })
    expect(await pattern(world, 2)).toBe('x.')
    expect(await counters(world)).toEqual([{ matched: 2, fired: 1 }])
  })
})
