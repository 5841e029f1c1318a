import { expect, test } from 'vitest'
import { proves } from '../support/proves.ts'
import { type Answer, type CallOptions, simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const ONE_MIB = 1024 * 1024

const invalid = (msg: unknown, status = 400): Answer => ({
  status,
  body: { success: false, error: 'invalid_args', msg },
})
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

/** Each refusal is as expected and leaves every row as it was. */
async function refusesAll(
  world: Simulated,
  cases: readonly (readonly [string, string, CallOptions, Answer])[],
): Promise<void> {
  const before = await world.control.get('/_sim/state')
  for (const [method, path, call, answer] of cases) {
    expect(await world.as('renter-key').send(method, path, undefined, call), `${method} ${path}`).toEqual(answer)
    expect(await world.control.get('/_sim/state')).toEqual(before)
  }
}

proves(
  'request.malformed-json',
  'a body that is not a JSON object is refused and changes nothing',
  async ({ simulate }) => {
    const noJson = ['{', '{"name":"x","image":"y"', "{'name': 'x'}", 'name=x', '{"name":NaN}', '{}{}', '\u0000', ' ']
    const noObject = ['[]', '[{"name":"x","image":"y"}]', '"text"', '7', 'true', 'null']
    await refusesAll(simulate(), [
      ...noJson.map((text) => ['POST', TEMPLATES, { text }, invalid(like(/^the body is not JSON/))] as const),
      ...noObject.map((text) => ['POST', TEMPLATES, { text }, invalid('the body is not a JSON object')] as const),
    ])
  },
)

/** A create request with objects and arrays of that depth. */
const nested = (levels: number): string => {
  const inner = levels - 1
  return `{"name":"x","image":"y","surprise":${'['.repeat(inner)}${']'.repeat(inner)}}`
}

proves('request.malformed-json', 'a body nests at most 32 levels deep', async ({ simulate }) => {
  const world = simulate()
  await refusesAll(
    world,
    [33, 40, 100_000].map((levels) => ['POST', TEMPLATES, { text: nested(levels) }, invalid(like(/^the body /))]),
  )
  expect(await world.as('renter-key').post(TEMPLATES, undefined, { text: nested(32) })).toMatchObject({ status: 200 })
})

proves(
  'request.wrong-content-type',
  'a body under another content type than application/json is refused',
  async ({ simulate }) => {
    const text = '{"name":"x","image":"y"}'
    const refused = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/problem+json',
      '',
    ]
    const world = simulate()
    await refusesAll(
      world,
      refused.map((type) => [
        'POST',
        TEMPLATES,
        { text, headers: { 'Content-Type': type } },
        invalid(`the body is ${type || 'of no stated type'}; send Content-Type: application/json`, 415),
      ]),
    )
    for (const type of ['application/json', 'Application/JSON', 'application/json; charset=utf-8']) {
      const call = { text, headers: { 'Content-Type': type } }
      expect(await world.as('renter-key').post(TEMPLATES, undefined, call), type).toMatchObject({ status: 200 })
    }
  },
)

proves('request.wrong-field', 'an empty body reads as {}, whatever its content type', async ({ simulate }) => {
  const headers = { 'Content-Type': 'text/plain' }
  await refusesAll(simulate(), [
    ['POST', '/api/v0/network_volumes/search/', {}, invalid('q: is missing')],
    ['POST', '/api/v0/network_volumes/search/', { text: '', headers }, invalid('q: is missing')],
    ['POST', '/api/v0/network_volumes/search/', { text: '{}' }, invalid('q: is missing')],
    ['DELETE', TEMPLATES, {}, invalid('template_id: is missing')],
  ])
})

/** A create request with a body of exactly so many bytes. */
const ofSize = (bytes: number): string => {
  const frame = '{"name":"x","image":"y","readme":""}'
  return frame.replace('""}', `"${'r'.repeat(bytes - frame.length)}"}`)
}

proves('request.too-large', 'a body over 1 MiB is refused, announced or not', async ({ simulate }) => {
  const world = simulate()
  const text = ofSize(ONE_MIB + 1)
  const tooLarge = invalid('the body has over 1048576 bytes', 413)
  await refusesAll(world, [
    ['POST', TEMPLATES, { text }, tooLarge],
    ['POST', TEMPLATES, { text, headers: { 'Content-Length': String(text.length) } }, tooLarge],
    ['PUT', '/api/v0/asks/12345678/', { text: `"${'é'.repeat(ONE_MIB / 2)}"` }, tooLarge],
  ])
  const largest = { text: ofSize(ONE_MIB) }
  expect(await world.as('renter-key').post(TEMPLATES, undefined, largest)).toMatchObject({ status: 200 })
})

