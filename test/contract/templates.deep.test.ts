import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, test } from 'vitest'
import { bearer, consumerOf, json, jsonAnswer, refusalOf, refused, someClientError } from './consumer.ts'

const { boolean, eachLike, fromProviderState, integer, like, regex, string } = MatchersV3

const consumer = consumerOf('template-editor')
const path = '/api/v0/template/'

const HASH_ID = '4e17788f74f075dd9aab7d0d4427968f'
const NEXT_HASH_ID = '0c5a2f1be07d4c6f9b7b1f0f6f2d9a11'
const hashId = regex(/^[0-9a-f]{32}$/, NEXT_HASH_ID)
/** No template of the provider has it, so it must be replaced by one that the state names. */
const EXAMPLE_HASH_ID = '11111111111111111111111111111111'

describe('search', () => {
  test('templates are found by several conditions', () =>
    consumer
      .interaction()
      .uponReceiving('a search for templates with a name and a space')
      .withRequest('GET', path, (request) =>
        request
          .headers(bearer('renter-key'))
          .query({ select_filters: '{"name":{"eq":"ubuntu-ssh"},"recommended_disk_space":{"lte":16}}' }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers(jsonAnswer)
          .jsonBody({ templates: eachLike({ name: string('ubuntu-ssh'), hash_id: regex(/^\w+$/, HASH_ID) }) }),
      )
      .executeTest(async (server) => {
        const found = consumer
          .as('renter-key', server)
          .searchTemplates({ name: { eq: 'ubuntu-ssh' }, recommended_disk_space: { lte: 16 } })
        expect(await found).toEqual([{ name: 'ubuntu-ssh', hash_id: HASH_ID }])
      }))

  test('an account without templates finds none', () =>
    consumer
      .interaction()
      .given('there is no such template')
      .uponReceiving('a search for templates that there are none of')
      .withRequest('GET', path, (request) =>
        request.headers(bearer('renter-key')).query({ select_filters: '{"tag":{"in":["latest"]}}' }),
      )
      .willRespondWith(200, (answer) => answer.jsonBody({ templates: [] }))
      .executeTest(async (server) => {
        const found = consumer.as('renter-key', server).searchTemplates({ tag: { in: ['latest'] } })
        expect(await found).toEqual([])
      }))

  test('a key without user_read may not search', () =>
    consumer
      .interaction()
      .given('the key may not read user data')
      .uponReceiving('a search for templates with a weak key')
      .withRequest('GET', path, (request) => request.headers(bearer('renter-key')).query({ select_filters: '{}' }))
      .willRespondWith(someClientError, (answer) => answer.jsonBody(like({ error: 'not_authorized' })))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('renter-key', server).searchTemplates({}))).toEqual({
          status: 400,
          body: { error: 'not_authorized' },
        })
      }))
})

describe('create', () => {
  const settings = { name: 'trainer', image: 'library/python', tag: '3.13', env: '-e LOG=debug -p 8080:8080' }

  test('a template gets an id and a hash_id', () =>
    consumer
      .interaction()
      .uponReceiving('a new template')
      .withRequest('POST', path, (request) =>
        request.headers({ ...bearer('renter-key'), ...json }).jsonBody(like(settings)),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(jsonAnswer).jsonBody({ template: { id: integer(9010), hash_id: hashId } }),
      )
      .executeTest(async (server) => {
        expect(await consumer.as('renter-key', server).createTemplate(settings)).toEqual({
          id: 9010,
          hash_id: NEXT_HASH_ID,
        })
      }))

  test('a template that is not complete is refused', () =>
    consumer
      .interaction()
      .given('the template is refused')
      .uponReceiving('a new template without an image')
      .withRequest('POST', path, (request) =>
        request.headers({ ...bearer('renter-key'), ...json }).jsonBody({ name: 'trainer', image: '' }),
      )
      .willRespondWith(someClientError, (answer) => answer.jsonBody(refusalOf('invalid_args', 'image is missing')))
      .executeTest(async (server) => {
        const created = consumer.as('renter-key', server).createTemplate({ name: 'trainer', image: '' })
        expect(await refused(created)).toEqual({
          status: 400,
          body: { error: 'invalid_args', msg: 'image is missing' },
        })
      }))
})

describe('edit', () => {
  test('an edit answers a new hash_id', () =>
    consumer
      .interaction()
      .uponReceiving('a new tag for a template')
      .withRequest('PUT', path, (request) =>
        request
          .headers({ ...bearer('renter-key'), ...json })
          .jsonBody({ hash_id: fromProviderState('${hash_id}', EXAMPLE_HASH_ID), tag: '25.04' }),
      )
      .willRespondWith(200, (answer) => answer.headers(jsonAnswer).jsonBody({ template: { hash_id: hashId } }))
      .executeTest(async (server) => {
        const edited = consumer.as('renter-key', server).editTemplate(EXAMPLE_HASH_ID, { tag: '25.04' })
        expect(await edited).toBe(NEXT_HASH_ID)
      }))

  test('a hash_id from before an edit is unknown', () =>
    consumer
      .interaction()
      .given('the template was edited')
      .uponReceiving('an edit with a hash_id that an edit has replaced')
      .withRequest('PUT', path, (request) =>
        request.headers({ ...bearer('renter-key'), ...json }).jsonBody({ hash_id: HASH_ID, tag: '25.04' }),
      )
      .willRespondWith(someClientError, (answer) => answer.jsonBody(refusalOf('invalid_args', 'no such template')))
      .executeTest(async (server) => {
        const edited = consumer.as('renter-key', server).editTemplate(HASH_ID, { tag: '25.04' })
        expect(await refused(edited)).toEqual({
          status: 400,
          body: { error: 'invalid_args', msg: 'no such template' },
        })
      }))
})

describe('delete', () => {
  test('a template is deleted by its numeric id', () =>
    consumer
      .interaction()
      .uponReceiving('the end of a template')
      .withRequest('DELETE', path, (request) =>
        request
          .headers({ ...bearer('renter-key'), ...json })
          .jsonBody({ template_id: fromProviderState('${template_id}', 1) }),
      )
      .willRespondWith(200, (answer) => answer.headers(jsonAnswer).jsonBody({ success: boolean(true) }))
      .executeTest(async (server) => {
        expect(await consumer.as('renter-key', server).deleteTemplate(1)).toBe(true)
      }))

  test('an id that no template has is refused', () =>
    consumer
      .interaction()
      .given('the template is gone')
      .uponReceiving('the end of a template that is gone')
      .withRequest('DELETE', path, (request) =>
        request.headers({ ...bearer('renter-key'), ...json }).jsonBody({ template_id: 9001 }),
      )
      .willRespondWith(someClientError, (answer) => answer.jsonBody(refusalOf('invalid_args', 'no such template')))
      .executeTest(async (server) => {
        expect(await refused(consumer.as('renter-key', server).deleteTemplate(9001))).toEqual({
          status: 400,
          body: { error: 'invalid_args', msg: 'no such template' },
        })
      }))
})

test('the simulator keeps this pact', async () => {
  expect(await consumer.verified()).toEqual({ code: 0, summary: '9 of 9 interactions verified.', report: '' })
})
