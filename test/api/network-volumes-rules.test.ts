import { expect } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { type Simulated, START_SECONDS } from '../support/simulate.ts'

const LIST = '/api/v0/network_volume/'
const UNLIST = '/api/v0/network_volumes/unlist/'
const SEARCH = '/api/v0/network_volumes/search/'
const DAY = 86_400
const YEAR = 365 * DAY
const BEARER = 'authentication.bearer-key'

const disk = { id: 42, user_id: 1002, size: 1000 }
const pinned = { id: 7, disk_id: 42, price_disk: 0.1, size: 600, end_date: START_SECONDS + 60 }
const endless = { id: 7, disk_id: 42, price_disk: 0.1, size: 600, start_date: START_SECONDS }
const everything = { disk_id: 42, price_disk: 0.2, size: 1000, end_date: START_SECONDS + 2 * YEAR }

const pass = ({ control }: Simulated, seconds: number) => control.post('/_sim/clock/advance', { seconds })

absent(
  [
    'network-volumes.list.creates',
    'network-volumes.list.unsized-offers-whole-disk',
    'network-volumes.list.unpriced-is-invented',
    'network-volumes.list.endless-runs-for-a-year',
    'network-volumes.list.relists-after-expiry',
  ],
  'an update creates nothing, and what it does not give stays as it was given before',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk], network_volume_offers: [pinned] })
    expect((await as('host-key').post(LIST, { disk_id: 42 })).status).toBe(200)
    expect(last()).toMatchObject({ basis: 'documented', rules: [BEARER, 'network-volumes.list.updates'] })
  },
)

absent(
  [
    'network-volumes.list.updates',
    'network-volumes.list.unsized-offers-whole-disk',
    'network-volumes.list.unpriced-is-invented',
    'network-volumes.list.endless-runs-for-a-year',
    'network-volumes.list.relists-after-expiry',
    'network-volumes.list.disk-id-invalid',
    'network-volumes.list.disk-not-owned',
    'network-volumes.list.size-exceeds-disk',
    'network-volumes.list.ends-in-the-past',
    'network-volumes.search.expires',
  ],
  'a first listing of the whole disk with a price and an end leaves nothing to assume',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk] })
    expect((await as('host-key').post(LIST, everything)).status).toBe(200)
    expect(last()).toMatchObject({ basis: 'documented', rules: [BEARER, 'network-volumes.list.creates'] })
  },
)

proves(
  [
    'network-volumes.search.expires',
    'network-volumes.list.endless-runs-for-a-year',
    'network-volumes.list.relists-after-expiry',
  ],
  'a listing without an end is neither updated nor unlisted after a year, and the answers name the assumption',
  async ({ simulate }) => {
    const world = simulate({ network_disks: [disk], network_volume_offers: [endless] })
    await pass(world, YEAR)
    const gone = ['network-volumes.search.expires', 'network-volumes.list.endless-runs-for-a-year']
    expect((await world.as('host-key').post(UNLIST, { id: 7 })).status).toBe(400)
    expect(world.last().rules).toEqual([BEARER, ...gone, 'network-volumes.unlist.id-unknown'])
    expect((await world.as('host-key').post(LIST, everything)).status).toBe(200)
    expect(world.last().rules).toEqual([
      BEARER,
      ...gone,
      'network-volumes.list.creates',
      'network-volumes.list.relists-after-expiry',
    ])
  },
)

absent(
  'network-volumes.list.endless-runs-for-a-year',
  'an end that was given is not an assumption, neither before nor after it',
  async ({ simulate }) => {
    const world = simulate({ network_disks: [disk], network_volume_offers: [pinned] })
    expect((await world.as('renter-key').post(SEARCH, { q: { duration: { gt: 0 } } })).status).toBe(200)
    await pass(world, 60)
    expect((await world.as('renter-key').post(SEARCH, { q: {} })).status).toBe(200)
    expect((await world.as('host-key').post(UNLIST, { id: 7 })).status).toBe(400)
    expect((await world.as('host-key').post(LIST, everything)).status).toBe(200)
  },
)

