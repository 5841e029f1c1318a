import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { createSimulator, type Simulator, type SimulatorOptions } from 'rental-sim'
import { expect, onTestFinished, test } from 'vitest'
import { inChromium } from '../support/browser-page.ts'

const { open } = inChromium()

async function serve(options: SimulatorOptions = {}) {
  const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false }, ...options })
  onTestFinished(() => sim.close())
  return { sim, url: await sim.listen() }
}

const shown = (page: Page) => page.locator('.opblock').first().waitFor()

/** Opens an operation, presses Execute and reads what came of it. */
async function execute(page: Page, id: string) {
  const operation = page.locator(`.opblock[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table tr.response')
  await answer.waitFor()
  return {
    operation,
    status: Number.parseInt(await answer.locator('.response-col_status').innerText(), 10),
    headers: (await answer.locator('.headerline').allInnerTexts()).map((line) => line.trim()),
    text: await answer.innerText(),
  }
}

/** Waits until Swagger UI has the colours of the system. */
const shownIn = (page: Page, colours: 'light' | 'dark') =>
  page.locator(colours === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor()

/** Says in the dialog which key requests carry. */
async function authorize(page: Page, key: string) {
  await page.locator('.scheme-container .authorize').click()
  const dialog = page.locator('.modal-ux')
  const logout = dialog.getByRole('button', { name: 'Remove authorization' })
  if (await logout.isVisible()) await logout.click()
  await dialog.locator('input').fill(key)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.locator('.btn-done').click()
}

/** Who asked for what, and how it went. */
const journalOf = (sim: Simulator, sandbox: string) =>
  sim
    .sandbox(sandbox)
    .journal.list()
    .map((each) => [each.operation, each.user_id, each.response.status])

test.each([
  { prefix: '', name: 'default' },
  { prefix: '/~other', name: 'other' },
])('at $prefix/docs a person sends a request without typing and sees the answer of that sandbox', async (where) => {
  const { sim, url } = await serve()
  const { page, complaints, asked } = await open(`${url}${where.prefix}/docs`)
  const { status, headers, text } = await execute(page, 'instancesList')
  expect(status).toBe(200)
  expect(headers).toContain('x-sim-basis: assumed')
  expect(text).toContain('"instances_found": 1')
  expect(text).toMatch(/Request duration\s+\d+ ms/)
  expect(Object.fromEntries(['default', 'other'].map((name) => [name, journalOf(sim, name)]))).toEqual({
    default: [],
    other: [],
    [where.name]: [['instances.list', 1001, 200]],
  })
  expect(complaints).toEqual([])
  expect(asked.filter((address) => !address.startsWith(`${url}${where.prefix}/`))).toEqual([])
  expect(asked.map((address) => address.slice(`${url}${where.prefix}`.length))).toEqual([
    '/docs',
    '/docs/swagger-ui.css',
    '/docs/style.css',
    '/docs/swagger-ui-bundle.js',
    '/docs/script.js',
    '/openapi.json',
    '/api/v0/instances/',
  ])
})

test('every operation can be sent as it stands there, a POST with its example body too', async () => {
  const { sim, url } = await serve()
  const { page } = await open(`${url}/docs`)
  await shown(page)
  const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id.replace(/^.*-/, '')))
  for (const id of ids) {
    const { status } = await execute(page, id)
    expect(sim.journal.list().at(-1)?.response.status, id).toBe(status)
  }
  const outcomes = sim.journal.list().map(({ operation, response: answer }) => [operation, answer.status])
  // The disk and its offer are the host's.
  expect(Object.fromEntries(outcomes)).toEqual({
    'network-volumes.list': 403,
    'network-volumes.search': 200,
    'network-volumes.unlist': 403,
    'templates.search': 200,
    'templates.create': 200,
    'templates.edit': 200,
    'templates.delete': 200,
    'instances.create': 200,
    'instances.list': 200,
    'endpoint-groups.update': 200,
    'cloud-connections.list': 200,
  })
  const [created] = sim.journal.list({ operation: 'templates.create' })
  expect(created?.request.body).toMatchObject({ name: 'trainer', image: 'pytorch/pytorch' })
  const [searched] = sim.journal.list({ operation: 'templates.search' })
  expect(new URLSearchParams(searched?.request.query).get('select_filters')).toBe('{"name":{"eq":"ubuntu-ssh"}}')
})

test("a key of a fixture of one's own is entered once, and the browser keeps it", async () => {
  const { sim, url } = await serve({ fixture: { users: [{ id: 7, name: 'anna', api_keys: [{ key: 'annas-own' }] }] } })
  const { page } = await open(`${url}/docs`)
  await shown(page)
  expect(await page.locator('header').textContent()).toContain('No key is filled in')
  expect((await execute(page, 'instancesList')).status).toBe(401)

  await authorize(page, 'annas-own')
  await page.goto(`${url}/docs`)
  await shown(page)
  expect((await execute(page, 'instancesList')).status).toBe(200)
  expect(journalOf(sim, 'default')).toEqual([
    ['instances.list', null, 401],
    ['instances.list', 7, 200],
  ])
})

test('a key that was entered goes before the one that is filled in', async () => {
  const { sim, url } = await serve()
  const { page } = await open(`${url}/docs`)
  await authorize(page, 'host-key')
  await page.goto(`${url}/docs`)
  await shown(page)
  await execute(page, 'instancesList')
  expect(journalOf(sim, 'default')).toEqual([['instances.list', 1002, 200]])
})

test('what an answer may rest on stands with it as rules, each with its basis', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/docs`)
  const { operation } = await execute(page, 'instancesList')
  const described = operation.locator('.responses-table:not(.live-responses-table) tr.response')
  const refused = described.filter({ has: page.locator('.response-col_status', { hasText: '401' }) })
  expect(await refused.locator('p .basis').textContent()).toBe('assumed')
  await refused.locator('summary').click()
  expect(await refused.locator('.rules li').first().innerText()).toMatch(/^assumed authentication\.key-missing\n\w/)
  expect(await operation.textContent()).not.toContain('OrderedMap')
})

test.each(['light', 'dark'] as const)('on a narrow and a wide %s screen nothing sticks out', async (colorScheme) => {
  const { url } = await serve()
  for (const width of [390, 1280]) {
    const { page } = await open(`${url}/docs`, { colorScheme, viewport: { width, height: 800 } })
    await execute(page, 'templatesCreate')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await shownIn(page, colorScheme)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<AxeResults>("axe.run('body > header')")
    expect(violations.map(({ id }) => id)).toEqual([])
    const other = colorScheme === 'dark' ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme: other })
    await shownIn(page, other)
  }
})

test('an operation has an address of its own', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/docs#/templates/templatesCreate`)
  await page.getByRole('button', { name: 'Execute' }).waitFor()
  expect(await page.locator('.opblock.is-open').evaluateAll((open) => open.map(({ id }) => id))).toEqual([
    'operations-templates-templatesCreate',
  ])
})

test('the page leads to the dashboard of its sandbox', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/~other/docs`)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  expect(page.url()).toBe(`${url}/~other/_sim/ui`)
  expect(await page.title()).toContain('other')
})