test('a stream that never ends is refused all the same', async () => {
  const { simulator, control } = simulate()
  const before = await control.get('/_sim/state')
  const part = new TextEncoder().encode('x'.repeat(ONE_MIB / 4))
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (stream) => {
        stream.enqueue(part)
      },
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' },
    body,
    duplex: 'half',
  }
  const response = await simulator.fetch(new Request(`http://sim.test${TEMPLATES}`, init))
  expect({ status: response.status, body: await response.json() }).toEqual(
    invalid('the body has over 1048576 bytes', 413),
  )
  expect(await control.get('/_sim/state')).toEqual(before)
})

proves('request.wrong-field', 'an id in a path is an integer', async ({ simulate }) => {
  const ids = ['abc', '1.5', '--1', '1e3', '0x1f', '12345678%20', '%zz']
  await refusesAll(
    simulate(undefined, { rateLimit: { enabled: false } }),
    ids.flatMap((id) =>
      ['asks', 'endptjobs'].map((at) => [
        'PUT',
        `/api/v0/${at}/${id}/`,
        { text: '{"image":"x"}' },
        invalid('id: is not an integer'),
      ]),
    ),
  )
})

proves('request.wrong-field', 'a query parameter is JSON text of the right shape', async ({ simulate }) => {
  const cases: [string, unknown][] = [
    ['{', like(/^select_filters: is not JSON/)],
    ['', like(/^select_filters: is not JSON/)],
    ['[]', 'select_filters: expected object, received array'],
    ['"ubuntu"', 'select_filters: expected object, received string'],
    ['{"name":"ubuntu"}', 'select_filters.name: expected object, received string'],
    [`{"name":${'['.repeat(40)}${']'.repeat(40)}}`, 'select_filters: nests too deep'],
  ]
  await refusesAll(
    simulate(),
    cases.map(([text, msg]) => ['GET', `${TEMPLATES}?select_filters=${encodeURIComponent(text)}`, {}, invalid(msg)]),
  )
})

proves('request.null-is-absent', 'a field that is null counts as not given', async ({ simulate }) => {
  const { as, last } = simulate({ network_disks: [{ id: 42, user_id: 1002, size: 100 }] })
  const text = 'created network volume ask with id 1 and size 100'
  const body = { disk_id: 42, price_disk: null, size: null, credit_discount_max: null, end_date: null }
  expect(await as('host-key').post('/api/v0/network_volume/', body)).toEqual({
    status: 200,
    body: { success: true, disk_id: text, msg: text },
  })
  expect(last().rules).toContain('request.null-is-absent')
  expect(await as('renter-key').post(TEMPLATES, { name: null, image: 'y' })).toEqual(invalid('name: is missing'))
})

proves('request.unknown-field-ignored', 'a field that the operation does not know is ignored', async ({ simulate }) => {
  const plain = simulate()
  const extra = simulate()
  const body = { name: 'x', image: 'y' }
  const created = await plain.as('renter-key').post(TEMPLATES, body)
  expect(created.status).toBe(200)
  const more = { ...body, id: 1, creator_id: 1002, hash_id: 'mine', surprise: { deep: [1] } }
  expect(await extra.as('renter-key').post(TEMPLATES, more)).toEqual(created)
  expect(extra.last().rules).toContain('request.unknown-field-ignored')
  expect(plain.last().rules).not.toContain('request.unknown-field-ignored')
  expect(await extra.control.get('/_sim/state')).toEqual(await plain.control.get('/_sim/state'))
})

proves(
  'request.unknown-field-ignored',
  'fields named like what objects inherit are unknown fields like any other',
  async ({ simulate }) => {
    for (const surprise of ['"toString":1', '"constructor":{"a":1}', '"__proto__":{"private":true}']) {
      const { as, control, last } = simulate({})
      const text = `{"name":"x","image":"y",${surprise}}`
      expect(await as('renter-key').post(TEMPLATES, undefined, { text })).toMatchObject({ status: 200 })
      expect(last().rules, surprise).toContain('request.unknown-field-ignored')
      expect((await control.get('/_sim/state')).body).toMatchObject({ templates: [{ name: 'x', image: 'y' }] })
      expect((await control.get('/_sim/state')).body).not.toHaveProperty('templates.0.private')
    }
  },
)
