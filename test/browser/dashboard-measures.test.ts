import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { followed, onDashboard } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit', '--journal-size', '1000']

test('the heap of the page stays small, however many exchanges it has shown', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 100 }, () => ask('/api/v0/instances/')))
  await followed(page, 1000)
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
