import { createSimulator } from 'rental-sim'
import { expect, test } from 'vitest'
import { bundlePage } from '../support/browser-bundle.ts'
import { inChromium } from '../support/browser-page.ts'
import { recorded } from '../support/recordings.ts'
import { sessions } from './pages/in-page/sessions.ts'
import { story } from './pages/in-page/story.ts'

interface Seen {
  readonly story: readonly object[]
  readonly sessions: readonly string[]
}

const { open, serve } = inChromium()

test('a story and the sessions of clients go the same way in a browser as in Node', async () => {
  const { files } = await bundlePage('test/browser/pages/in-page', ['page'])
  const { page, complaints } = await open(await serve({ ...files, 'recorded.json': JSON.stringify(recorded) }))
  const inBrowser = JSON.parse((await page.locator('#told').textContent()) ?? '') as Seen
  const inNode = { story: await story(createSimulator), sessions: await sessions(createSimulator, recorded) }
  expect(inNode.story.length).toBeGreaterThan(20)
  expect(inNode.story).toContainEqual({ call: 'GET instances/', name: 'AbortError' })
  expect(inBrowser.story).toEqual(inNode.story)
  expect(inNode.sessions.length).toBeGreaterThan(800)
  expect(inBrowser.sessions.filter((text, at) => text !== inNode.sessions[at])).toEqual([])
  expect(inBrowser.sessions.length).toBe(inNode.sessions.length)
  expect(complaints).toEqual([])
})
