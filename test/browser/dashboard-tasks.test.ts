import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { detailOf, followed, onDashboard, rowsOf, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const RENTAL = '/api/v0/asks/12345678/'

/** The two ways in which a person does every task. */
const ways = ['with the mouse', 'by the keyboard alone'] as const

/** What a person does from the address that the server prints; its clicks are counted, or the Enter in place of each. */
function acting(page: Page, way: (typeof ways)[number]) {
  let clicks = 0
  const isMouse = way === 'with the mouse'
  return {
    click: async (place: Locator) => {
      clicks += 1
      if (isMouse) return place.click()
      await goTo(page, place)
      await page.keyboard.press('Enter')
    },
    write: async (place: Locator, text: string) => {
      if (isMouse) return place.fill(text)
      await goTo(page, place)
      await page.keyboard.type(text)
    },
    choose: async (place: Locator, option: string) => {
      if (isMouse) await place.selectOption(option)
      else {
        await goTo(page, place)
        await page.keyboard.type(option)
      }
    },
    count: () => clicks,
  }
}

/** Moves the focus by keys: `j` in the list, the arrows on the board, Tab elsewhere. */
async function goTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  for (let presses = 0; presses < 400; presses++) {
    const key = await place.evaluate((shown) => {
      const active = document.activeElement
      const target = shown.closest('a, button, input, select, summary, [data-row]') ?? shown
      if (target === active) return null
      if (target.matches('[data-row]')) return 'j'
      const board = target.closest('[role=grid], [data-board], table')
      if (target.getAttribute('tabindex') !== '-1' || active === null || board?.contains(active) !== true) return 'Tab'
      const [to, from] = [target.getBoundingClientRect(), active.getBoundingClientRect()]
      if (Math.abs(to.top - from.top) > 2) return to.top > from.top ? 'ArrowDown' : 'ArrowUp'
      return to.left > from.left ? 'ArrowRight' : 'ArrowLeft'
    })
    if (key === null) return
    await page.keyboard.press(key)
  }
  throw new Error(`no key leads to ${String(place)}`)
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) })

test.each(ways)(
  'why did it fail: the row itself says it, and two clicks open the reason with its rule, %s',
  async (way) => {
    const { page, ask } = await dashboard(['--no-rate-limit'])
    await ask('/api/v0/template/', { method: 'POST', body: '{"name":"a","image":5}' })
    await followed(page, 1)
    const { click, count } = acting(page, way)
    await click(page.getByRole('button', { name: /^Errors/ }))
    await expect.poll(() => rowsOf(page).innerText()).toContain('image: expected string, received number')
    await click(rowsOf(page))
    await expect
      .poll(() => detailOf(page).innerText())
      .toMatch(/image: expected string, received number[^]*Rule request\.wrong-field, assumed, evidence: live/)
    // Beside the open detail the row still says why.
    expect(await rowsOf(page).innerText()).toContain('image: expected string, received number')
    expect(count()).toBe(2)
  },
)

test.each(ways)('as curl: three clicks, and the command asks the same, %s', async (way) => {
  const { page, ask, url } = await dashboard(['--no-rate-limit'])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ask('/api/v0/instances/')
  await followed(page, 1)
  const { click, count } = acting(page, way)
  await click(rowsOf(page))
  await click(detailOf(page).getByRole('button', { name: 'Copy curl' }))
  await says(page, 'Copied the curl command.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`curl -i ${url}/api/v0/instances/`)
  expect(copied).toContain('Authorization: Bearer renter-key')
  expect(count()).toBeLessThanOrEqual(3)
})

test.each(ways)('the listing fails twice: three clicks, and what the limiter took first is said, %s', async (way) => {
  const { page, ask } = await dashboard()
  const { click, count } = acting(page, way)
  await click(tab(page, 'Faults'))
  await click(page.getByRole('button', { name: 'instances.list 500: off' }))
  await click(page.getByRole('button', { name: 'instances.list 500: 1 left' }))
  await page.getByRole('button', { name: 'instances.list 500: 2 left' }).waitFor()
  expect(count()).toBe(3)
  expect((await ask('/api/v0/instances/')).status).toBe(500)
  expect((await ask('/api/v0/instances/')).status).toBe(429)
  await expect
    .poll(() => page.getByRole('complementary').innerText())
    .toContain('1 request was refused by the rate limit first: #2')
  await page.getByRole('button', { name: 'instances.list 500: 1 left' }).waitFor()
})

test.each(ways)('a boot is watched on the clock: six clicks, %s', async (way) => {
  const { page, ask } = await dashboard(['--no-rate-limit', '--clock', 'frozen'])
  const { click, write, count } = acting(page, way)
  await click(tab(page, 'Faults'))
  await write(page.getByRole('searchbox', { name: 'Find a scenario' }), 'slow-boot')
  await click(page.getByRole('button', { name: 'Start slow-boot' }))
  await says(page, 'slow-boot runs.')
  await ask(RENTAL, { method: 'PUT', body: '{"image":"a"}' })
  await click(tab(page, 'Data'))
  const boot = page.getByRole('progressbar', { name: 'Boot of instance 32' })
  await boot.waitFor()
  await click(page.getByRole('button', { name: /^Clock/ }))
  await click(page.getByRole('button', { name: '+1 min' }))
  await says(page, 'Clock +1 min.')
  await click(page.getByRole('button', { name: '+1 min' }))
  await boot.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('row', { name: /^32/ }).innerText()).toContain('running')
  expect(count()).toBeLessThanOrEqual(6)
})

