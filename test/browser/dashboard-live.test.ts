import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { counted, followed, onDashboard } from '../support/dashboard-page.ts'
import { shifts } from '../support/layout-shifts.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

test.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('nothing shifts at $width pixels while the journal is followed', async (viewport) => {
  const { page, ask } = await dashboard(FROZEN, { viewport })
  for (let i = 1; i <= 120; i++) {
    await ask(i % 7 === 0 ? '/api/v0/instance/' : '/api/v0/instances/')
    if (i % 30 === 0) await followed(page, i)
  }
  expect(await shifts(page)).toEqual([])
  await page.evaluate(() => {
    document.querySelector('main')?.before(Object.assign(document.createElement('p'), { textContent: 'pushes down' }))
  })
  expect(await shifts(page)).not.toEqual([])
})

test('nothing shifts while one reads further up and rows drop out above', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 150; i++) await ask('/api/v0/instances/')
  await followed(page, 150)
  const top = () => page.locator('#exchange-120').evaluate((row) => Math.round(row.getBoundingClientRect().top))
  await page.locator('#log').evaluate((log) => (log.scrollTop = log.scrollHeight / 2))
  const before = await top()

  for (let i = 0; i < 140; i++) await ask('/api/v0/instances/')
  await counted(page, 290)

  expect(await top()).toBe(before)
  expect(await shifts(page)).toEqual([])
})

test('another filter leaves the place where one read', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 110; i++) await ask(i % 2 === 0 ? '/api/v0/instances/' : '/api/v0/template/')
  await followed(page, 110)
  await page.locator('#log').evaluate((log) => (log.scrollTop = 0))
  await page.getByLabel('Search the journal').fill('operation:templates.search')
  await counted(page, 55)
  expect(await page.locator('#log tr.exchange').count()).toBe(55)
})

test.each([
  ['faults', 'matched 14, fired 14'],
  ['coverage', 'instances.list 14×'],
  ['findings', '14×'],
])('only a number that gains a digit moves its neighbours in %s while requests come', async (view, last) => {
  const { page, ask, sim } = await dashboard(FROZEN, { view })
  await sim('POST', 'faults', { name: 'late', match: { operation: 'instances.list' }, effect: { latency_ms: 0 } })
  const both = async () => [await ask('/api/v0/instances/'), await ask('/api/v0/nowhere/')]
  for (let i = 0; i < 7; i++) await both()
  await page.reload()

  for (let i = 0; i < 7; i++) await both()

  await expect.poll(() => page.locator('main').innerText().then(oneLine)).toContain(last)
  const sum = (await shifts(page)).reduce((total, { value }) => total + value, 0)
  expect(sum).toBeLessThan(0.001)
})

test('a page that shows what is does not renew itself when it connects, and one that is late does', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  const live = page.locator('#live').getByText('live', { exact: true })
  const pages = async (act: () => Promise<unknown>) => {
    const asked: string[] = []
    const note = (request: Request) => void (request.url().endsWith('/journal') && asked.push(request.resourceType()))
    page.on('request', note)
    await act()
    page.off('request', note)
    return asked
  }
  const once = await pages(async () => {
    await visit('journal')
    await live.waitFor()
    await ask('/api/v0/instances/')
    await followed(page, 1)
  })
  expect(once).toEqual(['document', 'fetch'])

  await page.route('**/events', async (route) => {
    await ask('/api/v0/instances/')
    await route.continue()
  })
  const late = await pages(async () => {
    await visit('journal')
    await followed(page, 2)
  })
  expect(late).toEqual(['document', 'fetch'])
})

test('a row that is being edited keeps the text and the caret while the row changes', async () => {
  const { page, sim, ask } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  await page.getByText('As JSON', { exact: true }).click()
  const field = page.getByRole('textbox', { name: /As a fixture/ })
  await field.fill('{ "label": "mine" }')
  await field.evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(12, 16))
  await sim('PATCH', 'state/instances/31', { label: 'theirs' })
  await page.locator('#row-31').getByText('theirs').waitFor()
  await ask('/api/v0/instances/')

  await page.keyboard.type('ours')
  expect(await field.inputValue()).toBe('{ "label": "ours" }')
})

test('the clock of the bar runs on with a real clock and stands with a frozen one', async () => {
  const running = await dashboard()
  const shown = () => running.page.locator('#bar time').textContent()
  const before = await shown()
  await expect.poll(shown).not.toBe(before)

  const { page } = await dashboard(FROZEN)
  expect(await page.locator('#bar time').getAttribute('data-runs')).toBe(null)
  expect(await page.locator('#bar time').textContent()).toBe('2026-01-01 00:00:00')
})

test('a renewal that fails does not end those after it', async () => {
  const { page, ask } = await dashboard(FROZEN)
  // A renewal sets the title of the page.
  await page.evaluate(() =>
    Object.defineProperty(document, 'title', {
      configurable: true,
      set: () => {
        Reflect.deleteProperty(document, 'title')
        document.documentElement.dataset['failed'] = 'yes'
        throw new Error('this page cannot be renewed')
      },
    }),
  )
  await ask('/api/v0/instances/')
  await page.locator('html[data-failed]').waitFor()
  await ask('/api/v0/instances/')
  await followed(page, 2)
})
