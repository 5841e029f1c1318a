import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const editor = (page: Page) => page.getByRole('textbox', { name: /As a fixture writes them/ })
const asJson = (page: Page) => page.getByText('As JSON', { exact: true }).click()
const fields = async (page: Page): Promise<unknown> => JSON.parse(await editor(page).inputValue())
/** The text of the row with other values; undefined takes a field out. */
const edited = async (page: Page, changes: object): Promise<string> =>
  JSON.stringify({ ...((await fields(page)) as object), ...changes })
const save = async (page: Page, text: string) => {
  await editor(page).fill(text)
  await page.getByRole('button', { name: 'Save JSON' }).click()
}

test('an edit sends what it changes: a field that is null stays so, and one that is taken out is unset', async () => {
  const { page, sim } = await dashboard(FROZEN)
  const offer = { id: 9, webpage: null, gpu_name: 'A100', num_gpus: 8 }
  await sim('POST', 'reset', { fixture: { offers: [offer] } })
  await page.goto(page.url().replace('journal', 'state?collection=offers&row=9'))
  await asJson(page)

  await save(page, JSON.stringify({ id: 9, webpage: null, gpu_name: 'H100' }))
  await says(page, 'offers 9 saved')
  expect((await sim('GET', 'state'))['offers']).toEqual([{ id: 9, webpage: null, gpu_name: 'H100' }])

  await save(page, '[]')
  await complains(page, 'A row is a JSON object.')
})

test('an edited row changes the next answer', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  const label = async () =>
    ((await curl('/api/v0/instances/')).body as { instances: { label: string }[] }).instances[0]?.label
  await asJson(page)
  expect(await label()).toBe('a')

  await save(page, await edited(page, { label: 'edited here', disk_space: undefined }))
  await says(page, 'instances 31 saved.')
  expect(await label()).toBe('edited here')
  await page.locator('#row-31').getByText('edited here').waitFor()
  await expect.poll(() => fields(page)).toMatchObject({ id: 31, label: 'edited here' })
  expect(await fields(page)).not.toHaveProperty('disk_space')
})

test('a row saved as it is shown stays as it is', async () => {
  const { page, sim, visit } = await dashboard(FROZEN)
  const before = await sim('GET', 'state')
  for (const [collection, rows] of Object.entries(before)) {
    const row = Array.isArray(rows) ? (rows as { id?: number }[])[0]?.id : undefined
    if (row === undefined) continue
    await visit(`state?collection=${collection}&row=${row}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await says(page, 'Nothing to save')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await asJson(page)
    await page.getByRole('button', { name: 'Save JSON' }).click()
    await says(page, 'Nothing to save')
  }
  expect(await sim('GET', 'state')).toEqual(before)
})

test('what is wrong with a row is told in an alert, changes nothing and stays to be put right', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  const before = await sim('GET', 'state')
  await asJson(page)
  const right = await edited(page, { label: 'right' })
  for (const [text, complaint] of [
    ['{ "label": ', 'That is not JSON'],
    [await edited(page, { disk_space: 'much' }), 'disk_space: expected number, received string'],
    [await edited(page, { offer_id: 1 }), 'offer_id: there is no 1 in offers'],
  ] as const) {
    await save(page, text)
    await complains(page, complaint)
    expect(await editor(page).inputValue()).toBe(text)
    expect(await sim('GET', 'state')).toEqual(before)
  }
  await save(page, right)
  await says(page, 'instances 31 saved.')
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
})

test('a row that others name is not deleted, and the reason is told; one that nobody names is, and comes back', async () => {
  const { page, sim, visit, curl } = await dashboard(FROZEN, { view: 'state?collection=offers&row=12345680' })
  const before = await sim('GET', 'state')
  await page.getByRole('button', { name: 'Delete this row' }).click()
  await complains(page, 'offers 12345680 is in use')
  expect(await sim('GET', 'state')).toEqual(before)

  await visit('state?collection=instances&row=31')
  await page.getByRole('button', { name: 'Delete this row' }).click()
  await says(page, 'Deleted instances 31.')
  await page.getByText('instances has no row 31.').waitFor()
  expect(await curl('/api/v0/instances/')).toMatchObject({ status: 200, body: { instances_found: 0 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('#row-31').waitFor()
  expect(await sim('GET', 'state')).toEqual(before)
})

const shownIds = (page: Page) => page.locator('.grid tbody th').allTextContents()
const column = (page: Page, name: string) => page.locator(`.grid td[data-label="${name}"]`).allTextContents()

test('rows are found by any value or in one field, sorted, paged, and counted by collection', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=offers' })
  await page.getByText('1 to 50 of 67').waitFor()
  expect(await shownIds(page)).toHaveLength(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('51 to 67 of 67').waitFor()
  expect(await shownIds(page)).toHaveLength(17)
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.getByText('1 to 50 of 67').waitFor()

  const head = page.getByRole('columnheader', { name: 'dph_base' })
  await head.getByRole('link').click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  const prices = (await column(page, 'dph_base')).map(Number)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  await head.getByRole('link').click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  const falling = (await column(page, 'dph_base')).map(Number)
  expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  expect(falling[0]).toBeGreaterThan(prices[0] ?? Infinity)

  await page.getByRole('search').getByRole('searchbox').fill('l40s')
  await page.getByRole('search').getByLabel('Field').selectOption('gpu_name')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect.poll(() => column(page, 'gpu_name')).toSatisfy((names: string[]) => new Set(names).size === 1)
  expect(await shownIds(page)).toContain('12345680')
  await page.getByRole('search').getByLabel('Field').selectOption('geolocation')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByText('No row of offers matches.').waitFor()
  await page.getByRole('link', { name: 'users 3' }).click()
  await expect.poll(() => shownIds(page)).toEqual(['1001', '1002', '50000000'])
  expect(await page.getByRole('search').getByRole('searchbox').inputValue()).toBe('')
})

test('a generated value stands in its place and is marked; the one that is written is not', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state?collection=offers&row=12345678' })
  const place = page.locator('#edit-offers-12345678-geolocation')
  expect(await place.inputValue()).toBe('')
  const generated = (await place.getAttribute('placeholder')) ?? ''
  expect(generated).toMatch(/, [A-Z]{2}$/)
  const cell = (name: string) => page.locator(`#row-12345678 td[data-label="${name}"]`)
  expect(await cell('geolocation').locator('.generated').textContent()).toBe(generated)
  expect(await cell('gpu_name').innerText()).toBe('RTX 4090')
  expect(await cell('gpu_name').locator('.generated').count()).toBe(0)

  await place.fill('Oslo, NO')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await says(page, 'offers 12345678 saved.')
  await expect.poll(() => cell('geolocation').innerText()).toBe('Oslo, NO')
  expect(await cell('geolocation').locator('.generated').count()).toBe(0)
  const rows = (await sim('GET', 'state'))['offers'] as { id: number; geolocation?: string }[]
  expect(rows.find(({ id }) => id === 12345678)).toMatchObject({ geolocation: 'Oslo, NO' })
  await place.fill('')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect.poll(() => cell('geolocation').locator('.generated').textContent()).toBe(generated)
})

test('a state is chosen from those there are, and what is edited is discarded before it is saved', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  const status = page.locator('#row-31 td[data-label="actual_status"]')
  expect(await status.innerText()).toBe('running')
  await page.getByText('fields that are not set').click()
  await page.locator('#edit-instances-31-label').fill('never')
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await page.locator('#edit-instances-31-label').inputValue()).toBe('a')

  await page.locator('#edit-instances-31-actual_status').selectOption('loading')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect.poll(() => status.innerText()).toBe('loading')
  expect(await curl('/api/v0/instances/')).toMatchObject({
    body: { instances: [{ id: 31, label: 'a', actual_status: 'loading' }] },
  })
})