test.each(ways)('a status is edited in five clicks and typing, and undone, %s', async (way) => {
  const { page, sim } = await dashboard()
  const { click, choose, count } = acting(page, way)
  await click(tab(page, 'Data'))
  await click(page.getByRole('link', { name: '31', exact: true }))
  await click(detailOf(page).getByText(/more fields/))
  await choose(detailOf(page).getByRole('combobox', { name: 'actual_status' }), 'exited')
  await click(detailOf(page).getByRole('button', { name: 'Save 1 change' }))
  await says(page, 'instances 31 saved.')
  expect(count()).toBeLessThanOrEqual(5)
  expect(await sim('GET', 'state/instances/31')).toMatchObject({ row: { actual_status: 'exited' } })
  await expect.poll(() => page.getByRole('row', { name: /^31/ }).innerText()).toContain('you')
  await click(page.getByRole('button', { name: 'Undo' }))
  await says(page, 'Undone: Edit instances 31.')
  expect(await sim('GET', 'state/instances/31')).not.toMatchObject({ row: { actual_status: 'exited' } })
})

test.each(ways)(
  'two sandboxes are compared in two clicks, and rules that nothing covered are two clicks away, %s',
  async (way) => {
    const { page, ask } = await dashboard(['--no-rate-limit'])
    await ask('/~other/api/v0/instances/')
    const { click, count } = acting(page, way)
    await click(page.getByRole('button', { name: 'Sandbox default' }))
    await click(page.getByRole('button', { name: 'Compare default with other' }))
    await says(page, 'default has no further request, other #1 GET /api/v0/instances/ 200')
    expect(count()).toBe(2)
    await page.keyboard.press('Escape')
    const more = acting(page, way)
    await more.click(tab(page, 'Coverage'))
    await more.click(page.getByRole('button', { name: /^Not covered/ }))
    await page
      .getByRole('link', { name: /not covered$/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /covered \d+×$/ }).count()).toBe(0)
    expect(more.count()).toBe(2)
  },
)

test.each(ways)('a reset is undone in two clicks, and the button says what is lost by it, %s', async (way) => {
  const { page, ask } = await dashboard(['--no-rate-limit'])
  for (let i = 0; i < 3; i++) await ask('/api/v0/template/')
  await followed(page, 3)
  const { click, count } = acting(page, way)
  await click(page.getByRole('button', { name: 'Reset', exact: true }))
  await says(page, 'Reset.')
  for (let i = 0; i < 5; i++) await ask('/api/v0/template/')
  const undo = page.getByRole('button', { name: 'Undo (and 5 requests since)' })
  await undo.waitFor()
  await click(undo)
  await says(page, 'Undone: Reset.')
  await followed(page, 3)
  expect(count()).toBe(2)
})

test('one request among many is found by a test’s name in its header, and reached by the keyboard alone', async () => {
  const { page, ask } = await dashboard(['--no-rate-limit'])
  for (let i = 0; i < 30; i++)
    await ask('/api/v0/template/', { headers: { 'X-Test': i === 17 ? 'pays-with-card' : `test-${i}` } })
  await followed(page, 30)
  await page.keyboard.press('/')
  await page.keyboard.type('pays-with-card')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('request')).toBe('18')
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('request')).toBeNull()
})

test.each(ways)('what one request changed: two clicks, before and after by field, %s', async (way) => {
  const { page, ask } = await dashboard(['--no-rate-limit'])
  await ask(RENTAL, { method: 'PUT', body: '{"image":"a","label":"mine"}' })
  await followed(page, 1)
  const { click, count } = acting(page, way)
  await click(rowsOf(page))
  await click(detailOf(page).getByText('+ created instances/32'))
  await expect
    .poll(() =>
      detailOf(page)
        .getByRole('row', { name: /^label/ })
        .innerText(),
    )
    .toContain('"mine"')
  expect(count()).toBe(2)
})

test.each(ways)(
  'fork, and break the fork only: four clicks, and the page is in the fork and says so, %s',
  async (way) => {
    const { page, sim, url } = await dashboard()
    const { click, count } = acting(page, way)
    await click(page.getByRole('button', { name: 'Sandbox default' }))
    await click(page.getByRole('button', { name: 'Fork default' }))
    await says(page, 'You are in default-2, a copy of default.')
    expect(new URL(page.url()).pathname).toBe('/~default-2/_sim/ui/requests')
    await click(tab(page, 'Faults'))
    await click(page.getByRole('button', { name: 'instances.list 500: off' }))
    await page.getByRole('button', { name: 'instances.list 500: 1 left' }).waitFor()
    expect(count()).toBe(4)
    expect(await sim('GET', 'faults')).toMatchObject({ faults: [] })
    expect(await (await fetch(`${url}/~default-2/_sim/faults`)).json()).toMatchObject({
      faults: [{ name: 'instances.list-500' }],
    })
  },
)

