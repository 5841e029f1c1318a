import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const unavailable = { status: 503, body: { success: false, error: 'unavailable', msg: 'try again' } }

interface Given {
  readonly name: string
  readonly operation?: string
  readonly effect: string
  readonly times?: string
}

async function addFault(page: Page, { name, operation = '', effect, times = '' }: Given) {
  const form = page.getByRole('region', { name: 'Add a fault' }).locator('form').first()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Operation').selectOption(operation)
  await form.getByLabel('Effect').selectOption(effect)
  await form.getByLabel('How often').fill(times)
  await form.getByRole('button', { name: 'Add' }).click()
}

const counts = (page: Page, name: string) =>
  page.locator(`#fault-${name} td.number`).evaluateAll((cells) => cells.map((cell) => cell.textContent))

test('starting a scenario with a parameter changes the next answer, and ending it restores', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'scenarios' })
  const listing = () => curl('/api/v0/instances/')
  const before = await listing()
  expect(before).toMatchObject({ status: 200, body: { instances_found: 1 } })
  await page.getByText('No scenario is active').waitFor()

  await page.getByRole('search', { name: 'Scenarios' }).getByRole('searchbox').fill('503 and shows')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect.poll(() => page.locator('.cards h3').allTextContents()).toEqual(['flaky-listing'])
  await page.locator('#scenario-flaky-listing').getByLabel('failures').fill('1')
  await page.getByRole('button', { name: 'Start flaky-listing' }).click()
  await says(page, 'flaky-listing is active.')

  const active = page.getByRole('region', { name: 'Active' })
  await active.getByText('flaky-listing is active. The listing fails at first, then answers.').waitFor()
  expect(await active.getByRole('group', { name: 'Parameters' }).textContent()).toBe('{\n  "failures": 1\n}')
  await page.locator('#bar').getByRole('link', { name: 'flaky-listing' }).waitFor()
  expect(await listing()).toEqual(unavailable)
  expect(await listing()).toEqual(before)

  await active.getByRole('button', { name: 'Stop scenario' }).click()
  await page.getByText('No scenario is active').waitFor()
  expect(await listing()).toEqual(before)
})

test('a scenario that is started anew by its button counts from the start', async () => {
  const { page, ask } = await dashboard([...FROZEN, '--scenario', 'flaky-listing'], { view: 'scenarios' })
  for (const status of [503, 503, 200]) expect(await ask('/api/v0/instances/')).toMatchObject({ status })
  await page.getByRole('button', { name: 'Start anew flaky-listing' }).click()
  await says(page, 'flaky-listing is active.')
  expect(await ask('/api/v0/instances/')).toEqual(unavailable)
})

test('a parameter that is not a number is refused and changes nothing', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'scenarios' })
  await page.locator('#scenario-flaky-listing').getByLabel('failures').fill('often')
  await page.getByRole('button', { name: 'Start flaky-listing' }).click()
  await complains(page, 'failures: often is not a number.')
  expect(await sim('GET', 'scenario')).toMatchObject({ active: null })
})

test('a request that hangs by a fault of the form is released by the clock, and the receipt names it', async () => {
  const { page, curl, visit } = await dashboard(FROZEN, { view: 'faults' })
  await addFault(page, { name: 'late', operation: 'instances.list', effect: '2 seconds late' })
  await says(page, 'The fault is in force.')
  let isAnswered = false
  const answer = curl('/api/v0/instances/').finally(() => (isAnswered = true))
  await page.getByText('1 request is held:').waitFor()
  expect(await counts(page, 'late')).toEqual(['1', '1'])

  await visit('clock')
  await page.getByText('1 request is held by faults.').waitFor()
  await page.getByRole('button', { name: 'Advance 1 s' }).click()
  await page.locator('#receipt').getByText('Nothing fell due on the way.').waitFor()
  expect(isAnswered).toBe(false)
  await page.getByRole('button', { name: 'Advance 1 h' }).click()

  expect(await answer).toMatchObject({ status: 200, body: { instances_found: 1 } })
  await page.locator('#receipt li', { hasText: 'late' }).waitFor()
  expect(await page.locator('#receipt').innerText()).toMatch(
    /^It is 2026-01-01T01:00:01.000Z. On the way:\s+2026-01-01 00:00:02 .*late.*$/,
  )
  await page.getByText('held by faults').waitFor({ state: 'detached' })
})

test('removing a fault lets go of what it held', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'faults' })
  await addFault(page, { name: 'stuck', effect: 'never answers', times: '1' })
  await page.locator('#fault-stuck').waitFor()
  const answer = curl('/api/v0/instances/')
  await page.getByText('1 request is held:').waitFor()
  expect(await curl('/api/v0/instances/')).toMatchObject({ status: 200 })
  await expect.poll(() => counts(page, 'stuck')).toEqual(['2', '1'])

  await page.getByRole('button', { name: 'Delete stuck' }).click()
  await says(page, 'Deleted stuck; what it held goes on.')
  expect(await answer).toMatchObject({ status: 200, body: { instances_found: 1 } })
  await page.getByText('No faults').waitFor()
})

