import { expect, test } from 'vitest'
import { simulate } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'

interface Journal {
  readonly dropped: number
  readonly requests: readonly { readonly id: number }[]
}

test('the journal is bounded by bytes too', async () => {
  const world = simulate()
  const text = 'x'.repeat(1_000_000)
  for (let sent = 0; sent < 37; sent++) await world.as('renter-key').post(TEMPLATES, undefined, { text })
  const { dropped, requests } = (await world.control.get('/_sim/requests')).body as Journal
  expect({ dropped, kept: requests.length }).toEqual({ dropped: 4, kept: 33 })
  expect(requests.at(-1)?.id).toBe(37)
})

test('long headers count as bytes', async () => {
  const world = simulate()
  const headers = { 'X-Long': 'x'.repeat(1_000_000) }
  for (let sent = 0; sent < 37; sent++) await world.as('renter-key').get(TEMPLATES, { headers })
  expect(((await world.control.get('/_sim/requests')).body as Journal).dropped).toBeGreaterThan(0)
})
