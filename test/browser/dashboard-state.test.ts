import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, isMarked, mark, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const HASH = '4e17788f74f075dd9aab7d0d4427968f'

/** What the open row is related to: the heading with the rows below it. */
const relations = async (page: Page): Promise<Readonly<Record<string, readonly string[]>>> =>
  Object.fromEntries(
    await page
      .locator('.related')
      .evaluateAll((parts) =>
        parts.map((part): readonly [string, readonly string[]] => [
          part.querySelector('h3')?.textContent ?? '',
          [...part.querySelectorAll('a')].map((link) => link.textContent ?? ''),
        ]),
      ),
  )

const editor = (page: Page) => page.getByRole('textbox', { name: /As a fixture writes them/ })
const fields = async (page: Page): Promise<unknown> => JSON.parse(await editor(page).inputValue())
/** The text of the row with other values; undefined takes a field out. */
const edited = async (page: Page, changes: object): Promise<string> =>
  JSON.stringify({ ...((await fields(page)) as object), ...changes })
const save = async (page: Page, text: string) => {
  await editor(page).fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('a template shows the instances that were rented with it as soon as they are', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'state?collection=templates&row=9001' })
  expect(await relations(page)).toEqual({ 'Owner (1)': ['users 1001 name renter'] })
  await mark(page)

  const body = JSON.stringify({ template_hash_id: HASH, label: 'nightly' })
  expect(await curl('/api/v0/asks/12345678/', '-X', 'PUT', '-d', body)).toMatchObject({ status: 200 })
  await page.getByRole('heading', { name: 'Instances (1)' }).waitFor()
  expect(await relations(page)).toMatchObject({
    'Instances (1)': ['instances 32 label nightly · gpu_name RTX 4090 · image library/ubuntu:24.04'],
  })

  await page.getByRole('link', { name: 'instances 32' }).click()
  await page.getByRole('region', { name: 'instances 32' }).waitFor()
  expect(Object.keys(await relations(page))).toEqual(['Owner (1)', 'Template (1)', 'Offer (1)'])
  await page.getByRole('link', { name: 'templates 9001' }).click()
  await page.getByRole('region', { name: 'templates 9001' }).waitFor()
  expect(await isMarked(page)).toBe(true)
})

test('an edit sends what it changes: a field that is null stays so, and one that is taken out is unset', async () => {
  const { page, sim } = await dashboard(FROZEN)
  const offer = { id: 9, webpage: null, gpu_name: 'A100', num_gpus: 8 }
  await sim('POST', 'reset', { fixture: { offers: [offer] } })
  await page.goto(page.url().replace('journal', 'state?collection=offers&row=9'))

  await save(page, JSON.stringify({ id: 9, webpage: null, gpu_name: 'H100' }))
  await says(page, 'offers 9 is changed')
  expect((await sim('GET', 'state'))['offers']).toEqual([{ id: 9, webpage: null, gpu_name: 'H100' }])

  await save(page, '[]')
  await complains(page, 'A row is a JSON object.')
})

test('a disk shows its listing, and the listing its disk', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=network_disks&row=501' })
  expect(await relations(page)).toEqual({
    'Owner (1)': ['users 1002 name host'],
    'Listing (1)': [expect.stringContaining('network_volume_offers 7001')],
  })
  await page.getByRole('link', { name: 'network_volume_offers 7001' }).click()
  await page.getByRole('region', { name: 'network_volume_offers 7001' }).waitFor()
  expect(await relations(page)).toEqual({ 'Disk (1)': [expect.stringContaining('network_disks 501')] })
})

test('an edited row changes the next answer', async () => {
  const { page, curl } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  const label = async () =>
    ((await curl('/api/v0/instances/')).body as { instances: { label: string }[] }).instances[0]?.label
  expect(await label()).toBe('a')

  await save(page, await edited(page, { label: 'edited here', disk_space: undefined }))
  await says(page, 'instances 31 is changed.')
  expect(await label()).toBe('edited here')
  await page.locator('#row-31').getByText('label edited here').waitFor()
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
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'Nothing to save')
  }
  expect(await sim('GET', 'state')).toEqual(before)
})

test.each([
  ['what is no JSON', '{ "label": ', 'That is no JSON'],
  ['a field of a wrong type', { disk_space: 'much' }, 'disk_space: expected number, received string'],
  ['an unknown field', { labell: 'x' }, 'labell'],
  ['a reference to nothing', { offer_id: 1 }, 'offer_id: there is no 1 in offers'],
])('%s is told in an alert, changes nothing and stays to be put right', async (_, wrong, complaint) => {
  const { page, sim } = await dashboard(FROZEN, { view: 'state?collection=instances&row=31' })
  const before = await sim('GET', 'state')
  const right = await edited(page, { label: 'right' })
  const text = typeof wrong === 'string' ? wrong : await edited(page, wrong)
  await save(page, text)
  await complains(page, complaint)
  expect(await editor(page).inputValue()).toBe(text)
  expect(await sim('GET', 'state')).toEqual(before)

  await save(page, right)
  await says(page, 'instances 31 is changed.')
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
})

test('a row that others name is not taken away, and the reason is told; one that nobody names is', async () => {
  const { page, sim, visit, curl } = await dashboard(FROZEN, { view: 'state?collection=offers&row=12345680' })
  const before = await sim('GET', 'state')
  await page.getByRole('button', { name: 'Take it away' }).click()
  await complains(page, 'offers 12345680 is in use')
  expect(await sim('GET', 'state')).toEqual(before)

  await visit('state?collection=instances&row=31')
  await page.getByRole('button', { name: 'Take it away' }).click()
  await says(page, 'instances 31 is gone.')
  await page.getByText('instances has no row 31.').waitFor()
  expect(await curl('/api/v0/instances/')).toMatchObject({ status: 200, body: { instances_found: 0 } })
})

test('rows are found by any value, paged, and counted by collection', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=offers' })
  const ids = () => page.locator('.rows b').allTextContents()
  await page.getByText('1 to 50 of 67').waitFor()
  expect(await ids()).toHaveLength(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('51 to 67 of 67').waitFor()
  expect(await ids()).toHaveLength(17)
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.getByText('1 to 50 of 67').waitFor()

  await page.getByRole('search').getByLabel('Text').fill('l40s')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect.poll(ids).toContain('12345680')
  await expect
    .poll(() => page.locator('.rows a').allTextContents())
    .toSatisfy((rows: string[]) => rows.every((row) => row.includes('L40S')))
  await page.getByRole('link', { name: 'users 3' }).click()
  await expect.poll(ids).toEqual(['1001', '1002', '50000000'])
  expect(await page.getByRole('search').getByLabel('Text').inputValue()).toBe('')
})

test('an offer shows what is invented for it beside what its fixture says', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=offers&row=12345678' })
  expect(await fields(page)).not.toHaveProperty('geolocation')
  await page.getByText('With what is invented').click()
  const completed = await page.getByRole('group', { name: 'The row as clients meet it' }).textContent()
  expect(JSON.parse(completed ?? '')).toMatchObject({ id: 12345678, geolocation: expect.any(String) })
})
