import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, test } from 'vitest'
import type { Rent } from './client.ts'
import {
  bearer,
  consumerOf,
  failureOf,
  json,
  jsonAnswer,
  refused,
  someClientError,
  someError,
  tooFrequent,
} from './consumer.ts'

const { eachKeyLike, eachLike, equal, fromProviderState, integer, number, string } = MatchersV3

const consumer = consumerOf('trainer')

describe('create', () => {
  const headers = { ...bearer('renter-key'), ...json }
  /** Of an offer that the provider does not have, so that it must take one that the state names. */
  const offerPath = fromProviderState('/api/v0/asks/${offer_id}/', '/api/v0/asks/1/')
  const EXAMPLE_HASH_ID = '11111111111111111111111111111111'

  const accepted: readonly { readonly title: string; readonly rent: Rent; readonly body: object }[] = [
    {
      title: 'an offer is rented with a template',
      rent: { template_hash_id: EXAMPLE_HASH_ID, env: '-e LOG=debug -p 9000:9000' },
      body: {
        template_hash_id: fromProviderState('${template_hash_id}', EXAMPLE_HASH_ID),
        env: '-e LOG=debug -p 9000:9000',
      },
    },
    {
      title: 'an offer is rented with an image',
      rent: { image: 'library/python' },
      body: { image: 'library/python' },
    },
    {
      title: 'a volume is attached',
      rent: { image: 'library/python', volume_info: { create_new: false, volume_id: 1, mount_path: '/data' } },
      body: {
        image: 'library/python',
        volume_info: { create_new: false, volume_id: fromProviderState('${volume_id}', 1), mount_path: '/data' },
      },
    },
    {
      title: 'a new volume is attached',
      rent: { image: 'library/python', volume_info: { create_new: true, volume_id: 1, size: 10, mount_path: '/data' } },
      body: {
        image: 'library/python',
        volume_info: {
          create_new: true,
          volume_id: fromProviderState('${volume_offer_id}', 1),
          size: 10,
          mount_path: '/data',
        },
      },
    },
  ]

  test.each(accepted)('$title', ({ title, rent, body }) =>
    consumer
      .interaction()
      .uponReceiving(`a rent: ${title}`)
      .withRequest('PUT', offerPath, (request) => request.headers(headers).jsonBody(body))
      .willRespondWith(200, (answer) => answer.headers(jsonAnswer).jsonBody({ new_contract: integer(32) }))
      .executeTest(async (server) => {
        expect(await consumer.as('renter-key', server).rent(1, rent)).toBe(32)
      }),
  )

  test('template_id in place of template_hash_id is refused', () =>
    consumer
      .interaction()
      .uponReceiving('a rent with a template_id')
      .withRequest('PUT', offerPath, (request) =>
        request.headers(headers).jsonBody({ template_id: fromProviderState('${template_id}', 1) }),
      )
      .willRespondWith(someClientError, (answer) => answer.jsonBody(failureOf('invalid_args')))
      .executeTest(async (server) => {
        const misuse = { template_id: 1 } as Rent
        expect(await refused(consumer.as('renter-key', server).rent(1, misuse))).toEqual({
          status: 400,
          body: { success: false, error: 'invalid_args', msg: 'a sentence' },
        })
      }))

  test('an offer that someone else has rented is gone', () =>
    consumer
      .interaction()
      .given('the offer is gone', { offer_id: 555 })
      .uponReceiving('a rent of an offer that is gone')
      .withRequest('PUT', '/api/v0/asks/555/', (request) =>
        request.headers(headers).jsonBody({ image: 'library/python' }),
      )
      .willRespondWith(someClientError, (answer) => answer.jsonBody(failureOf('no_such_ask')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('renter-key', server).rent(555, { image: 'library/python' }))).toEqual({
          status: 400,
          body: { success: false, error: 'no_such_ask', msg: 'a sentence' },
        })
      }))
})

describe('list', () => {
  const path = '/api/v0/instances/'
  const list = (state: string, description: string) =>
    consumer
      .interaction()
      .given(state)
      .uponReceiving(description)
      .withRequest('GET', path, (request) => request.headers(bearer('renter-key')))

  test('instances are listed with how to reach them', () => {
    const instance = {
      id: 31,
      actual_status: 'running',
      label: 'a',
      image_uuid: 'library/python:3.13',
      template_hash_id: '',
      ssh_host: 'ssh1.example',
      ssh_port: 22022,
      ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '22022' }] },
      dph_total: 0.4,
      uptime_mins: 12.5,
    }
    return consumer
      .interaction()
      .uponReceiving('a request for the instances')
      .withRequest('GET', path, (request) => request.headers(bearer('renter-key')))
      .willRespondWith(200, (answer) =>
        answer.headers(jsonAnswer).jsonBody({
          instances_found: integer(1),
          instances: eachLike({
            ...Object.fromEntries(Object.entries(instance).map(([name, value]) => [name, MatchersV3.like(value)])),
            actual_status: equal('running'),
            ports: eachKeyLike('22/tcp', eachLike({ HostIp: string('0.0.0.0'), HostPort: string('22022') })),
            dph_total: number(0.4),
            uptime_mins: number(12.5),
          }),
        }),
      )
      .executeTest(async (server) => {
        expect(await consumer.as('renter-key', server).instances()).toEqual([instance])
      })
  })

  test('an account without instances has an empty list', () =>
    list('the account is empty', 'a request for instances that there are none of')
      .willRespondWith(200, (answer) => answer.jsonBody({ instances_found: 0, instances: [] }))
      .executeTest(async (server) => {
        expect(await consumer.as('renter-key', server).instances()).toEqual([])
      }))

  test('a listing that fails says so', () =>
    list('the listing is flaky', 'a request for instances that cannot be listed')
      .willRespondWith(someError, (answer) => answer.jsonBody(failureOf('unavailable')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('renter-key', server).instances())).toEqual({
          status: 500,
          body: { success: false, error: 'unavailable', msg: 'a sentence' },
        })
      }))

  test('a request that is too frequent is answered with the threshold', () =>
    list('the instance listing is rate limited', 'a request for the instances that comes too soon')
      .willRespondWith(someClientError, (answer) => answer.jsonBody(tooFrequent('threshold=2.0')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('renter-key', server).instances())).toEqual({
          status: 400,
          body: { detail: 'threshold=2.0' },
        })
      }))
})

test('the simulator keeps this pact', async () => {
  expect(await consumer.verified()).toEqual({ code: 0, summary: '10 of 10 interactions verified.', report: '' })
})
