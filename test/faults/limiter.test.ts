import { describe, expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

const paths = {
  'instances.list': '/api/v0/instances/',
  'cloud-connections.list': '/api/v0/users/cloud_integrations/',
  'templates.search': '/api/v0/template/',
}

const effects = [{ rate_limited: true }, { refuse: 'rate_limited' }, { refuse: 'rate-limit.configured' }]

const tooFrequent = (threshold: string) => ({
  status: 429,
  body: { detail: `API requests too frequent endpoint threshold=${threshold}` },
})

const thresholds = { 'instances.list': 7, 'templates.search': 3 }

describe.each(effects)('%j answers as the limiter does', (effect) => {
  const answers = async (rateLimit: object) => {
    const world = simulate({}, { rateLimit })
    expect(await world.control.post('/_sim/faults', { name: 'f', effect })).toMatchObject({ status: 200 })
    const asked = Object.entries(paths).map(async ([id, path]) => [id, await world.as('renter-key').get(path)] as const)
    return Object.fromEntries(await Promise.all(asked))
  }

  test('with the threshold that the contract states, or 2.0', async () => {
    expect(await answers({ enabled: false })).toEqual({
      'instances.list': tooFrequent('2.0'),
      'cloud-connections.list': tooFrequent('2.9'),
      'templates.search': tooFrequent('2.0'),
    })
  })

  test.each([true, false])('with the threshold that the sandbox has, enabled: %j', async (enabled) => {
    expect(await answers({ enabled, thresholds })).toEqual({
      'instances.list': tooFrequent('7.0'),
      'cloud-connections.list': tooFrequent('2.9'),
      'templates.search': tooFrequent('3.0'),
    })
  })

  test('with the stated threshold, or 2.0, where the sandbox lifts it', async () => {
    const lifted = { 'cloud-connections.list': 0, 'templates.search': 0 }
    expect(await answers({ thresholds: lifted })).toMatchObject({
      'cloud-connections.list': tooFrequent('2.9'),
      'templates.search': tooFrequent('2.0'),
    })
  })
})

test('the limiter itself names the same thresholds', async () => {
  const world = simulate({}, { rateLimit: { thresholds } })
  for (const [path, threshold] of [
    [paths['instances.list'], '7.0'],
    [paths['templates.search'], '3.0'],
  ] as const) {
    expect(await world.as('renter-key').get(path)).toMatchObject({ status: 200 })
    expect(await world.as('renter-key').get(path)).toEqual(tooFrequent(threshold))
  }
})

test('a rule of one operation is given by that operation alone, with its threshold', async () => {
  const world = simulate({}, { rateLimit: { thresholds } })
  const effect = { refuse: 'instances.list.rate-limit' }
  expect(await world.control.post('/_sim/faults', { name: 'f', effect })).toMatchObject({ status: 200 })
  expect(await world.as('renter-key').get(paths['instances.list'])).toEqual(tooFrequent('7.0'))
  expect(await world.as('renter-key').get(paths['templates.search'])).toMatchObject({ status: 200 })
})
