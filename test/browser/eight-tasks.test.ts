import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followed, onDashboard, printedBy, says } from '../support/dashboard-page.ts'

// What people come for, each from the address that the server prints, with the clicks that it takes.

const dashboard = onDashboard()

/** The page at the printed address once it is live, and what counts clicks on it. */
async function arrive(before: (ask: Ask) => Promise<unknown> = () => Promise.resolve()) {
  const opened = await dashboard(['--clock', 'frozen', '--no-rate-limit'], { view: '', permissions: [...CLIPBOARD] })
  const { page, ask } = opened
  await page.locator('#live').getByText('live', { exact: true }).waitFor()
  await before(ask)
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  return { ...opened, click, clicks: () => clicks }
}

type Ask = Awaited<ReturnType<typeof dashboard>>['ask']

const CLIPBOARD = ['clipboard-read', 'clipboard-write'] as const

/** Whether the middle of something is seen, and nothing lies over it. */
const isSeen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  })

const heads = (page: Page): Promise<readonly string[]> => page.locator('#log thead th:visible').allInnerTexts()

test('a failed request is copied as a curl command that runs when it is pasted: two clicks', async () => {
  const { page, click, clicks } = await arrive(async (ask) => {
    for (let i = 0; i < 60; i++) await ask('/api/v0/instances/')
    await ask('/api/v0/nowhere/')
  })
  await followed(page, 61)
  expect(await heads(page)).toEqual(['#', 'Time', 'Request', 'Status', 'Basis', 'Why', 'Took'])
  await click(page.locator('#exchange-61').getByRole('link'))
  await page.getByRole('region', { name: 'Exchange 61' }).waitFor()
  expect(await heads(page)).toEqual(['#', 'Request', 'Status', 'Basis'])
  expect(await isSeen(page.locator('#exchange-61 a'))).toBe(true)
  await click(page.getByRole('link', { name: 'Copy as curl' }))
  await says(page, 'Copied as curl.')
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(await printedBy('bash', ['-c', command.replace(/^curl /, 'curl -sS ')])).toMatch(/^HTTP\/1.1 404 /)
  expect(clicks()).toBe(2)
})

test('a click on a row, a tab and the next row leave the list where it was scrolled to', async () => {
  const { page, click } = await arrive(async (ask) => {
    for (let i = 0; i < 120; i++) await ask('/api/v0/instances/')
  })
  await followed(page, 120)
  await page.locator('#exchange-61 a').scrollIntoViewIfNeeded()
  const place = async () => (await page.locator('#exchange-61').boundingBox())?.y
  const before = await place()
  await click(page.locator('#exchange-61').getByRole('link'))
  await page.getByRole('region', { name: 'Exchange 61' }).waitFor()
  expect(await place()).toBe(before)
  await click(page.getByRole('link', { name: /^Why/ }))
  await page.getByText('rules of all operations').waitFor()
  expect(await place()).toBe(before)
  await click(page.getByRole('link', { name: 'Next: exchange 62' }))
  await page.getByRole('region', { name: 'Exchange 62' }).waitFor()
  expect(await isSeen(page.locator('#exchange-62 a'))).toBe(true)
  expect(new URL(page.url()).search).toBe('?exchange=62&show=why')
})

test('the listing fails twice: three clicks, from the board and from an exchange', async () => {
  const { page, ask, sim, click, clicks } = await arrive((request) => request('/api/v0/instances/'))
  await followed(page, 1)
  await click(page.getByRole('link', { name: 'Failures' }))
  await click(page.getByRole('link', { name: 'next 2' }))
  await click(page.locator('[id="board-instances.list"] td[data-label="500"] button'))
  await says(page, 'instances.list: 500, next 2.')
  expect(clicks()).toBe(3)
  const statuses = async () => [
    (await ask('/api/v0/instances/')).status,
    (await ask('/api/v0/instances/')).status,
    (await ask('/api/v0/instances/')).status,
  ]
  expect(await statuses()).toEqual([500, 500, 200])

  await sim('DELETE', 'faults')
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await click(page.locator('#exchange-1').getByRole('link'))
  await click(page.getByRole('button', { name: 'Break this' }))
  await click(page.getByRole('button', { name: 'next 2: 500, instances.list' }))
  await says(page, 'instances.list: 500, next 2.')
  expect(clicks()).toBe(6)
  expect(await statuses()).toEqual([500, 500, 200])
})

test('a boot is seen to finish as the clock moves: six clicks', async () => {
  const { page, ask, click, clicks } = await arrive()
  await click(page.getByRole('link', { name: 'none' }))
  await click(page.getByText('Life of instances'))
  await click(page.getByRole('button', { name: 'Start slow-boot' }))
  await says(page, 'slow-boot is active.')
  await click(page.getByRole('button', { name: 'Try it: Rent' }))
  await followed(page, 1)
  await click(page.getByRole('button', { name: 'next: 00:01:00 instance 32 is loading' }))
  await click(page.getByRole('button', { name: 'next: 00:02:00 instance 32 is running' }))
  await expect.poll(() => page.locator('.divider').last().innerText()).toContain('instance 32 is running')
  expect(clicks()).toBe(6)
  expect((await ask('/api/v0/instances/')).body).toMatchObject({
    instances: expect.arrayContaining([expect.objectContaining({ id: 32, actual_status: 'running' })]) as unknown,
  })
})

