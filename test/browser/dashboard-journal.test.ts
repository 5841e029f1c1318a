import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followed, ids, isMarked, mark, onDashboard, printedBy, shownRows } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const search = (filters: object) => `/api/v0/template/?select_filters=${encodeURIComponent(JSON.stringify(filters))}`

test('a request made by curl appears without a reload', async () => {
  const { page, curl } = await dashboard(FROZEN)
  await page.getByText('Nothing yet.').waitFor()
  await mark(page)

  expect(await curl('/api/v0/users/cloud_integrations/')).toMatchObject({ status: 200 })
  await followed(page, 1)

  expect(await shownRows(page)).toEqual(['1 GET /api/v0/users/cloud_integrations/ 200 assumed'])
  expect(await isMarked(page)).toBe(true)
})

test('the end of the log stays in sight while requests come', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 60; i++) await ask('/api/v0/instances/')
  await followed(page, 60)

  expect(await page.locator('#exchange-60').isVisible()).toBe(true)
  const left = await page.locator('#log').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)
  expect(left).toBeLessThanOrEqual(1)
})

const whys = (page: Page) => page.locator('#log td.why').allTextContents()

test('a row says why it failed, what it changed, and which fault or finding is about it', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await sim('POST', 'faults', { name: 'sorry', match: { operation: 'instances.list' }, effect: { status: 503 } })
  await sim('POST', 'faults', {
    name: 'for-others',
    match: { operation: 'templates.search', user_id: 1002 },
    effect: { status: 500 },
  })
  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'a/b' }) })
  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'a/b' }) })
  await ask('/api/v0/instances/')
  await ask(search({ id: { eq: 9001 } }))
  await ask('/api/v0/nowhere/')
  await followed(page, 5)

  const [rented, twice, injected, near, unmatched = ''] = await whys(page)
  expect([rented, twice, injected, near]).toEqual([
    'created instances/32',
    'no_such_ask · error 410/3907: no_such_ask Instance type 12345678 is no longer available. · your instance 32 has it: list your instances before you send a creati…',
    '⚡ sorry ',
    '1 near',
  ])
  expect(unmatched).toMatch(/^⚑ unmatched-request ?no_such_endpoint · there is no \/api\/v0\/nowhere\//)
  expect(await page.locator('#exchange-4 .query').textContent()).toBe('?select_filters={"id":{"eq":9001}}')
})

test('the whole row opens the exchange', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await followed(page, 1)
  for (const cell of ['.id', '.at', '.status', '.rests', '.why']) {
    await page.locator(`#exchange-1 td${cell}`).click({ force: true })
    await page.getByRole('region', { name: 'Exchange 1' }).waitFor()
    await page.getByRole('link', { name: 'Close' }).click()
    await page.getByRole('region', { name: 'Exchange 1' }).waitFor({ state: 'detached' })
  }
})

test('a text of a row can be marked without opening the row', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/nowhere/')
  await followed(page, 1)
  const { x = 0, y = 0, height = 0 } = (await page.locator('#exchange-1 .why').boundingBox()) ?? {}
  await page.mouse.move(x + 40, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 160, y + height / 2, { steps: 3 })
  await page.mouse.up()
  expect((await page.evaluate(() => String(getSelection()))).length).toBeGreaterThan(5)
  expect(page.url()).toMatch(/journal$/)
})

test('held requests stand above the others, each with a button that lets it go on', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await sim('POST', 'faults', { name: 'slow', match: { operation: 'instances.list' }, effect: { latency_ms: 30_000 } })
  const [first, second] = [ask('/api/v0/instances/'), ask('/api/v0/instances/?second')]
  await expect.poll(() => page.locator('.held tr').count()).toBe(2)
  expect(await page.locator('#held-1 .why').innerText()).toMatch(/slow until \d\d:\d\d:30/)

  await page.getByRole('button', { name: 'Release exchange 1' }).click()
  await followed(page, 1)
  expect([
    (await first).status,
    await page.locator('.held tr').evaluateAll((rows) => rows.map(({ id }) => id)),
  ]).toEqual([200, ['held-2']])
  await sim('POST', 'clock/advance', { seconds: 30 })
  await followed(page, 2)
  expect((await second).status).toBe(200)
  expect(await page.locator('.held').count()).toBe(0)
  expect(await page.locator('#exchange-2 td.took').textContent()).toBe('30,000 ms')
})

