import { expect, test } from './simulated.ts'

test('the page lists what is rented', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveText(['31: L40S'])
})

test('the page says that the list could not be loaded, and loads it again', async ({ page, sim }) => {
  sim.scenario('flaky-listing', { failures: 1 })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('The list could not be loaded.')
  await sim.clock.advance(60)
  await page.getByRole('button', { name: 'Again' }).click()
  await expect(page.getByRole('status')).toHaveText('1 found')
  expect(sim.journal.verify({ operation: 'instances.list' }, { eq: 2 }).verified).toBe(true)
})

test('the page survives a lost connection', async ({ page, sim }) => {
  sim.scenario('connection-reset', { operation: 'instances.list' })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('The list could not be loaded.')
})
