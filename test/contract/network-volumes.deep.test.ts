import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, test } from 'vitest'
import {
  bearer,
  consumerOf,
  failureOf,
  json,
  jsonAnswer,
  refusalOf,
  refused,
  someClientError,
  someError,
} from './consumer.ts'

const { boolean, decimal, eachLike, equal, fromProviderState, integer, number, string } = MatchersV3

const consumer = consumerOf('storage-broker')
const headers = { ...bearer('host-key'), ...json }

describe('list', () => {
  const path = '/api/v0/network_volume/'

  test('a disk is listed at a price', () =>
    consumer
      .interaction()
      .uponReceiving('a disk for rent')
      .withRequest('POST', path, (request) =>
        request
          .headers(headers)
          .jsonBody({ disk_id: fromProviderState('${disk_id}', 1), price_disk: 0.12, size: 500, end_date: 1798761600 }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(jsonAnswer).jsonBody({ success: boolean(true), disk_id: string('offer 7001 of 500 GB') }),
      )
      .executeTest(async (server) => {
        const listing = { disk_id: 1, price_disk: 0.12, size: 500, end_date: 1_798_761_600 }
        expect(await consumer.as('host-key', server).listVolume(listing)).toBe('offer 7001 of 500 GB')
      }))

  test('a disk_id that cannot be one is refused', () =>
    consumer
      .interaction()
      .uponReceiving('a disk whose disk_id is invalid')
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({ disk_id: 4.2 }))
      .willRespondWith(400, (answer) => answer.jsonBody(refusalOf('invalid_args')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('host-key', server).listVolume({ disk_id: 4.2 }))).toEqual({
          status: 400,
          body: { error: 'invalid_args', msg: 'a sentence' },
        })
      }))

  test("another host's disk is refused", () =>
    consumer
      .interaction()
      .given('the disk is not yours', { disk_id: 777 })
      .uponReceiving('a disk of someone else')
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({ disk_id: 777 }))
      .willRespondWith(403, (answer) => answer.jsonBody(refusalOf('not_authorized')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('host-key', server).listVolume({ disk_id: 777 }))).toEqual({
          status: 403,
          body: { error: 'not_authorized', msg: 'a sentence' },
        })
      }))
})

describe('search', () => {
  const path = '/api/v0/network_volumes/search/'
  const query = {
    order: [['storage_cost', 'asc']],
    limit: 2,
    verified: { eq: true },
    reliability2: { gte: 0.5 },
    storage_cost: { lte: 1000 },
  } as const

  test('offers are found in order', () =>
    consumer
      .interaction()
      .uponReceiving('a search for cheap volumes')
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({ q: query }))
      .willRespondWith(200, (answer) =>
        answer.headers(jsonAnswer).jsonBody({
          success: equal(true),
          offers: eachLike({
            ask_contract_id: integer(7001),
            disk_space: number(1000),
            geolocation: string('Oslo, NO'),
            reliability2: decimal(0.98),
            storage_cost: decimal(0.12),
            verified: equal(true),
          }),
        }),
      )
      .executeTest(async (server) => {
        expect(await consumer.as('host-key', server).searchVolumes(query)).toEqual([
          {
            ask_contract_id: 7001,
            disk_space: 1000,
            geolocation: 'Oslo, NO',
            reliability2: 0.98,
            storage_cost: 0.12,
            verified: true,
          },
        ])
      }))

  test('a search that finds nothing is an empty list', () =>
    consumer
      .interaction()
      .given('there is nothing yet')
      .uponReceiving('a search for volumes that there are none of')
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({ q: {} }))
      .willRespondWith(200, (answer) => answer.jsonBody({ success: equal(true), offers: [] }))
      .executeTest(async (server) => {
        expect(await consumer.as('host-key', server).searchVolumes({})).toEqual([])
      }))

  test('a search that is refused says why', () =>
    consumer
      .interaction()
      .given('the volume search is refused')
      .uponReceiving('a search that is refused')
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({ q: {} }))
      .willRespondWith(someError, (answer) => answer.jsonBody(failureOf('invalid_args')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('host-key', server).searchVolumes({}))).toEqual({
          status: 500,
          body: { success: false, error: 'invalid_args', msg: 'a sentence' },
        })
      }))
})

describe('unlist', () => {
  const path = '/api/v0/network_volumes/unlist/'

  test('a listing ends', () =>
    consumer
      .interaction()
      .uponReceiving('the end of a listing')
      .withRequest('POST', path, (request) =>
        request.headers(headers).jsonBody({ id: fromProviderState('${ask_contract_id}', 1) }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers(jsonAnswer)
          .jsonBody({ success: equal(true), id: fromProviderState('${ask_contract_id}', 1), msg: string('unlisted') }),
      )
      .executeTest(async (server) => {
        expect(await consumer.as('host-key', server).unlistVolume(1)).toEqual({ success: true, id: 1, msg: 'unlisted' })
      }))

  test('a request without an id is refused', () =>
    consumer
      .interaction()
      .uponReceiving('the end of a listing that is not named')
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({}))
      .willRespondWith(someClientError, (answer) => answer.jsonBody(refusalOf('invalid_args')))
      .executeTest(async (server) => {
        const id = undefined as unknown as number
        expect(await refused(consumer.as('host-key', server).unlistVolume(id))).toEqual({
          status: 400,
          body: { error: 'invalid_args', msg: 'a sentence' },
        })
      }))

  test.each([
    { who: 'another host', state: 'the listing belongs to someone else' },
    { who: 'a weak key', state: 'the key may not unlist' },
  ])('$who may not unlist', ({ who, state }) =>
    consumer
      .interaction()
      .given(state)
      .uponReceiving(`the end of a listing, asked for by ${who}`)
      .withRequest('POST', path, (request) => request.headers(headers).jsonBody({ id: 7001 }))
      .willRespondWith(someClientError, (answer) => answer.jsonBody(refusalOf('not_authorized')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('host-key', server).unlistVolume(7001))).toEqual({
          status: 400,
          body: { error: 'not_authorized', msg: 'a sentence' },
        })
      }),
  )
})

test('the simulator keeps this pact', async () => {
  expect(await consumer.verified()).toEqual({ code: 0, summary: '10 of 10 interactions verified.', report: '' })
})