test('a row tells which exchanges made and changed it, and leads to them; one of the start names none', async () => {
  const { page, ask, visit } = await dashboard(FROZEN, { view: 'state' })
  const body = JSON.stringify({ image: 'ubuntu', label: 'mine' })
  expect(await ask('/api/v0/asks/12345678/', { method: 'PUT', body })).toMatchObject({ status: 200 })
  await page.locator('#row-32').waitFor()
  const by = (row: number) => page.locator(`#row-${row} td[data-label="created by"]`).innerText()
  expect([await by(31), await by(32)]).toEqual(['–', '#1'])
  await page.locator('#row-32').getByRole('link', { name: '#1' }).click()
  await page.waitForURL(/journal\?exchange=1&show=changes$/)

  await visit('state?row=32')
  await page.getByText('Created by #1').waitFor()
})

test('a new row is made from its schema: what it must have is asked for, what is wrong is told at the field', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state?collection=volumes' })
  await page.getByRole('link', { name: '+ Row' }).click()
  const form = page.getByRole('region', { name: 'New row of volumes' })
  await form.waitFor()
  const required = await form.locator(':required').evaluateAll((all) => all.map((each) => each.getAttribute('name')))
  expect(required).toEqual(['user_id', 'size'])
  await form.getByLabel('user_id').fill('1')
  await form.getByLabel('size').fill('20')
  await form.getByRole('button', { name: 'Add' }).click()
  await complains(page, 'user_id: there is no 1 in users')
  expect(await form.getByLabel('user_id').getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('user_id').fill('1001')
  await form.getByRole('button', { name: 'Add' }).click()
  await says(page, 'Added to volumes.')
  const rows = (await sim('GET', 'state'))['volumes'] as { id: number }[]
  expect(rows.at(-1)).toMatchObject({ user_id: 1001, size: 20 })
  await page.locator(`#row-${rows.at(-1)?.id}`).waitFor()
})

test('the data is exported as a fixture, which an import puts back', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state' })
  const before = await sim('GET', 'state')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export fixture' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('default.json')
  await sim('DELETE', 'state/instances/31')
  await page.getByText('instances has no rows.').waitFor()
  await page.getByRole('button', { name: 'Import…' }).click()
  await page.getByLabel('A fixture as JSON').fill(JSON.stringify(before))
  await page.getByRole('button', { name: 'Replace the data' }).click()
  await says(page, 'The data is that of the fixture.')
  expect(await sim('GET', 'state')).toEqual(before)
})
