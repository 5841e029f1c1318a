import { MatchersV3 } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import {
  bearer,
  consumerOf,
  failureOf,
  jsonAnswer,
  refused,
  someClientError,
  someError,
  tooFrequent,
} from './consumer.ts'

const { eachLike, integer, string } = MatchersV3

const consumer = consumerOf('backup')
const path = '/api/v0/users/cloud_integrations/'

const listing = (state?: string) => {
  const interaction = consumer.interaction()
  return state === undefined ? interaction : interaction.given(state)
}

test('lists the cloud connections', () =>
  listing()
    .uponReceiving('a request for the cloud connections')
    .withRequest('GET', path, (request) => request.headers(bearer('renter-key')))
    .willRespondWith(200, (answer) =>
      answer
        .headers(jsonAnswer)
        .jsonBody(eachLike({ id: integer(1), cloud_type: string('s3'), name: string('models') })),
    )
    .executeTest(async (server) => {
      const connections = await consumer.as('renter-key', server).cloudConnections()
      expect(connections).toEqual([{ id: 1, cloud_type: 's3', name: 'models' }])
    }))

test('an account without connections has an empty list', () =>
  listing('the account is empty')
    .uponReceiving('a request for cloud connections that there are none of')
    .withRequest('GET', path, (request) => request.headers(bearer('renter-key')))
    .willRespondWith(200, (answer) => answer.jsonBody([]))
    .executeTest(async (server) => {
      expect(await consumer.as('renter-key', server).cloudConnections()).toEqual([])
    }))

test('a listing that fails says so', () =>
  listing('the cloud connections cannot be read')
    .uponReceiving('a request for cloud connections that cannot be read')
    .withRequest('GET', path, (request) => request.headers(bearer('renter-key')))
    .willRespondWith(someError, (answer) => answer.jsonBody(failureOf('internal_error', 'try again')))
    .executeTest(async (server) => {
      expect(await refused(consumer.as('renter-key', server).cloudConnections())).toEqual({
        status: 500,
        body: { success: false, error: 'internal_error', msg: 'try again' },
      })
    }))

test('a request that is too frequent is answered with the threshold', () =>
  listing('the cloud connection listing is rate limited')
    .uponReceiving('a request for the cloud connections that comes too soon')
    .withRequest('GET', path, (request) => request.headers(bearer('renter-key')))
    .willRespondWith(someClientError, (answer) => answer.jsonBody(tooFrequent('threshold=2.9')))
    .executeTest(async (server) => {
      expect(await refused(consumer.as('renter-key', server).cloudConnections())).toEqual({
        status: 400,
        body: { detail: 'threshold=2.9' },
      })
    }))

test('the simulator keeps this pact', async () => {
  expect(await consumer.verified()).toEqual({ code: 0, summary: '4 of 4 interactions verified.', report: '' })
})
