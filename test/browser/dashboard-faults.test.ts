import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const unavailable = { status: 503, body: { success: false, error: 'unavailable', msg: 'try again' } }

const cell = (page: Page, operation: string, kind: string) =>
  page.locator(`[id="board-${operation}"] td[data-label="${kind}"] button`)

test('the switch of a listing that fails twice counts down', async () => {
  const { page, ask } = await dashboard(FROZEN, { view: 'faults?next=2' })
  await cell(page, 'instances.list', '500').click()
  await says(page, 'instances.list: 500, next 2.')
  const listing = async () => (await ask('/api/v0/instances/')).status
  const shown = () => cell(page, 'instances.list', '500').textContent()
  await expect.poll(shown).toBe('2 left')
  expect(await listing()).toBe(500)
  await expect.poll(shown).toBe('1 left')
  expect([await listing(), await listing()]).toEqual([500, 200])
  await expect.poll(shown).toBe('next 2')
})

test('while the board of another span is on its way, no switch of the one before is hit', async () => {
  const { page } = await dashboard(FROZEN, { view: 'faults' })
  const button = cell(page, 'instances.list', '500')
  const isHit = () =>
    button.evaluate((each) => {
      const { left, top } = each.getBoundingClientRect()
      return each.contains(document.elementFromPoint(left + 9, top + 9))
    })
  expect(await isHit()).toBe(true)
  const held: Route[] = []
  await page.route('**/faults?next=2', (route) => void held.push(route))
  await page.getByRole('link', { name: 'next 2' }).click()
  expect(await isHit()).toBe(false)
  await held[0]?.continue()
  await expect.poll(isHit).toBe(true)
  await button.click()
  await says(page, 'instances.list: 500, next 2.')
})

test('a switch is turned off and on again without typing, and Undo takes back that act alone', async () => {
  const { page, ask, sim } = await dashboard(FROZEN, { view: 'faults?next=always' })
  await sim('POST', 'faults', { name: 'other', match: { operation: 'templates.search' }, effect: { status: 418 } })
  await page.locator('#fault-other').waitFor()
  const button = cell(page, 'instances.list', 'malformed')
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await button.click()
  await says(page, 'instances.list answers again')
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'a/b' }) })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await says(page, 'Undone: that act alone.')
  expect(await sim('GET', 'faults')).toMatchObject({
    faults: [{ name: 'other' }, { name: 'instances.list-malformed', effect: { malformed_json: true } }],
  })
  expect(await sim('GET', 'state/instances/32')).toMatchObject({ id: 32 })

  await page.getByRole('button', { name: 'Switch off other' }).click()
  await page.getByRole('button', { name: 'Switch on other' }).click()
  await says(page, 'Switched on other.')
  expect((await ask('/api/v0/template/')).status).toBe(418)
})

test('every cell of the board is a fault that the simulator takes', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'faults' })
  const bodies = await page
    .locator('.board input[name="."]')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
  expect(bodies.length).toBeGreaterThan(80)
  for (const body of bodies) expect(await sim('POST', 'faults', JSON.parse(body))).toHaveProperty('name')
  await expect.poll(() => page.locator('.switch.on').count()).toBe(bodies.length)
})

test('an undo of the whole sandbox says what goes with it, and outlives a change of view', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await page.getByRole('button', { name: '+1 m' }).click()
  await says(page, 'It is 00:01:00')
  await ask('/api/v0/instances/')
  await page.getByRole('link', { name: 'State' }).click()
  await page.getByRole('heading', { level: 1, name: 'State' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Undo (and 1 request since)' }).click()
  await says(page, 'Undone: the sandbox is as before.')
  expect(await sim('GET', 'clock')).toMatchObject({ now: '2026-01-01T00:00:00.000Z' })
  expect(await sim('GET', 'requests')).toMatchObject({ requests: [{ id: 1 }] })
})

test('starting a scenario with a parameter changes the next answer, and ending it restores', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'faults?text=503+and+shows' })
  const listing = () => curl('/api/v0/instances/')
  const before = await listing()
  expect(before).toMatchObject({ status: 200, body: { instances_found: 1 } })
  await page.getByText('No scenario is active').waitFor()
  expect(await page.locator('.cards h3').allTextContents()).toEqual(['flaky-listing'])
  await page.locator('#scenario-flaky-listing').getByLabel('failures').fill('1')
  await page.getByRole('button', { name: 'Start flaky-listing' }).click()
  await says(page, 'flaky-listing is active.')
  await page.waitForURL(/journal$/)
  await page.goBack()

  const active = page.getByRole('region', { name: 'Active scenario' })
  await active.getByText('flaky-listing is active. The listing fails at first, then answers.').waitFor()
  expect(await active.getByRole('group', { name: 'Parameters' }).textContent()).toBe('{\n  "failures": 1\n}')
  await page.locator('#bar').getByRole('link', { name: 'flaky-listing' }).waitFor()
  expect(await listing()).toEqual(unavailable)
  expect(await listing()).toEqual(before)
  await page.getByRole('button', { name: 'Restart flaky-listing' }).click()
  await says(page, 'flaky-listing is active.')
  expect(await listing()).toEqual(unavailable)

  await page.goBack()
  await active.getByRole('button', { name: 'Stop scenario' }).click()
  await page.getByText('No scenario is active').waitFor()
  expect(await listing()).toEqual(before)
})

