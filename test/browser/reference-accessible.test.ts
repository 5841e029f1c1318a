import { createSimulator } from 'rental-sim'
import { expect, onTestFinished, test } from 'vitest'
import { problems } from '../support/axe.ts'
import { inChromium } from '../support/browser-page.ts'
import { shifts } from '../support/layout-shifts.ts'

const { open } = inChromium()

const PAGES = [
  '',
  '/instances.create',
  '/control',
  '/control.post-reset',
  '/control.get-requests',
  '/dialects',
  '/nothing-like-it',
]
const MAX_BYTES = 210_000
const MAX_REQUESTS = 5

async function serve(): Promise<string> {
  const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false } })
  onTestFinished(() => sim.close())
  return sim.listen()
}

test('axe finds nothing on any page, nothing sticks out, and an answer neither', async () => {
  const url = await serve()
  const { page } = await open(url)
  const found: unknown[] = []
  for (const path of PAGES) {
    await page.goto(`${url}/docs${path}`)
    if (await page.locator('#send').isVisible()) {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('#answer summary').first().waitFor()
    }
    await page.locator('main details').evaluateAll((all) => all.map((each) => each.setAttribute('open', '')))
    const seen = await problems(page)
    if (seen.length > 0) found.push([path, ...seen])
  }
  expect(found).toEqual([])
})

test('every page is light, and comes in few requests', async () => {
  const url = await serve()
  const { page, asked } = await open(`${url}/docs`)
  const links = page.locator('.group a')
  const hrefs = () => links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const operations = await hrefs()
  await page.goto(`${url}/docs?dialect=observed`)
  const observed = await hrefs()
  await page.goto(`${url}/docs/control`)
  const files = await Promise.all(['script.js', 'style.css'].map(async (file) => bytesOf(`${url}/_sim/ui/${file}`)))
  const common = files.reduce((sum, each) => sum + each, 0)
  const heavy: unknown[] = []
  for (const href of [...operations, ...observed, ...(await hrefs())]) {
    const bytes = common + (await bytesOf(href))
    if (bytes > MAX_BYTES) heavy.push([href, bytes])
  }
  expect(heavy).toEqual([])
  const before = asked.length
  await page.goto(`${url}/docs/instances.create`)
  expect(asked.length - before).toBeLessThanOrEqual(MAX_REQUESTS)
})

const bytesOf = async (url: string): Promise<number> => (await (await fetch(url)).arrayBuffer()).byteLength

test('without JavaScript all can be read, and the page says that nothing can be sent, and what does the same', async () => {
  const url = await serve()
  const { page } = await open(`${url}/docs/instances.create`, { javaScriptEnabled: false })
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  expect(await page.locator('#try').innerText()).toContain('Without JavaScript nothing can be sent from here')
  await page.getByText('As a command').click()
  expect(await page.locator('#curl').innerText()).toMatch(
    /^curl -i -X PUT http.*\/api\/v0\/asks\/12345678\/[^]*--data-raw/,
  )
  for (const heading of ['Path', 'Body object', 'Answers', 'Rules'])
    expect(await page.getByRole('heading', { name: heading, exact: true }).isVisible()).toBe(true)
  expect(await page.locator('.find').isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Search templates' }).click()
  expect(page.url()).toBe(`${url}/docs/templates.search`)
})

test('on a phone the list of operations opens over the page, and the form stands before the fields', async () => {
  const url = await serve()
  const { page } = await open(`${url}/docs/instances.create`, { viewport: { width: 390, height: 844 } })
  const list = page.getByRole('navigation', { name: 'Operations' })
  expect(await list.isVisible()).toBe(false)
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
  expect(await topOf('#try')).toBeLessThan(await topOf('#takes'))
  await page.getByRole('button', { name: 'instances.create' }).click()
  await list.getByRole('link', { name: 'Delete a template' }).click()
  expect(page.url()).toBe(`${url}/docs/templates.delete`)
})

test('nothing moves while a page loads', async () => {
  const { page } = await open(`${await serve()}/docs/control.post-clock-advance`)
  expect(await shifts(page)).toEqual([])
})