test('a fault in force shows as unfired when it must fire, and all are removed at once', async () => {
  const { page, sim, ask } = await dashboard(FROZEN, { view: 'faults' })
  await page.getByText('As JSON').click()
  const json = page.getByRole('textbox', { name: /One fault as a scenario/ })
  await json.fill('{ "name": "later", "effect": { "status": 500 }, "when": { "after": 1 }, "must_fire": true }')
  await page.locator('#fault-as-json').getByRole('button', { name: 'Add' }).click()
  await page.locator('#fault-later').getByText('must fire').waitFor()
  await ask('/api/v0/instances/')
  await expect.poll(() => counts(page, 'later')).toEqual(['1', '0 must fire'])
  expect(await ask('/api/v0/instances/')).toMatchObject({ status: 500 })
  await expect.poll(() => counts(page, 'later')).toEqual(['2', '1'])

  await addFault(page, { name: 'other', effect: 'garbage' })
  await page.locator('#fault-other').waitFor()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByText('No faults').waitFor()
  expect(await sim('GET', 'faults')).toEqual({ faults: [], held: [] })
})

test('a fault that the simulator refuses is told with what was meant, and what was typed stays', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'faults' })
  await page.getByText('As JSON').click()
  const json = page.getByRole('textbox', { name: /One fault as a scenario/ })
  const add = page.locator('#fault-as-json').getByRole('button', { name: 'Add' })
  const wrong = '{ "name": "x", "match": { "operation": "instances.lst" }, "effect": { "status": 500 } }'
  await json.fill(wrong)
  await add.click()
  await complains(page, 'instances.list')
  expect(await json.inputValue()).toBe(wrong)

  await json.fill('{ "name": ')
  await add.click()
  await complains(page, 'That is not JSON')
  expect(await json.inputValue()).toBe('{ "name": ')
  expect(await sim('GET', 'faults')).toEqual({ faults: [], held: [] })
})

test('every effect of the form makes a fault', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'faults' })
  const labels = await page.locator('#fault-effect').locator('option').allTextContents()
  expect(labels.length).toBeGreaterThan(10)
  for (const [index, effect] of labels.entries()) {
    await addFault(page, { name: `fault-${index}`, effect })
    await page.locator(`#fault-fault-${index}`).waitFor()
  }
  expect(await sim('GET', 'faults')).toMatchObject({ faults: labels.map((_, index) => ({ name: `fault-${index}` })) })
})

test('a fault is told in plain words, leads to what it hit, and comes back after it was deleted', async () => {
  const { page, sim, ask } = await dashboard(FROZEN, { view: 'faults' })
  const fault = { name: 'third', match: { operation: 'instances.list', user_id: 1001 }, when: { every: 3 } }
  await sim('POST', 'faults', { ...fault, effect: { status: 500, latency_ms: 0 } })
  const row = page.locator('#fault-third')
  await row.waitFor()
  const told = (await row.innerText()).replaceAll(/\s+/g, ' ').trim()
  expect(told).toBe('third instances.list of user 1001 every 3rd answers 500 0 0 Delete')
  expect(await row.getByRole('link').count()).toBe(0)
  for (let i = 0; i < 3; i++) await ask('/api/v0/instances/')
  await row.getByRole('link', { name: '1' }).waitFor()

  await page.getByRole('button', { name: 'Delete third' }).click()
  await page.getByText('No faults').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('link', { name: '1' }).click()
  await page.waitForURL(/journal\?text=third$/)
  expect(await page.locator('#log tr.exchange').count()).toBe(1)
})

test('scenarios stand by their purpose', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'scenarios' })
  const names = (purpose: string) =>
    page.getByRole('region', { name: purpose, exact: true }).locator('h3').allInnerTexts()
  expect(await names('Rate limits')).toContain('rate-limited-polling')
  expect(await names('Permissions')).toContain('key-revoked')
  expect(await names('Network and errors')).toContain('connection-reset')
  expect(await names('Life of instances')).toContain('slow-boot')
  expect(await names('Network and errors')).not.toContain('cloud-connections-rate-limited')
  expect(await names('Rate limits')).not.toContain('slow-boot')
  expect(await page.locator('.scenarios h3').count()).toBe(58)
  await page.getByRole('button', { name: 'Start slow-boot' }).click()
  await says(page, 'slow-boot is active.')
  await page.getByRole('button', { name: 'Stop scenario' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('region', { name: 'Active' }).getByText('slow-boot').waitFor()
  expect(await sim('GET', 'scenario')).toMatchObject({ active: { name: 'slow-boot' } })
})
