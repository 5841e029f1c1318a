import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

test('a running clock is frozen, moved by so many seconds, put to an instant, and let run again', async () => {
  const { page, sim } = await dashboard([], { view: 'clock' })
  const clock = () => sim('GET', 'clock')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await says(page, 'The clock stands still.')
  await page.getByRole('button', { name: 'Let it run' }).waitFor()
  expect(await clock()).toMatchObject({ mode: 'frozen' })

  await page.getByLabel('To the instant').fill('2031-02-03T04:05:06Z')
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.locator('#receipt').getByText('It is 2031-02-03T04:05:06.000Z.').waitFor()
  await expect.poll(() => page.locator('.now time').textContent()).toBe('2031-02-03 04:05:06')
  expect(await page.locator('#bar time').textContent()).toBe('2031-02-03 04:05:06')
  expect(await clock()).toMatchObject({ now: '2031-02-03T04:05:06.000Z', mode: 'frozen' })

  await page.getByLabel('Advance by').fill('1.5')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await page.locator('#receipt').getByText('It is 2031-02-03T04:05:07.500Z.').waitFor()
  await page.getByRole('button', { name: 'Advance 1 day' }).click()
  await expect.poll(() => page.locator('.now time').textContent()).toBe('2031-02-04 04:05:07')

  await page.getByRole('button', { name: 'Let it run' }).click()
  await page.getByRole('button', { name: 'Freeze' }).waitFor()
  expect(await clock()).toMatchObject({ mode: 'real' })
})

test('going back in time is refused in an alert, and so is what is no instant', async () => {
  const { page, sim } = await dashboard(['--clock', 'frozen'], { view: 'clock' })
  const instant = page.getByLabel('To the instant')
  await instant.fill('2025-12-31T00:00:00Z')
  await page.getByRole('button', { name: 'Go there' }).click()
  await complains(page, 'the clock stands at 2026-01-01T00:00:00.000Z and only moves forward')
  expect(await instant.inputValue()).toBe('2025-12-31T00:00:00Z')

  await instant.fill('tomorrow')
  await page.getByRole('button', { name: 'Go there' }).click()
  await complains(page, 'at:')
  expect(await sim('GET', 'clock')).toMatchObject({ now: '2026-01-01T00:00:00.000Z' })

  await instant.fill('2026-01-02T00:00:00Z')
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.locator('#receipt').getByText('It is 2026-01-02T00:00:00.000Z.').waitFor()
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
})

test('what falls due on the way is announced before and named after', async () => {
  const { page } = await dashboard(['--clock', 'frozen', '--scenario', 'offer-vanishes'], { view: 'clock' })
  const first = page.getByRole('region', { name: 'What is to come' }).locator('li').first()
  const text = await first.innerText()
  expect(text).toContain('2026-01-01 00:00:10')
  await page.getByRole('button', { name: 'Advance 10 s' }).click()

  await page.locator('#receipt li').waitFor()
  expect(await page.locator('#receipt li').allTextContents()).toEqual([
    text.replace('2026-01-01 00:00:10', '2026-01-01T00:00:10.000Z'),
  ])
  await expect.poll(() => first.innerText()).not.toBe(text)
})

test('the window of a rate limit stands still under a frozen clock and goes when the clock passes it', async () => {
  const { page, ask } = await dashboard(['--clock', 'frozen'], { view: 'clock' })
  const windows = page.getByRole('region', { name: 'Rate limits that run' })
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
  await sim('PUT', 'scenario', { name: 'rate-limited-polling', params: { threshold_s: 4 } })
  await ask('/api/v0/instances/')
  const windows = page.getByRole('region', { name: 'Rate limits that run' })
  const left = async () => Number.parseFloat((await windows.locator('[data-left]').textContent()) ?? '')
  const before = await left()
  expect(before).toBeGreaterThan(0)
  await expect.poll(left).toBeLessThan(before)
  await windows.getByText('Nobody has to wait').waitFor()
  expect(await ask('/api/v0/instances/')).toMatchObject({ status: 200 })
})
