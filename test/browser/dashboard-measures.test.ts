import { expect, test } from 'vitest'
import { followed, onDashboard } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit', '--journal-size', '10000']

test('nothing moves by itself while exchanges stream in', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 40; i++) await ask('/api/v0/instances/')
  await followed(page, 40)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift' })
  })
  for (let i = 0; i < 90; i++) await ask(i % 9 === 0 ? '/api/v0/nowhere/' : '/api/v0/instances/')
  await followed(page, 130)
  expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'shifts'))).toEqual([])
})

test('the heap of the page stays small, however many exchanges it has shown', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 100; i++) await Promise.all(Array.from({ length: 100 }, () => ask('/api/v0/instances/')))
  await followed(page, 10_000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  expect(usedSize).toBeLessThan(10 * 1024 * 1024)
})
