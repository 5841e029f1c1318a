import { expect, test } from 'vitest'
import { problems } from '../support/axe.ts'
import { onDashboard } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const places = [
  'requests',
  'requests?request=2',
  'requests?q=nothing-has-this',
  'requests?q=path:x',
  'requests?request=99',
  'faults?cell=instances.list-500',
  'data',
  'data?row=31',
  'data?row=new',
  'coverage',
  'coverage?rule=instances.list.order',
  'nothing',
  '../../docs',
  '../../docs/templates.create',
  '../../~absent/_sim/ui/requests',
] as const

test.each(places)('%s is clean for axe at three sizes in both schemes, and nothing is too wide', async (place) => {
  const { page, ask, sim, visit } = await dashboard(['--no-rate-limit'])
  await ask('/api/v0/instances/')
  await ask('/api/v0/template/', { method: 'POST', body: '{"name":"a","image":5}' })
  await ask('/api/v0/instancez/')
  await sim('POST', 'faults', {
    name: 'instances.list-500',
    match: { operation: 'instances.list' },
    effect: { status: 500 },
  })
  await visit(place)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await page.getByRole('main').locator(':scope > *').nth(1).waitFor()
  expect(await problems(page)).toEqual([])
})

test.each(['Sandbox default', /^Clock/, 'More'])('the menu %s is clean for axe', async (name) => {
  const { page } = await dashboard(['--no-rate-limit'])
  await page.getByRole('button', { name }).first().click()
  const menu = page.getByRole('group', { name }).first()
  await menu.waitFor()
  expect(await problems(page, menu)).toEqual([])
})
