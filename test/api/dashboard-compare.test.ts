import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { open, unescaped } from '../support/pages.ts'

const simulator = (): Simulator => createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })

const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

const ask = (sim: Simulator, path: string, init: RequestInit = {}) =>
  sim.fetch(new Request(`http://sim${path}`, { headers, ...init }))

const rent = (label: string): RequestInit => ({ method: 'PUT', body: JSON.stringify({ image: 'ubuntu', label }) })

/** The line that the page says of two sandboxes. */
async function compared(sim: Simulator): Promise<string | undefined> {
  const { html } = await open(sim, '/~good/_sim/ui/switcher?compare=bad')
  const [, line] = /<p class="parted">([\s\S]*?)<\/p>/.exec(html) ?? []
  return line === undefined ? undefined : unescaped(line.replaceAll(/<[^>]*>/g, ''))
}

test('one line says where two sandboxes parted, and what was set up differently', async () => {
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
  expect(await compared(sim)).toBe(
    'good and bad are the same until #3 GET /api/v0/instances/ 200, where bad has #3 GET /api/v0/instances/ 500: they differ in response.status. Set up differently: fault.down none and active.',
  )
})

test('a request that only one made is where they parted, and bodies are compared field by field', async () => {
  const sim = simulator()
  await ask(sim, '/~good/api/v0/asks/12345678/', rent('a'))
  await ask(sim, '/~bad/api/v0/asks/12345678/', rent('b'))
  expect(await compared(sim)).toContain('they differ in request.body.label.')
  const other = simulator()
  for (const name of ['good', 'bad']) await ask(other, `/~${name}/api/v0/users/current/`)
  await ask(other, '/~bad/api/v0/template/')
  expect(await compared(other)).toBe(
    'good and bad are the same until no further request, where bad has #2 GET /api/v0/template/ 200.',
  )
})

test('times alone make no difference', async () => {
  const sim = simulator()
  await ask(sim, '/~bad/_sim/clock/advance', { method: 'POST', body: '{"seconds":90}' })
  for (const name of ['good', 'bad']) {
    await ask(sim, `/~${name}/api/v0/asks/12345678/`, rent('a'))
    await ask(sim, `/~${name}/api/v0/instances/`)
  }
  expect(await compared(sim)).toBe('good and bad: 2 exchanges are the same, except for times.')
})

test('to compare makes no sandbox', async () => {
  const sim = simulator()
  await ask(sim, '/~good/api/v0/instances/')
  expect(await compared(sim)).toBe('There is no sandbox bad.')
  expect(await (await ask(sim, '/_sim/sandboxes')).text()).not.toContain('"bad"')
})
