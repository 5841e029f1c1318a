import { expect, test } from 'vitest'
import { onDashboard, says, shownRows } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen']

test('the keyboard alone plays the first story: each step is a real request, and its row comes', async () => {
  const { page, sim } = await dashboard(FROZEN)
  const story = page.getByRole('list', { name: 'Try it' })
  const press = async (step: string) => {
    const button = page.getByRole('button', { name: `Try it: ${step}` })
    for (let i = 0; i < 60 && !(await button.evaluate((each) => each === document.activeElement)); i++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await press('Ask')
  await says(page, 'Exchange 1: 200.')
  await expect.poll(() => shownRows(page)).toEqual(['1 GET /api/v0/template/ 200 assumed'])
  const rented = await story.locator('code').nth(1).innerText()
  await press('Rent')
  await says(page, 'Exchange 2: 200.')
  await expect.poll(() => page.locator('#exchange-2 .why').textContent()).toMatch(/^created instances\/\d+/)
  expect(await story.locator('code').nth(1).innerText()).toBe(rented)
  await press('Break')
  await says(page, 'The next list of instances fails: poll now.')
  expect(await story.getByRole('button').count()).toBe(4)
  await press('Poll')
  await says(page, 'Exchange 3: 500.')
  await page.waitForURL(/journal\?exchange=3&show=why$/)
  await page.getByRole('region', { name: 'Exchange 3' }).locator('.part').getByText('Fault try-it').waitFor()
  await expect.poll(async () => (await shownRows(page)).at(-1)).toBe('3 GET /api/v0/instances/ 500 injected')
  await story.waitFor({ state: 'detached' })
  expect(await sim('GET', 'requests')).toMatchObject({
    requests: [{ user_id: 1001 }, {}, { fault: { name: 'try-it' } }],
  })
})

test('a request of a client ends the first story', async () => {
  const { page, ask } = await dashboard(FROZEN)
  const story = page.getByRole('list', { name: 'Try it' })
  await story.waitFor()
  await ask('/api/v0/template/')
  await story.waitFor({ state: 'detached' })
})

test('a sandbox without a published key has no first story', async () => {
  const { page, sim } = await dashboard(FROZEN)
  await sim('POST', 'reset', { fixture: 'empty' })
  await page.reload()
  await page.getByText('Nothing yet.').waitFor()
  expect(await page.getByRole('list', { name: 'Try it' }).count()).toBe(0)
})
