import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

const cell = (page: Page, collection: string, row: number, field: string) =>
  page.locator(`#cell-${collection}-${row}-${field}`)

/** Edits a cell as a person does. */
async function type(page: Page, collection: string, row: number, field: string, text: string): Promise<void> {
  await cell(page, collection, row, field).click()
  await page.getByRole('textbox', { name: `${field} of row ${row}` }).fill(text)
  await page.keyboard.press('Enter')
}

const save = (page: Page, count: number) =>
  page.getByRole('button', { name: `Save ${count} ${count === 1 ? 'change' : 'changes'}` })

test('cells of several rows and collections are edited, kept while one looks elsewhere, saved in one call, and undone', async () => {
  const { page, sim, ask, visit } = await dashboard(FROZEN, { view: 'state?collection=offers' })
  const before = await sim('GET', 'state')
  expect(await page.locator('.cell').count()).toBe(0)
  await page.getByRole('link', { name: 'Edit cells' }).click()
  await type(page, 'offers', 12345678, 'num_gpus', '7')
  await type(page, 'offers', 12345679, 'gpu_name', 'H100')
  await save(page, 2).waitFor()
  await page.getByText('In 2 rows').waitFor()
  expect(await sim('GET', 'state')).toEqual(before)

  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'ubuntu' }) })
  await page.getByRole('link', { name: 'instances 2' }).waitFor()
  expect(await cell(page, 'offers', 12345678, 'num_gpus').innerText()).toBe('7')
  await visit('journal')
  await visit('state?collection=instances&edit=cells')
  await cell(page, 'instances', 31, 'actual_status').click()
  await page.getByRole('combobox', { name: 'actual_status of row 31' }).selectOption('loading')
  await page.keyboard.press('Enter')
  const earlier = await sim('GET', 'state')
  await save(page, 3).click()
  await says(page, 'Saved 3 changes.')
  await expect.poll(() => save(page, 3).count()).toBe(0)
  const saved = (await sim('GET', 'state')) as Record<string, { id: number }[]>
  const row = (name: string, id: number) => saved[name]?.find((each) => each.id === id)
  expect([row('offers', 12345678), row('offers', 12345679), row('instances', 31)]).toMatchObject([
    { num_gpus: 7 },
    { gpu_name: 'H100' },
    { actual_status: 'loading' },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await says(page, 'Undone')
  expect(await sim('GET', 'state')).toEqual(earlier)
})

test('what is wrong is told at its cell and nothing is saved; what is discarded is as it was', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state?collection=instances&edit=cells&columns=user_id,label' })
  const before = await sim('GET', 'state')
  await type(page, 'instances', 31, 'label', 'other')
  await type(page, 'instances', 31, 'user_id', '5')
  await save(page, 2).click()
  await complains(page, 'instances 31 user_id: there is no 5 in users')
  expect(await cell(page, 'instances', 31, 'user_id').getAttribute('aria-invalid')).toBe('true')
  expect(await sim('GET', 'state')).toEqual(before)

  await cell(page, 'instances', 31, 'user_id').click()
  await page.getByRole('textbox', { name: 'user_id of row 31' }).fill('many')
  await page.keyboard.press('Enter')
  await complains(page, 'user_id: many is not a number.')
  await page.keyboard.press('Escape')
  expect(await cell(page, 'instances', 31, 'user_id').innerText()).toBe('5')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => cell(page, 'instances', 31, 'user_id').innerText()).toBe('1001')
  expect(await cell(page, 'instances', 31, 'label').innerText()).toBe('a')
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
  expect(await page.getByRole('button', { name: /^Save \d/ }).count()).toBe(0)
})

test('keys alone edit cells: Tab goes to the next, and one that is emptied is generated again', async () => {
  const { page, sim } = await dashboard(FROZEN, {
    view: 'state?collection=offers&edit=cells&columns=num_gpus,gpu_name',
  })
  await cell(page, 'offers', 12345678, 'gpu_name').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  expect(await cell(page, 'offers', 12345678, 'gpu_name').innerText()).toBe('unset')
  await save(page, 2).focus()
  await page.keyboard.press('Enter')
  await says(page, 'Saved 2 changes.')
  await cell(page, 'offers', 12345678, 'gpu_name').locator('.generated').waitFor()
  const rows = (await sim('GET', 'state'))['offers'] as { id: number; gpu_name?: string }[]
  expect(rows.find(({ id }) => id === 12345678)?.gpu_name).toBeUndefined()
})

test('columns are chosen, and the address keeps them', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=instances' })
  const heads = () => page.locator('.grid thead th').allInnerTexts()
  expect(await heads()).not.toContain('ssh_host')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('group', { name: 'Columns' }).getByRole('link', { name: 'ssh_host', exact: true }).click()
  await expect.poll(heads).toContain('ssh_host')
  await page.getByRole('group', { name: 'Columns' }).getByRole('link', { name: 'label', exact: true }).click()
  await expect.poll(heads).not.toContain('label')
  await page.reload()
  expect(await heads()).toContain('ssh_host')
  expect(await heads()).not.toContain('label')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('link', { name: 'The usual columns' }).click()
  await expect.poll(heads).toContain('label')
})

test('a fixture is imported from a file', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state' })
  await page.getByRole('button', { name: 'Import…' }).click()
  const buffer = Buffer.from(JSON.stringify({ offers: [{ id: 5, gpu_name: 'A100' }] }))
  await page.getByLabel('File').setInputFiles({ name: 'one.json', mimeType: 'application/json', buffer })
  await expect.poll(() => page.getByLabel('A fixture as JSON').inputValue()).toContain('A100')
  await page.getByRole('button', { name: 'Replace the data' }).click()
  await says(page, 'The data is that of the fixture.')
  expect(await sim('GET', 'state')).toMatchObject({ offers: [{ id: 5, gpu_name: 'A100' }] })
})