test('scenarios stand folded by their purpose; a parameter that is not a number is refused and changes nothing', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'faults' })
  const names = (purpose: string) => page.locator(`#purpose-${purpose} h3`).allTextContents()
  expect(await names('rate-limits')).toContain('rate-limited-polling')
  expect(await names('permissions')).toContain('key-revoked')
  expect(await names('rate-limits')).not.toContain('slow-boot')
  expect(await page.locator('.scenarios h3:visible').count()).toBe(0)
  await page
    .locator('details', { has: page.locator('#scenario-flaky-listing') })
    .locator('summary')
    .click()
  await page.locator('#scenario-flaky-listing').getByLabel('failures').fill('often')
  await page.getByRole('button', { name: 'Start flaky-listing' }).click()
  await complains(page, 'failures: often is not a number.')
  expect(await sim('GET', 'scenario')).toMatchObject({ active: null })
})

test('switching a fault off lets go of what it held', async () => {
  const { page, curl, sim } = await dashboard(FROZEN, { view: 'faults' })
  await sim('POST', 'faults', { name: 'stuck', effect: { hang: true }, when: { times: 1 } })
  await page.locator('#fault-stuck').waitFor()
  const answer = curl('/api/v0/instances/')
  await page.getByText('1 request is held:').waitFor()
  await page.getByRole('button', { name: 'Switch off stuck' }).click()
  await says(page, 'Switched off stuck; what it held goes on.')
  expect(await answer).toMatchObject({ status: 200, body: { instances_found: 1 } })
  await page.getByText('No faults').waitFor()
})

test('a fault is told in plain words, leads to what it hit, and is edited as JSON', async () => {
  const { page, sim, ask } = await dashboard(FROZEN, { view: 'faults' })
  const fault = { name: 'third', match: { operation: 'instances.list', user_id: 1001 }, when: { every: 3 } }
  await sim('POST', 'faults', { ...fault, effect: { status: 500 } })
  const row = page.locator('#fault-third')
  await row.waitFor()
  expect((await row.innerText()).replaceAll(/\s+/g, ' ').trim()).toBe(
    'third instances.list of user 1001 responds 500, every 3rd matched 0, fired 0 Switch off Edit',
  )
  for (let i = 0; i < 3; i++) await ask('/api/v0/instances/')
  await row.getByRole('link', { name: '1' }).waitFor()
  await row.getByText('Edit').click()
  const json = row.getByRole('textbox')
  const wrong = JSON.stringify({ ...fault, match: { operation: 'instances.lst' }, effect: { status: 500 } })
  await json.fill(wrong)
  await row.getByRole('button', { name: 'Save' }).click()
  await complains(page, 'instances.list')
  expect(await json.inputValue()).toBe(wrong)
  await json.fill(JSON.stringify({ ...fault, when: { every: 2 }, effect: { status: 502 } }))
  await row.getByRole('button', { name: 'Save' }).click()
  await says(page, 'The fault is active.')
  await row.getByText('responds 502, every second').waitFor()
})

test('a fault of JSON shows as unfired when it must fire, and all are deleted at once and come back', async () => {
  const { page, sim, ask } = await dashboard(FROZEN, { view: 'faults' })
  await page.getByText('Add a fault as JSON').click()
  const json = page.locator('#fault-json')
  await json.fill('{ "name": "later", "effect": { "status": 500 }, "when": { "after": 1 }, "must_fire": true }')
  await page.locator('#fault-as-json').getByRole('button', { name: 'Add' }).click()
  await page.locator('#fault-later').getByText('must fire').waitFor()
  await ask('/api/v0/instances/')
  expect(await ask('/api/v0/instances/')).toMatchObject({ status: 500 })
  await page.locator('#fault-later').getByText('must fire').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete all faults' }).click()
  await page.getByText('No faults').waitFor()
  expect(await sim('GET', 'faults')).toEqual({ faults: [], held: [] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('#fault-later').waitFor()
})
