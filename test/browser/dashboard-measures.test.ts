import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { followed, onDashboard } from '../support/dashboard-page.ts'
import { shifts } from '../support/layout-shifts.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit', '--journal-size', '3000']

const PER_SECOND = 30

test('nothing shifts by itself at 30 exchanges a second, and a thing that moved would be seen', async () => {
  const { page, ask } = await dashboard(FROZEN)
  const stream = async (from: number, to: number) => {
    for (let i = from; i <= to; i++) {
      const pause = page.waitForTimeout(1000 / PER_SECOND)
      await ask(i % 9 === 0 ? '/api/v0/nowhere/' : '/api/v0/instances/')
      await pause
    }
    await followed(page, to)
  }
  await stream(1, 130)
  expect(await shifts(page)).toEqual([])
  await page.evaluate(() => {
    document.querySelector('main')?.before(Object.assign(document.createElement('p'), { textContent: 'pushes down' }))
  })
  expect(await shifts(page)).not.toEqual([])
})

test('a row stands in the journal within 150 ms of the answer', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await page.evaluate(() => {
    const shownAt: number[] = []
    Object.assign(globalThis, { shownAt })
    new MutationObserver(() => {
      const last = document.querySelector('#log tr.exchange:last-of-type')
      const id = Number(last?.id.replace('exchange-', '') ?? 0)
      if (id > 0) shownAt[id] ??= Date.now()
    }).observe(document.body, { childList: true, subtree: true })
  })
  const answeredAt: number[] = []
  for (let id = 1; id <= 9; id++) {
    await ask('/api/v0/instances/')
    answeredAt[id] = Date.now()
    await followed(page, id)
    // The page rests between two renewals.
    await page.waitForTimeout(350)
  }
  const shownAt = await page.evaluate((): unknown => Reflect.get(globalThis, 'shownAt'))
  const tookMs = Object.entries(Object(shownAt)).map(([id, at]) => Number(at) - (answeredAt[Number(id)] ?? 0))
  expect(tookMs.slice(-9).toSorted((a, b) => a - b)[4]).toBeLessThan(150)
})

test('the heap of the page stays small, however many exchanges it has shown', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 100 }, () => ask('/api/v0/instances/')))
  await followed(page, 3000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  expect(usedSize).toBeLessThan(10 * 1024 * 1024)
})

test('a page takes no more than five requests and 60 KB, all of its own server', async () => {
  const { page, url, ask, visit } = await dashboard(FROZEN)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const filters = encodeURIComponent(`{"name":{"eq":"${'long '.repeat(60)}"}}`)
  for (let i = 0; i < 100; i++) await ask(`/api/v0/template/?select_filters=${filters}&n=${i}`)
  await ask('/~other/api/v0/instances/')
  for (const view of [
    'journal',
    'journal?exchange=50',
    'state?collection=offers',
    'faults',
    'clock',
    'coverage',
    'coverage?rule=instances.create.offer-rented',
    'findings',
  ]) {
    await page.goto('about:blank')
    const asked: Request[] = []
    const note = (request: Request) => void (request.url().startsWith('data:') || asked.push(request))
    page.on('request', note)
    await visit(view)
    await page.locator('#live').getByText('live', { exact: true }).waitFor()
    page.off('request', note)
    const ended = asked.filter((each) => !each.url().endsWith('/events'))
    const sent = await Promise.all(ended.map(async (each) => (await each.sizes()).responseBodySize))
    const bytes = sent.reduce((sum, each) => sum + each, 0)
    expect([view, bytes < 60_000 || bytes]).toEqual([view, true])
    expect(asked.length).toBeLessThanOrEqual(5)
    expect(asked.filter((each) => !each.url().startsWith(url))).toEqual([])
  }
})
