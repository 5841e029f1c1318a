import { expect, test } from 'vitest'
import { onDashboard } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

test('the map shows a rule and its operation touched as soon as a request has', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'coverage' })
  const cell = page.getByRole('region', { name: 'instances.list' })
  const rule = cell.locator('li', { hasText: 'instances.list.lists-own' })
  await cell.getByText('never called').waitFor()
  expect(await rule.innerText()).toContain('documented, never touched')

  await curl('/api/v0/instances/')
  await cell.getByText('1 answered').waitFor()
  expect(await rule.innerText()).toContain('documented, 1×')
})

test('the map shows only what was asked for, and an opened rule stays the one that was opened', async () => {
  const { page, ask } = await dashboard(FROZEN, { view: 'coverage' })
  await ask('/api/v0/instances/')
  const states = () => page.locator('.touched .state').allTextContents()
  const open = () => page.locator('.touched details[open] code').allTextContents()
  await page.getByRole('region', { name: 'instances.list' }).getByText('instances.list.lists-own').click()
  await expect.poll(open).toEqual(['instances.list.lists-own'])

  await page.getByRole('link', { name: 'documented', exact: true }).click()
  await expect.poll(states).toSatisfy((all: string[]) => all.length > 0 && all.every((s) => /^documented, \d/.test(s)))
  expect(await open()).toEqual(['instances.list.lists-own'])
  await page.getByRole('link', { name: 'assumed', exact: true }).click()
  await expect.poll(states).toSatisfy((all: string[]) => all.length > 0 && all.every((s) => /^assumed, \d/.test(s)))
  expect(await open()).toEqual([])
  await page.getByRole('link', { name: 'never touched', exact: true }).click()
  await expect.poll(states).toSatisfy((all: string[]) => all.length > 0 && all.every((s) => s.includes('never')))
  expect(await open()).toEqual([])
})

test('a finding appears with its advice and leads to the exchange that showed it', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'findings' })
  await page.getByText('Nothing: no client').waitFor()
  await curl('/api/v0/nowhere/')
  const card = page.locator('.card', { hasText: 'unmatched-request' })
  await card.getByText('Compare with /openapi.json.').waitFor()
  await card.getByRole('link', { name: 'exchange 1' }).click()
  await page.getByRole('heading', { name: 'GET /api/v0/nowhere/' }).waitFor()
  expect(await page.locator('#exchange-1').getAttribute('class')).toBe('open')
})