absent(
  ['network-volumes.search.expires', 'network-volumes.list.endless-runs-for-a-year'],
  'a listing without an end is updated and unlisted before its year is over, whatever its end',
  async ({ simulate }) => {
    const world = simulate({ network_disks: [disk], network_volume_offers: [endless] })
    await pass(world, YEAR - 1)
    expect((await world.as('host-key').post(LIST, { disk_id: 42, price_disk: 1 })).status).toBe(200)
    expect((await world.as('host-key').post(UNLIST, { id: 7 })).status).toBe(200)
  },
)

proves(
  ['network-volumes.list.unsized-offers-whole-disk', 'network-volumes.list.unpriced-is-invented'],
  'a search names what was filled into an offer, whether its fixture or its host left it out',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk] })
    await as('host-key').post(LIST, { disk_id: 42, end_date: START_SECONDS + YEAR })
    expect(await as('renter-key').post(SEARCH, { q: {} })).toMatchObject({ body: { offers: [{ disk_space: 1000 }] } })
    expect(last().rules).toEqual([
      BEARER,
      'network-volumes.search.finds',
      'network-volumes.list.unpriced-is-invented',
      'network-volumes.list.unsized-offers-whole-disk',
      'network-volumes.search.units',
      'network-volumes.search.statuses',
    ])
  },
)

absent(
  [
    'network-volumes.list.creates',
    'network-volumes.list.updates',
    'network-volumes.list.disk-id-invalid',
    'network-volumes.list.size-exceeds-disk',
    'network-volumes.list.ends-in-the-past',
  ],
  "someone else's disk is refused before anything else about it",
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk] })
    expect((await as('renter-key').post(LIST, { disk_id: 42, size: 5000, end_date: 0 })).status).toBe(403)
    expect(last().rules).toEqual([BEARER, 'network-volumes.list.disk-not-owned'])
  },
)

absent(
  [
    'network-volumes.unlist.id-missing',
    'network-volumes.unlist.id-unknown',
    'network-volumes.unlist.not-owned',
    'network-volumes.unlist.privileges-missing',
  ],
  'a listing of its owner is unlisted under a status that the contract does not show',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk], network_volume_offers: [pinned] })
    expect((await as('host-key').post(UNLIST, { id: 7 })).status).toBe(200)
    expect(last()).toMatchObject({
      basis: 'assumed',
      rules: [BEARER, 'network-volumes.unlist.unlists', 'network-volumes.unlist.statuses'],
    })
  },
)

absent(
  [
    'network-volumes.unlist.unlists',
    'network-volumes.unlist.statuses',
    'network-volumes.unlist.privileges-missing',
    'network-volumes.unlist.id-missing',
  ],
  'refusing an unknown listing or that of another user is our choice alone, its status included',
  async ({ simulate }) => {
    const { as, last } = simulate({ network_disks: [disk], network_volume_offers: [pinned] })
    expect((await as('renter-key').post(UNLIST, { id: 7 })).status).toBe(403)
    expect(last()).toMatchObject({ basis: 'assumed', rules: [BEARER, 'network-volumes.unlist.not-owned'] })
    expect((await as('renter-key').post(UNLIST, { id: 8 })).status).toBe(400)
    expect(last()).toMatchObject({ basis: 'assumed', rules: [BEARER, 'network-volumes.unlist.id-unknown'] })
  },
)

proves(
  'network-volumes.unlist.privileges-missing',
  'a key without the permission is refused by the code of the contract, for every listing',
  async ({ simulate }) => {
    const { as, last } = simulate({
      users: [{ id: 1002, name: 'host', api_keys: [{ key: 'weak', permissions: ['machine_read', 'instance_write'] }] }],
      network_disks: [disk],
      network_volume_offers: [pinned],
    })
    expect(await as('weak').post(UNLIST, { id: 7 })).toEqual({
      status: 403,
      body: { error: 'not_authorized', msg: 'this API key lacks the permission machine_write' },
    })
    expect(last().rules).toEqual([
      BEARER,
      'authentication.scopes',
      'network-volumes.unlist.privileges-missing',
      'network-volumes.unlist.statuses',
    ])
  },
)
