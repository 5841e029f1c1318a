import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { users } from '../support/simulate.ts'
import { open, views } from '../support/pages.ts'

const EVIL = `<script>alert(1)</script><img src=x onerror="alert('2')">`
/** Where only some letters may stand. */
const EVIL_PATH = `/${encodeURIComponent(EVIL)}/<script>alert(1)</script>`

const evilScenario = {
  name: 'evil',
  description: EVIL,
  provider_states: [EVIL],
  params: { evil: { type: 'string', default: EVIL, description: EVIL } },
  fixture: {
    users: [{ id: 1001, name: EVIL, api_keys: [{ key: 'renter-key' }] }],
    templates: [
      {
        id: 9,
        creator_id: 1001,
        name: EVIL,
        image: 'i',
        desc: EVIL,
        hash_id: 'a'.repeat(32),
        retired_hash_ids: [EVIL],
      },
    ],
    offers: [{ id: 5, gpu_name: EVIL, geolocation: EVIL }],
    instances: [{ id: 31, user_id: 1001, offer_id: 5, label: EVIL }],
    network_disks: [{ id: 1, user_id: 1001, size: 5, geolocation: EVIL }],
    cloud_connections: [{ id: 1, user_id: 1001, cloud_type: 's3', name: EVIL }],
  },
  faults: [
    { name: 'near', match: { operation: 'templates.search', query: { q: EVIL } }, effect: { status: 500, body: EVIL } },
    {
      name: 'body',
      match: { operation: 'templates.create' },
      when: { times: 1 },
      effect: { status: 500, body: EVIL, headers: { 'content-type': 'text/html', 'x-evil': EVIL } },
    },
  ],
}

async function attacked(): Promise<Simulator> {
  const sim = createSimulator({ scenario: evilScenario })
  const key = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json', 'X-Evil': EVIL }
  const send = (path: string, init: RequestInit = {}) => open(sim, path, { headers: key, ...init })
  await send('/api/v0/template/')
  await send(`/api/v0/template/?q=${encodeURIComponent(EVIL)}&p=${EVIL}`)
  await send('/api/v0/template/', { method: 'POST', body: JSON.stringify({ name: EVIL, image: EVIL, [EVIL]: EVIL }) })
  await send('/api/v0/template/', { method: 'POST', body: JSON.stringify({ name: EVIL, image: 'i', [EVIL]: 1 }) })
  await send('/api/v0/template/', { method: 'POST', body: EVIL })
  await send('/api/v0/template/', { method: 'PUT', body: JSON.stringify({ hash_id: EVIL, name: EVIL }) })
  await send('/api/v0/asks/5/', {
    method: 'PUT',
    body: JSON.stringify({ image: EVIL, label: EVIL, template_hash_id: EVIL }),
  })
  await send(EVIL_PATH)
  await send(`/api/v0/instances?${EVIL}`)
  await send('/api/v0/template/', { headers: { Authorization: `Bearer ${EVIL.replaceAll(' ', '')}` } })
  return sim
}

/** Tags that no page has, and attributes that none has. */
function foreign(html: string): readonly string[] {
  const scripts = html.match(/<script(?! type="module" blocking="render" src="script\.js">)/gi) ?? []
  const images = html.match(/<img/gi) ?? []
  const tags = [...html.matchAll(/<[a-z][^<>]*>/gi)].map(([tag]) => tag)
  return [...scripts, ...images, ...tags.filter((tag) => /\son\w+=/i.test(tag.replaceAll(/="[^"]*"/g, '')))]
}

test('what clients send and tests write is text in every page', async () => {
  const sim = await attacked()
  const exchanges = sim.journal.list().map(({ id }) => `journal?exchange=${id}`)
  const rows = [
    ['templates', 9],
    ['offers', 5],
    ['instances', 31],
    ['network_disks', 1],
    ['cloud_connections', 1],
    ['users', 1001],
  ].map(([collection, row]) => `state?collection=${collection}&row=${row}`)
  const seen: string[] = []
  for (const page of [...views, ...exchanges, ...rows]) {
    const { status, html } = await open(sim, `/_sim/ui/${page}`)
    expect({ page, status, foreign: foreign(html) }).toEqual({ page, status: 200, foreign: [] })
    if (html.includes('&lt;script&gt;alert(1)')) seen.push(page)
  }
  // It is there, or there would be nothing to escape.
  expect(seen).toEqual(expect.arrayContaining(['journal', 'faults', 'state', ...rows]))
  expect(seen.filter((page) => page.includes('exchange=')).length).toBeGreaterThan(6)
})

test('what a query says is text in every page', async () => {
  const sim = await attacked()
  const evil = encodeURIComponent(EVIL)
  const names = ['text', 'operation', 'status', 'basis', 'exchange', 'before', 'collection', 'row', 'from', 'only', 'x']
  for (const view of [...views, 'nothing', evil]) {
    for (const name of names) {
      const { html } = await open(sim, `/_sim/ui/${view}?${name}=${evil}&${evil}=${evil}`)
      expect({ view, name, foreign: foreign(html) }).toEqual({ view, name, foreign: [] })
    }
  }
})

test('a sandbox or a fault cannot be called by a tag', async () => {
  const sim = createSimulator({ fixture: { users } })
  expect((await open(sim, `/~${EVIL_PATH.slice(1)}/_sim/ui/journal`)).status).toBe(400)
  expect(() => sim.faults.add({ name: EVIL, effect: { status: 500 } })).toThrow('name: is not')
  expect(() => sim.snapshots.take(EVIL)).toThrow('name: is not')
})
