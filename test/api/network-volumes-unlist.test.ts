import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import { START_SECONDS } from '../support/simulate.ts'

const UNLIST = '/api/v0/network_volumes/unlist/'
const SEARCH = '/api/v0/network_volumes/search/'

const rows = {
  network_disks: [
    { id: 42, user_id: 1002, size: 1000 },
    { id: 43, user_id: 1002, size: 1000 },
  ],
  network_volume_offers: [
    { id: 7, disk_id: 42, end_date: START_SECONDS + 60 },
    { id: 8, disk_id: 43, end_date: START_SECONDS + 600 },
  ],
}
const like = (pattern: string): unknown => expect.stringMatching(pattern)
const unknown = (id: number) => ({
  status: 400,
  body: { error: 'invalid_args', msg: `id: no network volume offer ${id} is listed` },
})

proves(
  'network-volumes.unlist.unlists',
  'an unlisted offer is no longer found, and its disk can be listed under a new offer',
  async ({ simulate }) => {
    const { as } = simulate(rows)
    expect(await as('host-key').post(UNLIST, { id: 8 })).toEqual({
      status: 200,
      body: { success: true, id: 8, msg: 'unlisted network volume ask with id 8' },
    })
    const { body } = await as('renter-key').post(SEARCH, { q: {} })
    expect(body).toMatchObject({ offers: [{ ask_contract_id: 7 }] })
    const text = 'created network volume ask with id 9 and size 1000'
    expect(await as('host-key').post('/api/v0/network_volume/', { disk_id: 43 })).toEqual({
      status: 200,
      body: { success: true, disk_id: text, msg: text },
    })
  },
)

proves(
  ['network-volumes.unlist.id-missing', 'network-volumes.unlist.statuses'],
  'a body without id is refused',
  async ({ simulate }) => {
    const { as, control } = simulate(rows)
    for (const body of [undefined, {}, { id: null }, { disk_id: 42 }]) {
      expect(await as('host-key').post(UNLIST, body)).toEqual({
        status: 400,
        body: { error: 'invalid_args', msg: 'id: is missing' },
      })
    }
    expect((await control.get('/_sim/state')).body).toMatchObject({
      network_volume_offers: rows.network_volume_offers,
    })
  },
)

proves(
  'network-volumes.unlist.id-unknown',
  'an offer that never was, is unlisted already, or has expired is unknown',
  async ({ simulate }) => {
    const { as, control } = simulate(rows)
    expect(await as('host-key').post(UNLIST, { id: 99 })).toEqual(unknown(99))
    expect(await as('host-key').post(UNLIST, { id: 42 })).toEqual(unknown(42))
    expect(await as('host-key').post(UNLIST, { id: 8 })).toMatchObject({ status: 200 })
    expect(await as('host-key').post(UNLIST, { id: 8 })).toEqual(unknown(8))
    await control.post('/_sim/clock/advance', { seconds: 60 })
    expect(await as('host-key').post(UNLIST, { id: 7 })).toEqual(unknown(7))
  },
)

proves(
  ['network-volumes.unlist.not-owned', 'network-volumes.unlist.statuses'],
  "someone else's offer cannot be unlisted",
  async ({ simulate }) => {
    const { as, last } = simulate(rows)
    expect(await as('renter-key').post(UNLIST, { id: 7 })).toEqual({
      status: 403,
      body: { error: 'not_authorized', msg: 'network volume offer 7 is not yours' },
    })
    expect(last().basis).toBe('assumed')
    expect(await as('host-key').post(UNLIST, { id: 7 })).toMatchObject({ status: 200 })
  },
)

proves('request.wrong-field', 'an id that is not a positive integer is refused', async ({ simulate }) => {
  const { as } = simulate(rows)
  for (const id of ['7', 7.5, [7], { eq: 7 }, true, 0]) {
    expect(await as('host-key').post(UNLIST, { id }), JSON.stringify(id)).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: like('^id: ') },
    })
  }
})