test('the status of an instance is edited in its form, and its history says so: five clicks', async () => {
  const { page, ask, click, clicks } = await arrive()
  await click(page.getByRole('link', { name: 'State' }))
  await click(page.locator('#row-31 .whole-row'))
  const status = page.getByLabel('actual_status', { exact: true })
  await click(status)
  await status.selectOption('exited')
  await click(page.getByRole('button', { name: 'Save 1 change' }))
  await says(page, 'instances 31 saved.')
  // The choice in the open list is a click too.
  expect(clicks() + 1).toBe(5)
  expect((await ask('/api/v0/instances/')).body).toMatchObject({
    instances: expect.arrayContaining([expect.objectContaining({ id: 31, actual_status: 'exited' })]) as unknown,
  })
  await expect.poll(() => page.locator('#row-31 .state-of').innerText()).toBe('exited')
  expect(new URL(page.url()).pathname).toBe('/_sim/ui/state')
})

test('two sandboxes are compared, within the dashboard: two clicks', async () => {
  const { page, url, click, clicks } = await arrive(async (ask) => {
    for (const path of ['/api/v0/instances/', '/api/v0/template/']) {
      await ask(path)
      await ask(`/~nightly${path}`, { key: path.includes('template') ? 'no-key' : 'renter-key' })
    }
  })
  await click(page.getByRole('button', { name: 'Sandbox default' }))
  await click(page.getByRole('link', { name: 'Compare default with nightly' }))
  const [same, parted] = ['default and nightly are the same until #2', '#2 GET /api/v0/template/ 401']
  await page.getByText(`${same} GET /api/v0/template/ 200, where nightly has ${parted}`).waitFor()
  expect(clicks()).toBe(2)
  expect(page.url()).toMatch(`${url}/_sim/ui/`)
  await page.getByRole('link', { name: parted }).click()
  await page.waitForURL(`${url}/~nightly/_sim/ui/journal?exchange=2`)
})

test('the rules that a run never touched are listed, and opening one keeps the place: two clicks', async () => {
  const { page, click, clicks } = await arrive((ask) => ask('/api/v0/instances/'))
  await click(page.getByRole('link', { name: 'Coverage' }))
  await click(page.getByRole('link', { name: /^never touched/ }))
  await expect.poll(() => page.locator('.touched li').count()).toBeGreaterThan(100)
  expect(clicks()).toBe(2)
  const rule = page.locator('.touched a').nth(80)
  await rule.scrollIntoViewIfNeeded()
  const before = await rule.boundingBox()
  await rule.click()
  await page.locator('#detail').waitFor()
  expect(await isSeen(rule)).toBe(true)
  expect(await isSeen(page.locator('#detail h2'))).toBe(true)
  expect(Math.abs(((await rule.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(400)
})

test('a reset is undone, and a second click at the same spot does nothing: two clicks', async () => {
  const { page, sim, click, clicks } = await arrive((ask) => ask('/api/v0/instances/'))
  await sim('PATCH', 'state/instances/31', { label: 'kept' })
  await sim('POST', 'clock/advance', { seconds: 60 })
  await followed(page, 1)
  const before = await sim('GET', 'state')
  await click(page.getByRole('button', { name: 'Reset' }))
  await says(page, 'Reset:')
  await page.getByText('Nothing yet.').waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  const { x = 0, y = 0 } = (await undo.boundingBox()) ?? {}
  await click(undo)
  await says(page, 'Undone: the sandbox is as before.')
  await page.mouse.click(x + 4, y + 4)
  await followed(page, 1)
  expect(clicks()).toBe(2)
  expect(await sim('GET', 'requests')).toMatchObject({ requests: [{ id: 1 }] })
  expect(await sim('GET', 'state')).toEqual(before)
  expect(await sim('GET', 'clock')).toMatchObject({ now: '2026-01-01T00:01:00.000Z' })
  expect(await sim('GET', 'snapshots')).toEqual({ snapshots: [] })
})

test('volumes are searched from the reference: three clicks', async () => {
  const { page, url, click, clicks } = await arrive()
  await click(page.getByRole('link', { name: 'Reference' }))
  await click(page.getByRole('main').getByRole('link', { name: 'Search network volume offers' }))
  await page.locator('.lead').getByText('Offers that fulfil every filter are answered').waitFor()
  expect(await page.getByText('Maximum number of offers returned.').isVisible()).toBe(true)
  await click(page.getByRole('button', { name: 'Send' }))
  await expect.poll(() => page.locator('#answer .status').innerText()).toBe('200')
  expect(clicks()).toBe(3)
  expect(page.url()).toBe(`${url}/docs/network-volumes.search`)
})
