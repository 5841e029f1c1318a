import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../src/index.ts'

const page = readFileSync('docs/stubs.md', 'utf8')
const written = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => parse(text) as object)

test('the stub and the fault of the page do what it says', async () => {
  expect(written).toHaveLength(2)
  const sim = createSimulator({ clock: 'frozen' })
  sim.scenario(Object.assign({ params: { plan: { type: 'string' } } }, ...written), { plan: 'small' })
  const asked = (currency: string) =>
    sim.fetch('/billing/7/invoices', { method: 'POST', body: JSON.stringify({ currency, amount: 5 }) })
  expect((await asked('USD')).status).toBe(404)
  const made = asked('EUR')
  await sim.clock.advance(3)
  const response = await made
  expect([response.status, response.headers.get('location'), await response.json()]).toEqual([
    201,
    '/billing/7/invoices/1',
    { id: 1, amount: 5, plan: 'small' },
  ])
})
