import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { absent, proves } from '../support/proves.ts'
import { simulate } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const text = '{"name":"café","image":"u"}'
const KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const latin1 = (of: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(of, 'latin1'))
const utf16 = (of: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(of, 'utf16le'))
const bytes = (...of: readonly number[]): Uint8Array<ArrayBuffer> => new Uint8Array(of)
const invalid = (msg: string) => ({ success: false, error: 'invalid_args', msg })

const notUtf8: readonly (readonly [Uint8Array<ArrayBuffer>, string])[] = [
  [latin1(text), 'is not UTF-8 (byte 12)'],
  // A replacement character that was sent as such, an overlong slash, half a surrogate pair, a character cut short.
  [new Uint8Array([...Buffer.from('{"a":"\uFFFD'), 0xe9, 0x22, 0x7d]), 'is not UTF-8 (byte 9)'],
  [bytes(0x7b, 0x22, 0xc0, 0xaf), 'is not UTF-8 (byte 2)'],
  [bytes(0x7b, 0x22, 0xed, 0xa0, 0x80), 'is not UTF-8 (byte 2)'],
  [bytes(0x7b, 0x22, 0xe2, 0x82), 'is not UTF-8 (byte 2)'],
  [utf16(text), 'is UTF-16'],
  [utf16(`\uFEFF${text}`), 'is UTF-16'],
  [new Uint8Array(Buffer.from(utf16(`\uFEFF${text}`)).swap16()), 'is UTF-16'],
]

proves('request.malformed-json', 'a body that is not UTF-8 is refused with its place', async ({ simulate }) => {
  const { as, control, last } = simulate()
  const before = await control.get('/_sim/state')
  for (const [body, why] of notUtf8) {
    expect(await as('renter-key').post(TEMPLATES, undefined, { text: body })).toEqual({
      status: 400,
      body: invalid(`the body ${why}`),
    })
    expect(last().hint).toBe('send it as UTF-8')
    expect(await control.post('/_sim/reset', undefined, { text: body })).toEqual({
      status: 400,
      body: { error: 'invalid_args', msg: `the body ${why}`, hint: 'send it as UTF-8' },
    })
  }
  expect(await control.get('/_sim/state')).toEqual(before)
})

