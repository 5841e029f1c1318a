import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { open, unescaped } from '../support/pages.ts'

const simulator = (): Simulator => createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

const ask = (sim: Simulator, path: string, init: RequestInit = {}) =>
  sim.fetch(new Request(`http://sim${path}`, { headers, ...init }))

const rent = (label: string): RequestInit => ({ method: 'PUT', body: JSON.stringify({ image: 'ubuntu', label }) })

/** What the page says of two sandboxes, without its elements. */
async function compared(sim: Simulator, query = 'compare=good&with=bad') {
  const { html } = await open(sim, `/_sim/ui/sandboxes?${query}`)
  const textOf = (element: RegExp): readonly string[] =>
    [...html.matchAll(element)].map(([, part = '']) =>
      unescaped(part.replaceAll(/<[^>]*>/g, ' '))
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  const lines = textOf(/<li id="pair-\d+" class="pair(?: open)?"><a[^>]*>([\s\S]*?)<\/a>/g)
  const [states = ''] = textOf(/aria-labelledby="states">([\s\S]*?)<\/section>\s*<\/div>/g)
  return { html, said: textOf(/<p class="same-until">([\s\S]*?)<\/p>/g)[0], lines, states }
}

test('two journals are the same up to the first answer that differs', async () => {
  const sim = simulator()
  for (const name of ['good', 'bad']) {
    await ask(sim, `/~${name}/api/v0/instances/`)
    await ask(sim, `/~${name}/api/v0/users/current/`)
  }
  await ask(sim, '/~bad/_sim/faults', {
    method: 'POST',
    body: '{"name":"down","match":{"operation":"instances.list"},"effect":{"status":500}}',
  })
  for (const name of ['good', 'bad']) await ask(sim, `/~${name}/api/v0/instances/`)
  await ask(sim, '/~bad/api/v0/nowhere/')
  const { html, said, lines } = await compared(sim)
  expect(said).toBe('The same until #3: GET /api/v0/instances/: good got 200, bad got 500.')
  expect(lines).toEqual([
    '#3 GET /api/v0/instances/ 200 #3 GET /api/v0/instances/ 500 ⚡ down',
    'not asked #4 GET /api/v0/nowhere/ 404 no_such_endpoint · there is no /api/v0/nowhere/',
  ])
  expect(html).toContain('#1 to #2: 2 are the same')
  expect(html).toContain('<code>answer.status</code>')
  expect(html).toContain('<code>fault.down</code>')
})

test('rows that only one of two has are named, and of the others the fields that differ', async () => {
  const sim = simulator()
  await ask(sim, '/~good/api/v0/asks/12345678/', rent('a'))
  await ask(sim, '/~bad/api/v0/asks/12345678/', rent('b'))
  await ask(sim, '/~bad/api/v0/asks/12345679/', rent('c'))
  const { said, states } = await compared(sim)
  expect(said).toBe(
    'From the first request on: PUT /api/v0/asks/12345678/: both got 200, and differ in request.body.label and 1 more.',
  )
  expect(states).toBe('States Only in bad instances/33 ~ instances/32 What differs good bad label "a" "b"')
})

test('times alone make no difference', async () => {
  const sim = simulator()
  await ask(sim, '/~bad/_sim/clock/advance', { method: 'POST', body: '{"seconds":90}' })
  for (const name of ['good', 'bad']) {
    await ask(sim, `/~${name}/api/v0/asks/12345678/`, rent('a'))
    await ask(sim, `/~${name}/api/v0/instances/`)
  }
  expect(await compared(sim)).toMatchObject({
    said: '2 exchanges are the same, but for times.',
    lines: [],
    states: 'States Both have the same rows, but for times.',
  })
})

test('a request that only one made stands where it was made', async () => {
  const sim = simulator()
  for (const name of ['good', 'bad']) {
    await ask(sim, `/~${name}/api/v0/users/current/`)
    if (name === 'bad') await ask(sim, '/~bad/api/v0/template/')
    await ask(sim, `/~${name}/api/v0/instances/`)
  }
  const { html, said, lines } = await compared(sim)
  expect(said).toBe('The same until #2: only bad asked GET /api/v0/template/.')
  expect(lines).toEqual(['not asked #2 GET /api/v0/template/ 200'])
  expect(html).toContain('#2 is the same')
})

test('another pair is opened by its place', async () => {
  const sim = simulator()
  for (const name of ['good', 'bad'])
    for (const id of [12345678, 12345679]) await ask(sim, `/~${name}/api/v0/asks/${id}/`, rent(`${name}-${id}`))
  const { html } = await compared(sim, 'compare=good&with=bad&at=1')
  expect(html).toMatch(/<li id="pair-1" class="pair open">/)
  expect(html.match(/class="pair open"/g)).toHaveLength(1)
})

test('to compare makes no sandbox', async () => {
  const sim = simulator()
  await ask(sim, '/~good/api/v0/instances/')
  const { html } = await compared(sim)
  expect(html).toContain('There is no sandbox bad.')
  expect((await ask(sim, '/_sim/sandboxes')).status).toBe(200)
  expect(await (await ask(sim, '/_sim/sandboxes')).text()).not.toContain('"bad"')
})

test('of long journals the first exchanges are compared, which the page says', async () => {
  const sim = simulator()
  for (const name of ['good', 'bad'])
    for (let at = 0; at < 501; at++) await ask(sim, `/~${name}/api/v0/nowhere/${at === 500 ? name : ''}`)
  const { said } = await compared(sim)
  expect(said).toBe(
    '500 exchanges are the same, but for times. Of longer journals the first 500 exchanges are compared.',
  )
})

test('a key is not shown', async () => {
  const sim = simulator()
  await ask(sim, '/~good/_sim/state/users/1001', { method: 'PATCH', body: '{"api_keys":[{"key":"not-to-be-shown"}]}' })
  await ask(sim, '/~bad/api/v0/users/current/')
  const { html, states } = await compared(sim)
  expect(states).toContain('users/1001')
  expect(html).not.toContain('not-to-be-shown')
})