test('a time and its bar stand only at what took time, and what came about with time stands between the rows', async () => {
  const { page, ask, sim } = await dashboard(['--clock', '2026-03-01T12:00:00Z', '--no-rate-limit'])
  await sim('PUT', 'scenario', { name: 'slow-boot' })
  await sim('PUT', 'clock', { frozen: true })
  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'a/b' }) })
  await sim('POST', 'faults', { name: 'slow', effect: { latency_ms: 30_000 }, when: { times: 1 } })
  const held = ask('/api/v0/instances/')
  await page.locator('#held-2').waitFor()
  await sim('POST', 'clock/advance', { seconds: 600 })
  await held
  await ask('/api/v0/instances/')
  await followed(page, 3)
  expect(await page.locator('#log td.took').allTextContents()).toEqual(['', '30,000 ms', ''])
  expect(await page.locator('#log .acts-text').allTextContents()).toContainEqual(
    expect.stringContaining('instance 32 is running'),
  )
})

test('lines between the rows say what was done to the sandbox, and to its clock', async () => {
  const { page, ask, sim } = await dashboard(['--clock', 'frozen', '--no-rate-limit'])
  const lines = () =>
    page
      .locator('#log tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('.acts-text, .id')?.textContent))
  await sim('POST', 'reset')
  await ask('/api/v0/instances/')
  await sim('POST', 'clock/advance', { seconds: 60 })
  await sim('POST', 'faults', { name: 'slow', effect: { latency_ms: 1 }, match: { operation: 'templates.search' } })
  await ask('/api/v0/instances/')
  await sim('DELETE', 'faults/slow')
  await ask('/api/v0/instances/')
  await followed(page, 3)
  expect(await lines()).toEqual(['reset', '1', 'clock +60 s · fault slow added', '2', 'fault slow deleted', '3'])

  await sim('PUT', 'scenario', { name: 'slow-boot' })
  await ask('/api/v0/instances/')
  await followed(page, 1)
  await expect.poll(lines).toEqual(['scenario slow-boot started', '1'])
})

test('the newest are shown last, or first, and the journal is cleared at one click', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 3; i++) await ask('/api/v0/instances/')
  await followed(page, 3)
  await page.getByRole('link', { name: 'Show the newest first' }).click()
  await expect.poll(() => ids(page)).toEqual([3, 2, 1])
  await ask('/api/v0/instances/')
  await expect.poll(() => ids(page)).toEqual([4, 3, 2, 1])
  await page.getByRole('link', { name: 'Show the newest last' }).click()
  await expect.poll(() => ids(page)).toEqual([1, 2, 3, 4])

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Nothing yet.').waitFor()
  expect(await ids(page)).toEqual([])
})

test('the link to an exchange shows its row, however many came after it', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  for (let i = 0; i < 230; i++) await ask('/api/v0/instances/')
  for (const id of [5, 180]) {
    await visit(`journal?exchange=${id}`)
    const row = page.locator(`#exchange-${id}.open`)
    await row.waitFor()
    const { log, top, bottom } = await row.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return { log: document.getElementById('log')?.getBoundingClientRect().toJSON() as DOMRect, top, bottom }
    })
    expect([top >= log.top, bottom <= log.bottom]).toEqual([true, true])
  }
})

test('before the first request a command is shown that is answered', async () => {
  const { page } = await dashboard(FROZEN)
  const command = (await page.locator('#first-request').textContent()) ?? ''
  const printed = await printedBy('bash', ['-c', command.replace('curl', 'curl -sS')])
  expect(JSON.parse(printed)).toMatchObject({ instances_found: expect.any(Number) as unknown })
  await followed(page, 1)
})

test('older exchanges are a page away, and stay while new ones come', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 230; i++) await ask('/api/v0/instances/')
  await followed(page, 230)
  const ends = async () => {
    const rows = await shownRows(page)
    return [rows.length, rows[0]?.split(' ')[0], rows.at(-1)?.split(' ')[0]]
  }
  expect(await ends()).toEqual([100, '131', '230'])

  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(ends).toEqual([100, '31', '130'])
  await ask('/api/v0/instances/')
  await page.getByText('130 of 231 exchanges').waitFor()
  expect(await ends()).toEqual([100, '31', '130'])
  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(ends).toEqual([30, '1', '30'])
  expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Latest' }).click()
  await expect.poll(ends).toEqual([100, '132', '231'])
})

test('an exchange that was held and ended late leaves none out of the older pages', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await sim('POST', 'faults', { name: 'stuck', when: { times: 1 }, effect: { hang: true } })
  const held = ask('/api/v0/instances/?held')
  await page.goto(page.url().replace('journal', 'faults'))
  await page.getByText('1 request is held:').waitFor()
  for (let i = 2; i <= 21; i++) await ask(`/api/v0/instances/?n=${i}`)
  await sim('DELETE', 'faults/stuck')
  await held
  for (let i = 22; i <= 120; i++) await ask(`/api/v0/instances/?n=${i}`)
  await page.goBack()
  await expect.poll(() => ids(page)).toEqual([1, ...Array.from({ length: 99 }, (_, index) => index + 22)])

  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(() => ids(page)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
})
