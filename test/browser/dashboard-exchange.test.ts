import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, onDashboard, says, shownRows } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const MAY_COPY = { permissions: ['clipboard-read', 'clipboard-write'] }
const HASH = '4e17788f74f075dd9aab7d0d4427968f'
const rent = (body: object = { template_hash_id: HASH, label: 'nightly' }) => ({
  method: 'PUT',
  body: JSON.stringify(body),
})

const detailOf = (page: Page, id: number) => page.getByRole('region', { name: `Exchange ${id}` })
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the exchange' }).getByRole('link', { name })
const json = async (page: Page, label: string): Promise<unknown> =>
  JSON.parse((await page.getByRole('group', { name: label, exact: true }).textContent()) ?? '')

test('the answer stands first, whole in one screen, below a sentence about why', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  const { body } = await ask('/api/v0/asks/12345678/', rent())
  await ask('/api/v0/asks/12345678/', rent())
  await ask('/api/v0/instances/')
  await visit('journal?exchange=1')
  expect(await json(page, 'Response body')).toEqual(body)
  expect(await detailOf(page, 1).locator('.reason').textContent()).toBe(
    'It created instances/32, changed templates/9001.',
  )
  const head = (await detailOf(page, 1).locator('.head').innerText()).replaceAll(/\s+/g, ' ')
  expect(head).toMatch(
    /^200 assumed [a-z ]+ 0 ms · [\d,]+ ms real instances\.create renter \(1001\) · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/,
  )

  for (const id of [1, 2, 3]) {
    await visit(`journal?exchange=${id}`)
    const { bottom } =
      (await page.locator('.part').evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect)) ?? {}
    expect([id, bottom <= 800]).toEqual([id, true])
  }
  await visit('journal?exchange=2')
  expect(await page.locator('.reason').textContent()).toBe(
    'your instance 32 has it: list your instances before you send a creation again',
  )
})

test('each part is a link, with and without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, ask, sim, visit } = await dashboard(FROZEN, { javaScriptEnabled })
    await sim('POST', 'faults', {
      name: 'for-others',
      match: { operation: 'instances.create', user_id: 1002 },
      effect: { status: 500 },
    })
    await ask('/api/v0/asks/12345678/', rent())
    await visit('journal?exchange=1')
    expect(
      await page.getByRole('navigation', { name: 'Parts of the exchange' }).getByRole('link').allInnerTexts(),
    ).toEqual(['Response', 'Request', 'Why 6', 'Changes 2', 'Headers', 'Near misses 1'])
    await part(page, 'Request').click()
    await page.getByRole('heading', { name: 'Body' }).waitFor()
    expect(await json(page, 'Request body')).toEqual({ template_hash_id: HASH, label: 'nightly' })

    await part(page, 'Why').click()
    await page.getByText('instances.create.rents').waitFor()
    expect(await page.getByText('The header Authorization: Bearer <API_KEY> names the user').isVisible()).toBe(false)
    await page.getByText('1 rule of all operations').click()
    expect(await page.locator('.common code').allTextContents()).toEqual([
      'authentication.bearer-key',
      'Authorization: Bearer <API_KEY>',
    ])

    await part(page, 'Headers').click()
    await page.getByText('x-sim-basis', { exact: true }).waitFor()
    await part(page, 'Near misses').click()
    await page.getByText('for-others would have applied except for user_id: expected 1002, was 1001').waitFor()
  }
})

test('what an exchange changed is shown field by field, and leads to the rows', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/asks/12345678/', rent())
  await visit('journal?exchange=1&show=changes')
  const changes = page.locator('.change')
  expect(await changes.locator('h3').allInnerTexts()).toEqual(['+ instances/32 created', '~ templates/9001 changed'])
  const fields = await changes.last().locator('tbody tr').allInnerTexts()
  expect(fields[0]?.split(/\s+/)).toEqual(['count_created', '0', '1'])
  await changes.first().getByRole('link').click()
  await page.getByRole('region', { name: 'instances 32' }).waitFor()
})

test('a query is shown decoded, and as JSON where it is JSON', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  const filters = { name: { eq: 'a b' } }
  await ask(`/api/v0/template/?select_filters=${encodeURIComponent(JSON.stringify(filters))}&order_by=a%20b`)
  await visit('journal?exchange=1&show=request')
  expect(await page.getByRole('heading', { level: 2 }).textContent()).toContain(
    '?select_filters={"name":{"eq":"a b"}}&order_by=a b',
  )
  expect(await json(page, 'Query select_filters')).toEqual(filters)
  await page.getByText('a b', { exact: true }).waitFor()
})

