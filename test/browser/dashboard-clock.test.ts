import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

test('a running clock is frozen, moved by so many seconds, put to an instant, and let run again', async () => {
  const { page, sim } = await dashboard([], { view: 'clock' })
  const clock = () => sim('GET', 'clock')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await says(page, 'The clock stands still.')
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  expect(await clock()).toMatchObject({ mode: 'frozen' })

  await page.getByLabel('To the instant').fill('2031-02-03T04:05:06Z')
  await page.getByRole('button', { name: 'Go there', exact: true }).click()
  await page.locator('#receipt').getByText('It is 2031-02-03T04:05:06.000Z.').waitFor()
  await expect.poll(() => page.locator('.now time').textContent()).toBe('2031-02-03 04:05:06')
  expect(await page.locator('#bar time').textContent()).toBe('2031-02-03 04:05:06')
  expect(await clock()).toMatchObject({ now: '2031-02-03T04:05:06.000Z', mode: 'frozen' })

  await page.getByLabel('Advance by').fill('1.5')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await page.locator('#receipt').getByText('It is 2031-02-03T04:05:07.500Z.').waitFor()
  await page.getByRole('button', { name: 'Advance 1 day' }).click()
  await expect.poll(() => page.locator('.now time').textContent()).toBe('2031-02-04 04:05:07')

  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Freeze' }).waitFor()
  expect(await clock()).toMatchObject({ mode: 'real' })
})

test('going back in time is refused in an alert, and so is what is not an instant', async () => {
  const { page, sim } = await dashboard(['--clock', 'frozen'], { view: 'clock' })
  const instant = page.getByLabel('To the instant')
  await instant.fill('2025-12-31T00:00:00Z')
  await page.getByRole('button', { name: 'Go there', exact: true }).click()
  await complains(page, 'the clock stands at 2026-01-01T00:00:00.000Z and only moves forward')
  expect(await instant.inputValue()).toBe('2025-12-31T00:00:00Z')

  await instant.fill('tomorrow')
  await page.getByRole('button', { name: 'Go there', exact: true }).click()
  await complains(page, 'at:')
  expect(await sim('GET', 'clock')).toMatchObject({ now: '2026-01-01T00:00:00.000Z' })

  await instant.fill('2026-01-02T00:00:00Z')
  await page.getByRole('button', { name: 'Go there', exact: true }).click()
  await page.locator('#receipt').getByText('It is 2026-01-02T00:00:00.000Z.').waitFor()
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
})

test('what falls due on the way is announced before and named after', async () => {
  const { page } = await dashboard(['--clock', 'frozen', '--scenario', 'offer-vanishes'], { view: 'clock' })
  const first = page.getByRole('region', { name: 'Coming up' }).locator('li').first()
  const text = await first.innerText()
  expect(text).toContain('2026-01-01 00:00:10')
  await page.getByRole('button', { name: 'Advance 10 s' }).click()

  await page.locator('#receipt li').waitFor()
  const what = /in 10 s\s+(.*disappears)/.exec(text)?.[1] ?? ''
  expect(await page.locator('#receipt li').allTextContents()).toEqual([`2026-01-01 00:00:10 ${what}`])
  await expect.poll(() => first.innerText()).not.toBe(text)
  await page.locator('#receipt').getByRole('link', { name: what }).click()
  await page.getByText(/^offers has no row \d+\.$/).waitFor()
})

test('what is to come lies on a line by kind, near instants as one, and each is a place to go to', async () => {
  const { page, ask, sim } = await dashboard(['--clock', 'frozen', '--scenario', 'slow-boot'], { view: 'clock' })
  const line = page.getByRole('group', { name: 'Coming up, on a line' })
  const kinds = () => line.locator('.lane > text').allTextContents()
  expect(await kinds()).toEqual(['listings that expire'])
  expect(await line.locator('.count').first().textContent()).toMatch(/^\d+$/)
  await sim('POST', 'faults', {
    name: 'late',
    match: { operation: 'templates.search' },
    effect: { latency_ms: 30_000 },
  })
  const body = JSON.stringify({ image: 'ubuntu' })
  expect(await ask('/api/v0/asks/12345678/', { method: 'PUT', body })).toMatchObject({ status: 200 })
  await ask('/api/v0/instances/')
  const held = ask('/api/v0/template/')
  await line.getByRole('link', { name: 'In 30 s: GET /api/v0/template/ goes on (fault late)' }).waitFor()
  await expect.poll(kinds).toEqual(['held requests', 'instances that boot', 'listings that expire', 'rate limits'])

  await line.getByRole('link', { name: /^In 30 s/ }).click()
  const due = page.locator('.due li:target')
  await due.getByRole('button', { name: 'Go there: 2026-01-01 00:00:30' }).click()
  expect(await held).toMatchObject({ status: 200 })
  await page
    .locator('#receipt')
    .getByRole('link', { name: /^exchange 3 goes on/ })
    .waitFor()
  expect(await sim('GET', 'clock')).toMatchObject({ now: '2026-01-01T00:00:30.000Z' })
  await expect.poll(kinds).toEqual(['instances that boot', 'listings that expire'])

  await sim('POST', 'reset', { fixture: { users: [] } })
  await page.getByText('Nothing falls due.').waitFor()
  expect(await line.count()).toBe(0)
})

test('the window of a rate limit stands still under a frozen clock and goes when the clock passes it', async () => {
  const { page, ask } = await dashboard(['--clock', 'frozen'], { view: 'clock' })
  const windows = page.getByRole('region', { name: 'Rate limits' })
  await windows.getByText('Nobody has to wait').waitFor()
  await ask('/api/v0/instances/')
  await windows.getByText('2.0 of 2 s').waitFor()
  const bar = windows.getByRole('progressbar', { name: 'Left of 2 s for instances.list' })
  expect(await bar.getAttribute('data-runs-down')).toBe(null)
  expect(await ask('/api/v0/instances/')).toMatchObject({ status: 429 })

  await page.getByRole('button', { name: 'Advance 1 s' }).click()
  await windows.getByText('1.0 of 2 s').waitFor()
  expect(await bar.evaluate((element) => (element as HTMLProgressElement).value)).toBe(1000)
  await page.getByRole('button', { name: 'Advance 1 s' }).click()
  await windows.getByText('Nobody has to wait').waitFor()
  expect(await ask('/api/v0/instances/')).toMatchObject({ status: 200 })
})

test('the window of a rate limit runs down with a real clock, and goes when it has, though nobody asks', async () => {
  const { page, ask, sim } = await dashboard([], { view: 'clock' })
  await sim('PUT', 'scenario', { name: 'rate-limited-polling', params: { threshold_s: 60 } })
  await ask('/api/v0/instances/')
  const windows = page.getByRole('region', { name: 'Rate limits' })
  const left = async () => Number.parseFloat((await windows.locator('[data-left]').textContent()) ?? '')
  const before = await left()
  expect(before).toBeGreaterThan(0)
  await expect.poll(left).toBeLessThan(before)
  await sim('POST', 'clock/advance', { seconds: 57 })
  await windows.getByText('Nobody has to wait').waitFor()
  expect(await ask('/api/v0/instances/')).toMatchObject({ status: 200 })
})
