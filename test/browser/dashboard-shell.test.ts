import { expect, test } from 'vitest'
import { followed, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

test('a list under the pointer keeps its rows and offers the new ones; left alone it follows again', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 40; i++) await ask('/api/v0/instances/')
  await followed(page, 40)
  const aim = async (row: string) => {
    const link = page.locator(`${row} a`)
    await link.hover({ position: { x: 4, y: 4 } })
    const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
    return [x + 4, y + 4] as const
  }
  await aim('#exchange-40')
  for (let i = 0; i < 12; i++) await ask('/api/v0/instances/')
  const pill = page.getByRole('button', { name: '12 new' })
  await pill.waitFor()
  expect(await page.locator('#exchange-41').count()).toBe(0)
  await pill.click()
  await followed(page, 52)

  const at = await aim('#exchange-52')
  await ask('/api/v0/instances/')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  await page.mouse.click(...at)
  await page.getByRole('region', { name: 'Exchange 52' }).waitFor()
  await page.mouse.move(5, 5)
  await page.getByRole('link', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('#main').focus()
  await followed(page, 53)
  expect(await page.locator('.new-rows').count()).toBe(0)
})

test('a journal that is scrolled up shows nothing of the world before a reset', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 60; i++) await ask('/api/v0/instances/')
  await followed(page, 60)
  await page.locator('#log').evaluate((log) => (log.scrollTop = 50))
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Nothing yet.').waitFor()
  expect(await page.locator('#log tbody tr').count()).toBe(0)
  await ask('/api/v0/nowhere/')
  await followed(page, 1)
})

test('what went wrong stands at its field until the field is edited, and a message leaves by itself', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  await page.getByText('As JSON', { exact: true }).click()
  const field = page.locator('#edit-instances-31')
  await field.fill('{')
  await page.getByRole('button', { name: 'Save JSON' }).click()
  const problem = page.locator('#edit-instances-31 + .problem')
  await problem.getByText('That is not JSON').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'))
  await field.fill('{ }')
  expect(await problem.count()).toBe(0)

  await page.clock.install()
  await page.getByRole('button', { name: '+1 s' }).click()
  await says(page, 'It is 00:00:01')
  await page.clock.fastForward(30_000)
  await expect.poll(() => page.locator('#said').textContent()).toBe('')
})

test('the bar says what is in force, and the clock goes to what comes next by a button', async () => {
  const { page, ask, sim } = await dashboard([...FROZEN, '--scenario', 'slow-boot', '--seed', '7'], {
    viewport: { width: 1800, height: 900 },
  })
  await sim('POST', 'faults', {
    name: 'late',
    match: { operation: 'templates.search' },
    effect: { latency_ms: 30_000 },
  })
  const held = [ask('/api/v0/template/'), ask('/api/v0/template/')]
  await page.getByRole('button', { name: 'next: 00:00:30 2 held requests continue' }).waitFor()
  const facts = (await page.locator('.in-force').innerText()).replaceAll(/\s+/g, ' ')
  expect(facts).toBe('Scenario slow-boot Active ⚡ 1 fault')
  expect((await page.getByRole('navigation', { name: 'Views' }).innerText()).replaceAll(/\s+/g, ' ')).toContain(
    'Journal 2 Failures 1 State',
  )
  await page.getByRole('button', { name: 'next: 00:00:30' }).click()
  expect(await Promise.all(held)).toMatchObject([{ status: 200 }, { status: 200 }])
  await says(page, 'It is 00:00:30')
})

test('keys search, walk the rows, open and close, lead to views, and are listed', async () => {
  const { page, url, ask } = await dashboard(FROZEN)
  for (let i = 1; i <= 3; i++) await ask(`/api/v0/instances/?n=${i}`)
  await followed(page, 3)
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.id ?? document.activeElement?.id)
  await page.keyboard.press('/')
  expect(await focused()).toBe('journal-search')
  await page.keyboard.press('j')
  expect(await page.locator('#journal-search').inputValue()).toBe('j')
  await page.locator('#journal-search').fill('')
  await page.locator('#main').focus()
  await page.keyboard.press('k')
  expect(await focused()).toBe('exchange-3')
  await page.keyboard.press('k')
  expect(await focused()).toBe('exchange-2')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor()
  await page.keyboard.press('j')
  expect(await focused()).toBe('exchange-3')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.waitForURL(`${url}/_sim/ui/faults`)
})