test('JSON folds what is deep or long, and its ids lead to their rows', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/asks/12345678/', rent())
  await ask('/api/v0/instances/')
  await visit('journal?exchange=1')
  await page.getByRole('group', { name: 'Response body' }).getByRole('link', { name: '32' }).click()
  await page.getByRole('region', { name: 'instances 32' }).waitFor()

  await visit('journal?exchange=2')
  const folded = page.locator('.json details:not([open]) > summary').first()
  await folded.waitFor()
  const before = await page.locator('.json li').filter({ visible: true }).count()
  await folded.click()
  expect(await page.locator('.json li').filter({ visible: true }).count()).toBeGreaterThan(before)
})

test('a long body is cut at whole values, shown whole on demand, and copied whole', async () => {
  const { page, ask, visit, sim, url } = await dashboard(FROZEN, MAY_COPY)
  const body = { rows: Array.from({ length: 2000 }, (_, id) => ({ id, name: `row ${id}` })) }
  await sim('POST', 'faults', { name: 'long', match: { operation: 'instances.list' }, effect: { status: 200, body } })
  await ask('/api/v0/instances/')
  await visit('journal?exchange=1')
  await page.getByText('The first 300 values.').waitFor()
  const html = await (await fetch(`${url}/_sim/ui/journal?exchange=1`)).text()
  expect(html.length).toBeLessThan(150_000)
  await page.getByRole('button', { name: 'Copy response body' }).click()
  await says(page, 'Copied.')
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(body)
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByText('"row 1999"').waitFor({ state: 'attached' })
  expect(await json(page, 'Response body')).toEqual(body)
})

test('a value and its path are copied by pointer and by keyboard', async () => {
  const { page, ask, visit } = await dashboard(FROZEN, MAY_COPY)
  await ask('/api/v0/asks/12345678/', rent())
  await visit('journal?exchange=1')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.locator('.json li').last().hover()
  await page.getByRole('button', { name: 'Copy path' }).click()
  await says(page, 'Copied $.new_contract.')
  expect(await clipboard()).toBe('$.new_contract')
  await page.getByRole('button', { name: 'Copy value' }).click()
  await expect.poll(clipboard).toBe('32')

  await visit('journal?exchange=1')
  await page.getByRole('group', { name: 'Response body' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).toBe('true')
})

test('what is nested in a body is closed and opened by the arrow keys, and a plain value by neither', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await visit('journal?exchange=1')
  const body = page.getByRole('group', { name: 'Response body' })
  const nested = body.locator('li > details')
  const openOnes = () => nested.evaluateAll((all) => all.filter((each) => each.hasAttribute('open')).length)
  const all = await openOnes()
  await body.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  expect(await openOnes()).toBe(all)
  while ((await body.locator('li.aimed > details').count()) === 0) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(openOnes).toBe(all - 1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(openOnes).toBe(all)
})

test('a request is sent again, with the key where it is published, and its exchange opens', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/asks/12345678/', rent())
  await visit('journal?exchange=1')
  await page.getByRole('button', { name: 'Send again' }).click()
  await detailOf(page, 2).waitFor()
  await says(page, 'Sent again as exchange 2: 410.')
  expect(await shownRows(page)).toEqual([
    '1 PUT /api/v0/asks/12345678/ 200 assumed',
    '2 PUT /api/v0/asks/12345678/ 410 assumed',
  ])
  expect(await page.getByRole('link', { name: 'Next: exchange' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Previous: exchange 1' }).click()
  await detailOf(page, 1).waitFor()
})

test('two clicks let the next request of an operation fail', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await visit('journal?exchange=1')
  await page.getByRole('button', { name: 'Break this' }).click()
  await page.getByRole('button', { name: 'next 1: 429, instances.list' }).click()
  await says(page, 'instances.list: 429, next 1.')
  expect([(await ask('/api/v0/instances/')).status, (await ask('/api/v0/instances/')).status]).toEqual([429, 200])
})

test('the world before an exchange opens in a sandbox of its own', async () => {
  const { page, ask, sim, url, visit } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await ask('/api/v0/asks/12345678/', rent())
  await visit('journal?exchange=2')
  await page.getByRole('button', { name: 'Rewind to before #2' }).click()
  await page.waitForURL(`${url}/~default-before-2/_sim/ui/journal`)
  await expect.poll(() => shownRows(page)).toEqual(['1 GET /api/v0/instances/ 200 assumed'])
  expect((await fetch(`${url}/~default-before-2/_sim/state/instances/32`)).status).toBe(404)
  expect(await sim('GET', 'state/instances/32')).toMatchObject({ id: 32 })

  await visit('journal?exchange=2')
  await page.getByRole('link', { name: 'Rewind to before #2' }).click()
  await page.waitForURL(`${url}/~default-before-2/_sim/ui/journal`)

  // Of another world the same number is another exchange.
  await sim('POST', 'reset')
  await ask('/api/v0/instances/')
  await ask('/api/v0/instances/')
  await visit('journal?exchange=2')
  await page.getByRole('button', { name: 'Rewind to before #2' }).click()
  await complains(page, 'there is a sandbox "default-before-2" already')
})
