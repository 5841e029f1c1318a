import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { bundlePage } from '../support/browser-bundle.ts'
import { inChromium } from '../support/browser-page.ts'

const { open, serve } = inChromium()
const worker = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')
const { files, imports, warnings } = await bundlePage('test/browser/pages/msw', ['page'])

test('MSW answers a page from the simulator, and a reset connection is a network error there', async () => {
  expect({ imports, warnings }).toEqual({ imports: [], warnings: [] })
  const { page, complaints } = await open(await serve({ ...files, 'mockServiceWorker.js': worker }))
  const outcome = page.locator('output')
  await outcome.filter({ hasText: /./ }).waitFor()
  expect(await outcome.textContent()).toBe('200 assumed: 1 found')
  expect(await page.locator('li').allTextContents()).toEqual(['31 a L40S'])
  expect(complaints).toEqual([])

  await page.getByRole('button').click()
  await outcome.filter({ hasText: /./ }).waitFor()
  expect(await outcome.textContent()).toBe('TypeError: Failed to fetch')
  expect(complaints).toEqual(['Failed to load resource: net::ERR_FAILED'])
})
