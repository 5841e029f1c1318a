import { expect, test } from 'vitest'
import { counted, followed, isMarked, mark, onDashboard, shownRows } from '../support/dashboard-page.ts'

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

test('the address that the server prints opens the dashboard, and a look is no finding', async () => {
  const { page, url, sim } = await dashboard(FROZEN, { view: 'state' })
  await page.goto(`${url}/`)
  await page.getByText('Nothing yet.').waitFor()
  expect(page.url()).toBe(`${url}/_sim/ui`)
  await page.goto(`${url}/favicon.ico`).catch(() => undefined)
  expect([await sim('GET', 'requests'), await sim('GET', 'findings')]).toEqual([
    { dropped: 0, requests: [] },
    { findings: [] },
  ])
})

test('the end of the log stays in sight while requests come', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 60; i++) await ask('/api/v0/instances/')
  await followed(page, 60)

  expect(await page.locator('#exchange-60').isVisible()).toBe(true)
  const left = await page.locator('#log').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)
  expect(left).toBeLessThanOrEqual(1)
})

test('who has scrolled up in the log stays where they are', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 0; i < 60; i++) await ask('/api/v0/instances/')
  await followed(page, 60)
  await page.locator('#log').evaluate((log) => (log.scrollTop = 300))

  for (let i = 0; i < 20; i++) await ask('/api/v0/instances/')
  await counted(page, 80)

  expect(await page.locator('#log').evaluate((log) => log.scrollTop)).toBe(300)
})

test('an exchange opens to its request, answer and rules with their texts', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/asks/12345678/', {
    method: 'PUT',
    body: JSON.stringify({ template_hash_id: '4e17788f74f075dd9aab7d0d4427968f', label: 'nightly' }),
  })
  await page.locator('#exchange-1').getByRole('link').click()
  const detail = page.getByRole('region', { name: 'Exchange 1' })

  await detail.getByRole('heading', { name: 'PUT /api/v0/asks/12345678/' }).waitFor()
  expect(JSON.parse((await detail.getByRole('group', { name: 'Request body' }).textContent()) ?? '')).toEqual({
    template_hash_id: '4e17788f74f075dd9aab7d0d4427968f',
    label: 'nightly',
  })
  expect(JSON.parse((await detail.getByRole('group', { name: 'Answer body' }).textContent()) ?? '')).toEqual({
    success: true,
    new_contract: 32,
  })
  expect(await detail.locator('.rules li').allInnerTexts()).toContain(
    'documented authentication.bearer-key\nThe header `Authorization: Bearer <API_KEY>` names the user for whom the operation acts. (Authentication)',
  )
})

test('an exchange shows its hint, the fault that met it and the faults that nearly did', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await sim('POST', 'faults', {
    name: 'for-others',
    match: { operation: 'templates.search', user_id: 1002 },
    effect: { status: 500 },
  })
  await sim('POST', 'faults', { name: 'sorry', match: { operation: 'instances.list' }, effect: { status: 503 } })
  await ask(search({ id: { eq: 9001 } }))
  await ask('/api/v0/instances/')
  await ask('/api/v0/instance/')
  await followed(page, 3)

  const notes = await page.locator('#log td.notes').allTextContents()
  expect(notes.slice(0, 2)).toEqual(['1 near', 'fault sorry'])
  await page.locator('#exchange-1').getByRole('link').click()
  await page.getByText('for-others would have met it but for user_id: expected 1002, was 1001').waitFor()
  await page.locator('#exchange-2').getByRole('link').click()
  await page.getByText('sorry: status, answered; the operation did not take place').waitFor()
  await page.locator('#exchange-3').getByRole('link').click()
  expect(await page.locator('#detail .hint').textContent()).toBe(notes[2])
  expect(notes[2]).toContain('/api/v0/instances/')
})

test('filters by text, operation, status and basis hold for what comes after', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await sim('POST', 'faults', {
    name: 'sorry',
    match: { operation: 'instances.list' },
    when: { times: 1 },
    effect: { status: 503 },
  })
  await ask('/api/v0/instances/')
  await ask('/api/v0/instances/')
  await ask('/api/v0/nowhere/')
  await followed(page, 3)
  const ids = async () => (await shownRows(page)).map((row) => Number(row.split(' ')[0]))
  const filter = async (act: () => Promise<unknown>, expected: readonly number[]) => {
    await act()
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(ids).toEqual(expected)
    await page.getByRole('link', { name: 'Journal', exact: true }).click()
    await expect.poll(ids).toEqual([1, 2, 3])
  }

  await filter(() => page.getByLabel('Text').fill('NOWHERE'), [3])
  await filter(() => page.getByLabel('Operation').selectOption('instances.list'), [1, 2])
  await filter(() => page.getByLabel('Status').fill('503'), [1])
  await filter(() => page.getByLabel('Basis').selectOption('injected'), [1])

  await page.getByLabel('Operation').selectOption('instances.list')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.poll(ids).toEqual([1, 2])
  await ask('/api/v0/nowhere/')
  await ask('/api/v0/instances/')
  await expect.poll(ids).toEqual([1, 2, 5])
  expect(await page.locator('.count').textContent()).toBe('3 of 5 exchanges')

  await page.getByLabel('Text').fill('nothing like it')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('No exchange is like that.').waitFor()
  expect(await page.getByText('Nothing yet.').count()).toBe(0)
})

test('a class of statuses is found, and what is no status is refused in the page by its field', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await sim('POST', 'faults', { name: 'sorry', match: { operation: 'instances.list' }, effect: { status: 503 } })
  for (const path of ['instances/', 'nowhere/', 'template/']) await ask(`/api/v0/${path}`)
  await followed(page, 3)
  await page.getByLabel('Status').fill('5xx')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.poll(() => shownRows(page)).toEqual(['1 GET /api/v0/instances/ 503 injected'])

  await page.getByLabel('Status').fill('five')
  await page.getByRole('button', { name: 'Filter' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toBe('status: is neither a status nor a class of them, such as 5xx')
})

test('the back button goes back to the journal without the filter, its fields included', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await ask('/api/v0/nowhere/')
  await followed(page, 2)
  await mark(page)

  await page.getByLabel('Text').fill('nowhere')
  await page.getByLabel('Basis').selectOption('assumed')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.poll(() => shownRows(page)).toHaveLength(1)
  await page.locator('#exchange-2').getByRole('link').click()
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Text').inputValue()).toBe('nowhere')
  await page.goBack()

  await expect.poll(() => shownRows(page)).toHaveLength(2)
  expect(await page.getByLabel('Text').inputValue()).toBe('')
  expect(await page.getByLabel('Basis').inputValue()).toBe('')
  await page.goForward()
  await expect.poll(() => shownRows(page)).toHaveLength(1)
  expect(await page.getByLabel('Text').inputValue()).toBe('nowhere')
  expect(await page.getByLabel('Basis').inputValue()).toBe('assumed')
  expect(await isMarked(page)).toBe(true)
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
  await page.getByText('1 request is held.').waitFor()
  for (let i = 2; i <= 21; i++) await ask(`/api/v0/instances/?n=${i}`)
  await sim('DELETE', 'faults/stuck')
  await held
  for (let i = 22; i <= 120; i++) await ask(`/api/v0/instances/?n=${i}`)
  await page.goBack()
  const ids = async () => (await shownRows(page)).map((row) => Number(row.split(' ')[0]))
  await expect.poll(ids).toEqual([1, ...Array.from({ length: 99 }, (_, index) => index + 22)])

  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(ids).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
})