proves(
  'request.wrong-content-type',
  'a body under a Content-Encoding is refused and never unpacked',
  async ({ simulate }) => {
    const { as, control, last } = simulate()
    const hint = 'send it as it is, without the header Content-Encoding'
    for (const [encoding, body] of [
      ['gzip', gzipSync(text)],
      ['x-gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['BR', brotliCompressSync(text)],
      ['zstd', Buffer.from(text)],
      ['identity, gzip', gzipSync(text)],
    ] as const) {
      const call = { text: new Uint8Array(body), headers: { 'Content-Encoding': encoding } }
      const msg = `the body is under Content-Encoding: ${encoding}`
      expect(await as('renter-key').post(TEMPLATES, undefined, call)).toEqual({ status: 415, body: invalid(msg) })
      expect(last().hint).toBe(hint)
      expect(await control.post('/_sim/reset', undefined, call)).toEqual({
        status: 415,
        body: { error: 'unsupported_encoding', msg, hint },
      })
    }
  },
)

absent(
  ['request.malformed-json', 'request.wrong-content-type', 'request.wrong-field'],
  'UTF-8 is read under identity, with a byte-order mark, and with a replacement character that was sent',
  async ({ simulate }) => {
    const { as, last } = simulate()
    const send = (of: string, headers: Record<string, string> = {}) =>
      as('renter-key').post(TEMPLATES, undefined, { text: new Uint8Array(Buffer.from(of)), headers })
    for (const encoding of ['identity', 'Identity, identity', ''])
      expect((await send(text, { 'Content-Encoding': encoding })).status).toBe(200)
    expect((await send(`\uFEFF${text}`)).status).toBe(200)
    expect((await send(text.replace('é', '\uFFFD'), { 'Content-Type': 'application/json;charset=UTF8' })).status).toBe(
      200,
    )
    expect(last().hint).toBeNull()
    for (const charset of ['iso-8859-1', '"windows-1252"']) {
      expect((await send(text, { 'Content-Type': `application/json; charset=${charset}` })).status).toBe(200)
      expect(last().hint).toBe(`the body is read as UTF-8, not as ${charset.replaceAll('"', '')}: send it so`)
    }
    const filters = encodeURIComponent('{"name":{"eq":"café \uFFFD"}}')
    expect((await as('renter-key').get(`${TEMPLATES}?select_filters=${filters}&order=100%`)).status).toBe(200)
  },
)

proves('request.wrong-field', 'a query that is not UTF-8 is refused with its place', async ({ simulate }) => {
  const { as } = simulate()
  for (const [query, msg] of [
    [
      'select_filters=%7B%22name%22:%7B%22eq%22:%22caf%E9%22%7D%7D',
      'select_filters: is not UTF-8 (%E9 at position 47 of the query)',
    ],
    ['order=a&select_filters=%c3%28', 'select_filters: is not UTF-8 (%c3 at position 23 of the query)'],
    ['q=%ED%A0%80', 'q: is not UTF-8 (%ED at position 2 of the query)'],
  ] as const)
    expect(await as('renter-key').get(`${TEMPLATES}?${query}`)).toEqual({ status: 400, body: invalid(msg) })
})

const numbers = [
  '12345678901234567890',
  '-9007199254740993',
  '12345678901234567168',
  '9007199254740993.0',
  '1e400',
  '-1E+400',
  '1e-400',
  '0.12345678901234567891',
]
const lost = (number: string): string => `has the number ${number}, which JavaScript cannot keep: write it as a text`

proves(
  ['request.malformed-json', 'request.wrong-field'],
  'a number that would become another is refused at any depth, and the journal shows what was sent',
  async ({ simulate }) => {
    const { as, control, simulator } = simulate()
    for (const number of numbers) {
      const body = `{"name":"b","image":"u","extra_filters":{"x":[{"eq":${number}}]}}`
      expect(await as('renter-key').post(TEMPLATES, undefined, { text: body })).toEqual({
        status: 400,
        body: invalid(`the body ${lost(number)}`),
      })
      expect(simulator.journal.list().at(-1)?.request.body).toBe(body)
      const filters = encodeURIComponent(`{"id":{"eq":${number}}}`)
      expect(await as('renter-key').get(`${TEMPLATES}?select_filters=${filters}`)).toEqual({
        status: 400,
        body: invalid(`select_filters: ${lost(number)}`),
      })
      for (const [path, call] of [
        ['/_sim/requests/verify', `{"match":{"body":{"$.extra_filters.x.eq":${number}}}}`],
        ['/_sim/faults', `{"name":"f","match":{"body":{"$.a":${number}}},"effect":{"status":503}}`],
        ['/_sim/stubs', `{"name":"s","match":{"path":"/x"},"answer":{"body":{"a":${number}}}}`],
      ] as const)
        expect(await control.post(path, undefined, { text: call })).toEqual({
          status: 400,
          body: { error: 'invalid_args', msg: `the body ${lost(number)}` },
        })
    }
  },
)

absent(
  'request.malformed-json',
  'numbers that stay as they are, and digits in texts, are taken',
  async ({ simulate }) => {
    const { as, simulator } = simulate()
    const kept = [
      9007199254740991, 0.1, 0.30000000000000004, 5e-324, 1e21, 10000000000000000000, -0.5, 1.7976931348623157e308,
    ]
    const filters = Object.fromEntries(kept.map((number, at) => [`x${at}`, { eq: number }]))
    const name = '"12345678901234567890 1e400'
    const body = JSON.stringify({ name, image: 'u', extra_filters: { ...filters, y: { eq: 0.1 } } })
    const text = body.replace('"eq":0.1}}}', '"eq":0.10000000000000001}}}')
    expect(await as('renter-key').post(TEMPLATES, undefined, { text })).toMatchObject({ status: 200 })
    expect(simulator.journal.list().at(-1)?.request.body).toEqual(JSON.parse(body))
  },
)

test('a number of an answer that would become another is shown as it was sent', async () => {
  const { control, simulator } = simulate()
  await control.post('/_sim/stubs', {
    name: 's',
    match: { path: '/x' },
    answer: { body: '{"n":12345678901234567890}' },
  })
  expect(await (await simulator.fetch('/x')).text()).toBe('{"n":12345678901234567890}')
  expect(simulator.journal.list().at(-1)?.response.body).toBe('{"n":12345678901234567890}')
})

const overHttp = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
beforeAll(() => overHttp.listen())
afterAll(() => overHttp.close())

const post = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const response = await fetch(overHttp.url + TEMPLATES, { method: 'POST', headers: { ...KEY, ...headers }, body })
  return { status: response.status, body: (await response.json()) as unknown }
}

test('over a socket it is the same', async () => {
  for (const [body, why] of notUtf8) expect(await post(body)).toEqual({ status: 400, body: invalid(`the body ${why}`) })
  expect(await post(new Uint8Array(gzipSync(text)), { 'Content-Encoding': 'gzip' })).toEqual({
    status: 415,
    body: invalid('the body is under Content-Encoding: gzip'),
  })
  expect((await post(new Uint8Array(Buffer.from(`\uFEFF${text}`)))).status).toBe(200)
})