test('an address is shared: it opens the request with its neighbours by number, also far back in the list', async () => {
  const { page, ask, visit } = await dashboard(['--no-rate-limit'])
  for (let i = 0; i < 400; i++) await ask('/api/v0/template/')
  await visit('requests?request=150')
  await detailOf(page).getByRole('link', { name: 'Previous: request 149' }).waitFor()
  await detailOf(page).getByRole('link', { name: 'Next: request 151' }).waitFor()
  const shown = await rowsOf(page).evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['row'])))
  expect(shown).toEqual(Array.from({ length: shown.length }, (_, at) => (shown[0] ?? 0) + at))
  expect(shown).toContain(150)
  await page.keyboard.press('.')
  await detailOf(page).getByRole('link', { name: 'Next: request 152' }).waitFor()
  await page.goBack()
  await detailOf(page).getByRole('link', { name: 'Next: request 151' }).waitFor()
})

test('on a phone the reason of the last failure is two taps away', async () => {
  const { page, ask } = await dashboard(['--no-rate-limit'], {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await ask('/api/v0/instances/', { key: 'rentr-key' })
  await followed(page, 1)
  await page.getByRole('button', { name: /^Errors/ }).tap()
  await rowsOf(page).tap()
  await expect.poll(() => detailOf(page).innerText()).toContain('Unknown API key. Try renter-key or host-key.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test.each([390, 820, 1280])(
  'at %i px the button of a held request covers neither its reason nor its path',
  async (width) => {
    const { page, ask, sim } = await dashboard(['--no-rate-limit'], { viewport: { width, height: 844 } })
    const name = 'a-fault-with-a-long-name-that-holds-every-search-for-templates'
    await sim('POST', 'faults', {
      name,
      match: { operation: 'templates.search' },
      effect: { hang: true, latency_ms: 9e6 },
    })
    const held = ask('/api/v0/template/').catch(() => undefined)
    const release = page.getByRole('button', { name: 'Release request 1' })
    const [button, reason, path] = await Promise.all(
      [release, rowsOf(page).locator('.why'), rowsOf(page).locator('.path')].map((part) => part.boundingBox()),
    )
    const covers = (part: typeof reason) =>
      button === null ||
      part === null ||
      button === undefined ||
      part === undefined ||
      (button.x < part.x + part.width &&
        part.x < button.x + button.width &&
        button.y < part.y + part.height &&
        part.y < button.y + button.height)
    expect([covers(reason), covers(path)]).toEqual([false, false])
    await release.click()
    await held
  },
)

/** How far a part, or anything around it, scrolls sideways. */
const sideways = (place: Locator): Promise<number> =>
  place.evaluate((shown) => {
    let beyond = 0
    for (let each: Element | null = shown; each !== null; each = each.parentElement)
      beyond = Math.max(beyond, each.scrollWidth - each.clientWidth)
    return beyond
  })

test('on a phone the board scrolls sideways, and the scenarios below it do not', async () => {
  const { page } = await dashboard([], { view: 'faults', viewport: { width: 390, height: 844 } })
  const scenario = page.getByRole('article', { name: 'slow-boot' })
  await scenario.waitFor()
  expect(await sideways(scenario)).toBe(0)
  expect(await sideways(page.getByRole('table', { name: 'Operations and failures' }))).toBeGreaterThan(100)
})

test('a long path has the room that a wide window has', async () => {
  const { page, ask } = await dashboard(['--no-rate-limit'], { viewport: { width: 1900, height: 800 } })
  await ask(`/api/v0/template/?select_filters=${'x'.repeat(300)}`)
  await followed(page, 1)
  const path = rowsOf(page).locator('.path')
  expect((await path.boundingBox())?.width).toBeGreaterThan(600)
  await page.setViewportSize({ width: 820, height: 800 })
  await expect.poll(async () => (await path.boundingBox())?.width).toBeLessThan(420)
})

test('on a phone an operation of the reference has its fields, and its request is sent', async () => {
  const { page, visit } = await dashboard([], { viewport: { width: 390, height: 844 } })
  await visit('../../docs/templates.create')
  await page.getByRole('heading', { name: 'templates.create' }).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('region', { name: 'Response' }).getByRole('link', { name: 'Request 1' }).waitFor()
})

test.each(ways)('the four steps of an empty list end at the failed request, open, %s', async (way) => {
  const { page } = await dashboard()
  const { click } = acting(page, way)
  for (const name of ['Ask which', 'Rent an', 'Make the next', 'List the'])
    await click(page.getByRole('button', { name: new RegExp(`^Try it: ${name}`) }))
  await expect.poll(() => detailOf(page).innerText()).toContain('Fault try-it answered 500. Nothing was done.')
})
