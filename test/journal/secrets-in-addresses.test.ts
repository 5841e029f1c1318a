import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { simulate } from '../support/simulate.ts'

const SECRET = 'S3CRETAAA111'
const headers = { authorization: 'Bearer renter-key', 'content-type': 'application/json' }

const shownIn = [
  '/_sim/requests?limit=1000',
  '/_sim/bundle',
  '/_sim/faults',
  '/_sim/stubs',
  '/_sim/findings',
  '/_sim/state',
  '/_sim/ui/journal?exchange=1',
  '/_sim/ui/faults',
]

const answers = [
  ['an address in a header', { headers: { Location: `/x?api_key=${SECRET}` } }],
  ['a link', { headers: { Link: `</n?limit=1&token=${SECRET}>; rel=next` } }],
  ['a password before a host', { headers: { 'Content-Location': `https://u:${SECRET}@h/x` } }],
  ['an address in a body', { body: { url: `https://h/?token=${SECRET}` } }],
  ['a signed link', { body: { result_url: `https://s3/x?X-Amz-Signature=${SECRET}` } }],
  ['a pair in a body', { body: { extra_env: [['HF_TOKEN', SECRET]] } }],
  ['an environment variable in a body', { body: [{ key: 'MYVAR', value: SECRET }] }],
] as const

test.each(answers)('nothing shows %s that a fault and a stub answer', async (_, answer) => {
  const sim = createSimulator({
    rateLimit: { enabled: false },
    scenario: {
      name: 'secrets',
      description: 'Answers with a secret.',
      faults: [{ name: 'f', match: { operation: 'templates.search' }, effect: { status: 503, ...answer } }],
      stubs: [{ name: 's', match: { path: '/s' }, answer }],
    },
  })
  const { url } = sim
  for (const path of ['/api/v0/template/', '/s']) {
    const response = await sim.fetch(path, { headers })
    // The client gets what was written.
    expect(JSON.stringify([...response.headers]) + (await response.text())).toContain(SECRET)
  }
  for (const path of shownIn) expect(await (await sim.fetch(url + path)).text()).not.toContain(SECRET)
  const verified = sim.journal.verify({ path: '/nowhere' })
  expect(JSON.stringify(verified)).not.toContain(SECRET)
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
  'the value of an environment variable is not shown, whatever answers %s',
  async (method) => {
    for (const dialect of ['documented', 'observed'] as const) {
      const { simulator } = simulate(undefined, { dialect })
      simulator.stubs.add({ name: 's', match: { path: '/api/v0/secrets/' }, answer: { body: {} } })
      const body = JSON.stringify({ key: 'MYVAR', value: SECRET })
      await simulator.fetch('/api/v0/secrets/', { method, headers, body })
      for (const path of ['/_sim/requests', '/_sim/bundle'])
        expect(await (await simulator.fetch(path)).text()).not.toContain(SECRET)
      const { near_misses } = simulator.journal.verify({ body: { '$.value': 'nope' } })
      expect(JSON.stringify(near_misses)).not.toContain(SECRET)
    }
  },
)

test('an address and a variable without a secret are shown as they were sent', async () => {
  const sim = createSimulator({ rateLimit: { enabled: false } })
  const sent = { name: 'a', image: 'b', env: '-e MODE=fast -p 80:80', href: 'https://h/?page=2&order=id#top' }
  await sim.fetch('/api/v0/template/', { method: 'POST', headers, body: JSON.stringify(sent) })
  expect(sim.journal.list()[0]?.request.body).toEqual(sent)
})
