import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { parse } from 'yaml'
import { attributes, open, textById } from '../support/pages.ts'

/** The words of a page, without its elements. */
const words = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

const faultsPage = async (sim: Simulator): Promise<string> => words((await open(sim, '/_sim/ui/faults')).html)

/** Asks, and waits until a fault holds it. */
async function held(sim: Simulator) {
  const headers = { Authorization: 'Bearer renter-key' }
  let isAnswered = false
  const answer = sim.fetch('/api/v0/instances/', { headers }).finally(() => (isAnswered = true))
  while (!(await faultsPage(sim)).includes(' held:')) await new Promise((resolve) => setImmediate(resolve))
  return { status: async () => (await answer).status, isAnswered: () => isAnswered }
}

test('what is held is let go of as the page says: a hang by its removal alone, one with latency_ms by the clock too', async () => {
  const says =
    '1 request is held: until the fault is switched off, or the clock has passed its latency_ms. A hang without latency_ms ends with its fault only.'
  const sim = createSimulator({ clock: 'frozen' })
  sim.faults.add({ name: 'stuck', effect: { hang: true } })
  const stuck = await held(sim)
  await sim.clock.advance(86_400)
  expect([stuck.isAnswered(), await faultsPage(sim)]).toEqual([false, expect.stringContaining(says)])
  sim.faults.remove('stuck')
  expect(await stuck.status()).toBe(200)

  sim.faults.add({ name: 'late', effect: { hang: true, latency_ms: 5000 } })
  const late = await held(sim)
  expect(await faultsPage(sim)).toContain(says)
  await sim.clock.advance(5)
  expect([await late.status(), await faultsPage(sim)]).toEqual([200, expect.not.stringContaining(' held.')])
})

test('stubs stand below the faults, with what takes them away, and an exchange with one can be copied', async () => {
  const sim = createSimulator({ clock: 'frozen' })
  expect(await faultsPage(sim)).not.toContain('stub:')
  sim.stubs.add({ name: 'invoices', match: { path: '/billing/**' }, answer: { body: { id: '$request{$.method}' } } })
  await sim.fetch('/billing/1')
  const { html } = await open(sim, '/_sim/ui/faults')
  expect(words(html)).toContain('stub: /billing/**')
  expect(attributes(html, 'data-call')).toEqual(expect.arrayContaining(['DELETE stubs/invoices']))

  const page = await open(sim, '/_sim/ui/journal?exchange=1&show=copy&as=scenario')
  const copied: unknown = parse(textById(page.html, 'copied'))
  expect(copied).toMatchObject({ stubs: [{ name: 'invoices', match: { path: '/billing/**' } }] })
  const again = createSimulator({ scenario: copied as object })
  expect(await (await again.fetch('/billing/1')).json()).toEqual({ id: 'GET' })

  sim.stubs.clear()
  expect(textById((await open(sim, '/_sim/ui/journal?exchange=1&show=copy&as=scenario')).html, 'copied')).not.toContain(
    'stubs',
  )
})