test('the tab tells of findings, of errors and of frozen time', async () => {
  const { page, url, ask, sim } = await dashboard(['--no-rate-limit'])
  const icon = async () => decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '')
  const { port } = new URL(url)
  expect(await page.title()).toBe(`Journal · default · rental-sim :${port}`)
  const calm = await icon()
  await ask('/api/v0/nowhere/')
  await expect.poll(() => page.title()).toBe(`(1⚑) Journal · default · rental-sim :${port}`)
  expect(await icon()).toBe(calm)
  await sim('POST', 'faults', { name: 'one', effect: { status: 500 } })
  await ask('/api/v0/instances/')
  await expect.poll(icon).toContain('<circle')
  await sim('PUT', 'clock', { frozen: true })
  const [flake] = /M16 6v20/.exec(await icon()) ?? ['']
  expect(flake).toBe('')
  await expect.poll(icon).toContain('M16 6v20')
})

test('without JavaScript all is read, no act can be pressed, and a sentence says so', async () => {
  const { page, ask, visit, sim } = await dashboard(FROZEN, { javaScriptEnabled: false })
  await ask('/api/v0/instances/')
  await sim('POST', 'faults', { name: 'slow', effect: { latency_ms: 0 } })
  await ask('/~other/api/v0/template/')
  const read: Readonly<Record<string, string>> = {
    journal: '/api/v0/instances/',
    'journal?exchange=1': 'instances_found',
    'journal?exchange=1&show=why': 'instances.list.lists-own',
    state: 'L40S',
    'state?row=31': 'It is as the fixture has it.',
    'faults?text=flaky': 'flaky-listing',
    faults: 'slow',
    clock: 'network volume offer',
    coverage: 'instances.list',
    'coverage?rule=instances.create.offer-rented': 'An offer is rented once',
    findings: 'No findings.',
  }
  for (const [view, text] of Object.entries(read)) {
    await visit(view)
    await page.locator('.notice', { hasText: 'nothing done' }).waitFor()
    expect([view, await page.locator('#main').innerText()]).toEqual([view, expect.stringContaining(text)])
  }
  await page.getByRole('button', { name: 'Sandbox default' }).click()
  await page.getByRole('link', { name: 'All sandboxes' }).click()
  await page.getByRole('link', { name: 'Compare default with other' }).click()
  await page.getByText('default and other are the same until').waitFor()
  await visit('faults')
  const button = page.getByRole('button', { name: 'Reset' })
  await expect(button.click({ timeout: 500 })).rejects.toThrow('Timeout')
  expect(await sim('GET', 'faults')).toMatchObject({ faults: [{ name: 'slow' }] })
})

test('a button changes between light and dark, and the choice is kept, from the first frame of a page', async () => {
  const { page, visit } = await dashboard(FROZEN, { colorScheme: 'dark' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(16, 18, 22)')
  const button = page.getByRole('button', { name: 'Light or dark' })
  await button.click()
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.addInitScript(() =>
    requestAnimationFrame(() => {
      Object.assign(globalThis, { firstFrame: document.documentElement.dataset['scheme'] ?? 'as the system has it' })
    }),
  )
  // The script comes later than the page and its style.
  await page.route('**/script.js', async (route) => {
    for (let i = 0; i < 20; i++) await fetch(page.url())
    await route.continue()
  })
  await visit('state')
  await expect.poll(() => page.evaluate((): unknown => Reflect.get(globalThis, 'firstFrame'))).toBe('light')
  await expect.poll(ground).toBe('rgb(255, 255, 255)')
  await button.click()
  expect(await ground()).toBe('rgb(16, 18, 22)')
})

test('forced colours mark one tab as current', async () => {
  const { page } = await dashboard(FROZEN, { forcedColors: 'active' })
  const marked = await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link')
    .evaluateAll((tabs) =>
      tabs
        .filter(
          (tab) =>
            Number.parseFloat(getComputedStyle(tab).borderBottomWidth) > 0 ||
            getComputedStyle(tab, '::after').content !== 'none',
        )
        .map((tab) => tab.textContent),
    )
  expect(marked).toEqual(['Journal'])
})
