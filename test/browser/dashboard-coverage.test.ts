import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onDashboard } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

const RULE = 'instances.list.lists-own'
/** The rules that are listed, with their states. */
const states = (page: Page) => page.locator('.touched .state').allTextContents()

test('the map shows a rule and its operation touched as soon as a request has', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'coverage' })
  const cell = page.getByRole('region', { name: 'instances.list' })
  const square = cell.getByRole('link', { name: new RegExp(`^${RULE}:`) })
  await cell.getByText('never called').waitFor()
  expect(await square.getAttribute('aria-label')).toContain('documented, never touched')
  expect(await square.getAttribute('class')).toContain('untouched')

  await curl('/api/v0/instances/')
  await cell.getByText('1×').waitFor()
  expect(await square.getAttribute('aria-label')).toContain('documented, 1×')
  expect(await square.getAttribute('class')).toContain('hit')
})

test('a square says what it stands for when it has the focus, and leads to the exchanges that touched its rule', async () => {
  const { page, ask } = await dashboard(FROZEN, { view: 'coverage' })
  await ask('/api/v0/instances/')
  await ask('/api/v0/template/')
  const square = page.locator(`[id="rule-${RULE}"] a`)
  const told = () => square.evaluate((each) => getComputedStyle(each, '::after').content)
  expect(await told()).toBe('none')
  await page.keyboard.press('j')
  await square.focus()
  expect(await told()).toContain(RULE)
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: RULE })
  await detail.getByRole('link', { name: '#1 GET /api/v0/instances/' }).waitFor()
  expect(await detail.getByRole('link', { name: /^#/ }).count()).toBe(1)
  await detail.getByRole('link', { name: /^#1/ }).click()
  await page.waitForURL(/journal\?exchange=1$/)
})

test('what is documented and never touched is one click away, and the chips count', async () => {
  const { page, ask, sim } = await dashboard(FROZEN, { view: 'coverage' })
  await ask('/api/v0/instances/')
  const { documented } = (await sim('GET', 'coverage')) as { documented: { rules: { id: string; hits: number }[] } }
  const missing = documented.rules.filter(({ hits }) => hits === 0)
  const chip = page.getByRole('link', { name: /^documented, never touched/ })
  await expect.poll(() => chip.innerText()).toBe(`documented, never touched ${missing.length}`)
  await chip.click()
  await expect.poll(() => states(page)).toSatisfy((all: string[]) => new Set(all).size === 1)
  expect([...new Set(await states(page))]).toEqual(['documented, never touched'])
  const listed = await page.locator('.touched a').allInnerTexts()
  expect(listed.toSorted()).toEqual(missing.map(({ id }) => id).toSorted())
  expect(await page.locator('.listed').evaluateAll((all) => all.filter((each) => !each.querySelector('li')))).toEqual(
    [],
  )

  for (const [name, state] of [
    [/^documented \d/, /^documented, \d/],
    [/^assumed \d/, /^assumed \([a-z ]+\), \d/],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await expect
      .poll(() => states(page))
      .toSatisfy((all: string[]) => all.length > 0 && all.every((s) => state.test(s)))
  }
})

test('the badge shows the share that the map shows', async () => {
  const { page, ask, url } = await dashboard(FROZEN, { view: 'coverage' })
  for (const path of ['instances', 'template', 'network_volumes']) await ask(`/api/v0/${path}/`)
  const badge = await fetch(`${url}/_sim/badge/coverage.svg`)
  expect([badge.status, badge.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const [, share = ''] = /aria-label="contract coverage: (\d+ %)"/.exec(await badge.text()) ?? []
  expect(Number.parseInt(share)).toBeGreaterThan(0)
  await expect.poll(() => page.locator('.meter.documented b').innerText()).toBe(share)
  await page.goto(`${url}/_sim/badge/coverage.svg`)
  expect(await page.locator('text').allTextContents()).toEqual(['contract coverage', share])
})

test('a finding appears with its advice and leads to the exchange that showed it', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'findings' })
  await page.getByText('No findings.').waitFor()
  await curl('/api/v0/nowhere/')
  const card = page.locator('.card', { hasText: 'unmatched-request' })
  await card.getByText('Compare with /openapi.json.').waitFor()
  await card.getByRole('link', { name: 'exchange 1' }).click()
  await page.getByRole('heading', { name: 'GET /api/v0/nowhere/' }).waitFor()
  expect(await page.locator('#exchange-1').getAttribute('class')).toContain('open')
})
