import { MatchersV3 } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { bearer, consumerOf, failureOf, json, jsonAnswer, refused, someClientError, tooFrequent } from './consumer.ts'

const { equal, fromProviderState } = MatchersV3

const consumer = consumerOf('autoscaler')
const headers = { ...bearer('renter-key'), ...json }

test('an endpoint group is scaled', () =>
  consumer
    .interaction()
    .uponReceiving('new scaling parameters')
    .withRequest(
      'PUT',
      fromProviderState('/api/v0/endptjobs/${endpoint_group_id}/', '/api/v0/endptjobs/1/'),
      (request) =>
        request
          .headers(headers)
          .jsonBody({ min_load: 10, target_util: 0.8, cold_mult: 2, cold_workers: 1, max_workers: 8 }),
    )
    .willRespondWith(200, (answer) => answer.headers(jsonAnswer).jsonBody({ success: equal(true) }))
    .executeTest(async (server) => {
      const scaling = { min_load: 10, target_util: 0.8, cold_mult: 2, cold_workers: 1, max_workers: 8 }
      expect(await consumer.as('renter-key', server).scaleEndpointGroup(1, scaling)).toBeUndefined()
    }))

const refusals = [
  {
    title: "another user's endpoint group is not found",
    state: 'the endpoint group belongs to someone else',
    scaling: { max_workers: 8 },
    response: failureOf('invalid_args'),
    body: { success: false, error: 'invalid_args', msg: 'a sentence' },
  },
  {
    title: 'a target_util above the limit is refused',
    state: 'the target_util is too high',
    scaling: { target_util: 1.5 },
    response: failureOf('invalid_args'),
    body: { success: false, error: 'invalid_args', msg: 'a sentence' },
  },
  {
    title: 'an update that comes too soon is answered with the threshold',
    state: 'the endpoint group update is rate limited',
    scaling: { max_workers: 8 },
    response: tooFrequent('threshold=2.0'),
    body: { detail: 'threshold=2.0' },
  },
]

test.each(refusals)('$title', ({ title, state, scaling, response: expected, body }) =>
  consumer
    .interaction()
    .given(state)
    .uponReceiving(`an update: ${title}`)
    .withRequest('PUT', '/api/v0/endptjobs/4242/', (request) => request.headers(headers).jsonBody(scaling))
    .willRespondWith(someClientError, (answer) => answer.headers(jsonAnswer).jsonBody(expected))
    .executeTest(async (server) => {
      expect(await refused(consumer.as('renter-key', server).scaleEndpointGroup(4242, scaling))).toEqual({
        status: 400,
        body,
      })
    }),
)

test('the simulator keeps this pact', async () => {
  expect(await consumer.verified()).toEqual({ code: 0, summary: '4 of 4 interactions verified.', report: '' })
})
