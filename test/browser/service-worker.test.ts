import { expect, test } from 'vitest'
import { bundlePage } from '../support/browser-bundle.ts'
import { inChromium } from '../support/browser-page.ts'

const { open, serve } = inChromium()
const bundled = await bundlePage('test/browser/pages/service-worker', ['page', 'sw'])

test('what a bundler takes for a browser is the browser entry, and it asks for no module of Node', () => {
  const { files, modules, imports, warnings } = bundled
  expect(modules).toContainEqual(expect.stringMatching(/\/dist\/lib\/browser\.js$/))
  expect(modules).not.toContainEqual(expect.stringMatching(/\/dist\/lib\/index\.js$|node-server/))
  expect({ imports, warnings }).toEqual({ imports: [], warnings: [] })
  expect(Object.keys(files)).toEqual(['index.html', 'page.js', 'sw.js'])
  expect(files['sw.js']).not.toMatch(/["'`]node:|\brequire\(/)
})

test('a page works against a simulator in its service worker, and steers it', async () => {
  const { page, complaints } = await open(await serve(bundled.files))
  const outcome = page.locator('output')
  const rows = page.locator('li')
  const click = async (label: string) => {
    await page.getByRole('button', { name: label }).click()
    await outcome.filter({ hasText: /./ }).waitFor()
    return { outcome: await outcome.textContent(), rows: await rows.allTextContents() }
  }
  await outcome.filter({ hasText: /./ }).waitFor()
  const full = { outcome: '200 assumed: 1 found', rows: ['31 a L40S'] }
  const empty = { outcome: '200 assumed: 0 found', rows: [] }
  expect({ outcome: await outcome.textContent(), rows: await rows.allTextContents() }).toEqual(full)
  expect(await click('Empty account')).toEqual(empty)
  expect(await click('An instance vanishes')).toEqual(full)
  expect(await click('A minute later')).toEqual(empty)
  expect(complaints).toEqual([])
})
