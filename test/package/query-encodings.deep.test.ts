import { expect, test } from 'vitest'
import { endWhatTestsStart, serve } from '../support/spawn-cli.ts'

endWhatTestsStart()

test.each([
  ['select_filters=%7B%22name%22:%7B%22eq%22:%22caf%E9%22%7D%7D', 'select_filters', '%E9'],
  ['query=na%EFve', 'query', '%EF'],
  ['order_by=%C0%80', 'order_by', '%C0'],
])('the built command refuses a query that is not UTF-8: %s', async (query, name, bytes) => {
  const { url } = await serve()
  const asked = (text: string) =>
    fetch(`${url}/api/v0/template/?${text}`, { headers: { Authorization: 'Bearer renter-key' } })
  const answer = await asked(query)
  const position = query.indexOf(bytes)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      success: false,
      error: 'invalid_args',
      msg: `${name}: is not UTF-8 (${bytes} at position ${position} of the query)`,
    },
  ])
})

test('and takes one that is', async () => {
  const { url } = await serve(['--no-rate-limit'])
  const query = `select_filters=${encodeURIComponent('{"name":{"eq":"café \uFFFD"}}')}`
  const { status } = await fetch(`${url}/api/v0/template/?${query}`, {
    headers: { Authorization: 'Bearer renter-key' },
  })
  expect(status).toBe(200)
})
