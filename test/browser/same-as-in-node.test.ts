import { createSimulator } from 'rental-sim'
import { expect, test } from 'vitest'
import { bundlePage } from '../support/browser-bundle.ts'
import { inChromium } from '../support/browser-page.ts'
import { story } from './pages/in-page/story.ts'

const { open, serve } = inChromium()

test('a story goes the same way in a browser as in Node', async () => {
  const { files } = await bundlePage('test/browser/pages/in-page', ['page'])
  const { page, complaints } = await open(await serve(files))
  const inBrowser: unknown = JSON.parse((await page.locator('#told').textContent()) ?? '')
  const inNode = await story(createSimulator)
  expect(inNode.length).toBeGreaterThan(20)
  expect(inNode).toContainEqual({ call: 'GET instances/', name: 'AbortError' })
  expect(inBrowser).toEqual(inNode)
  expect(complaints).toEqual([])
})
