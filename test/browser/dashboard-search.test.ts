import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followed, ids, isMarked, mark, onDashboard, shownRows } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const search = (filters: object) => `/api/v0/template/?select_filters=${encodeURIComponent(JSON.stringify(filters))}`
const searchField = (page: Page) => page.getByLabel('Search the journal')

test('one field searches as one types, by words and by criteria, and the URL keeps it', async () => {
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
  await ask('/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'a/b', label: 'nightly' }) })
  await ask(search({ name: { eq: 'some name' } }), { key: 'host-key' })
  await followed(page, 5)
  const searched = async (q: string, expected: readonly number[]) => {
    await searchField(page).fill(q)
    await expect.poll(() => ids(page)).toEqual(expected)
    expect(new URL(page.url()).searchParams.get('q')).toBe(q)
  }
  await searched('NOWHERE', [3])
  await searched('nightly', [4])
  await searched('"some name"', [5])
  await searched('instances.create', [4])
  await searched('no_such_endpoint', [3])
  await searched('operation:instances.list', [1, 2])
  await searched('status:503', [1])
  await searched('status:>=400', [1, 3])
  await searched('status:!503 operation:instances.list', [2])
  await searched('basis:injected', [1])
  await searched('user:1002', [5])
  await searched('has:changes', [4])
  await searched('has:finding nowhere', [3])
  await searched('fault:sorry', [1])

  await searched('status:4xx', [3])
  await ask('/api/v0/nowhere/')
  await ask('/api/v0/instances/')
  await expect.poll(() => ids(page)).toEqual([3, 6])
  await page.reload()
  expect([await searchField(page).inputValue(), await ids(page)]).toEqual(['status:4xx', [3, 6]])
  await searchField(page).fill('nothing like it')
  await page.getByText('No request matches.').waitFor()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect.poll(() => ids(page)).toHaveLength(7)
  expect(await searchField(page).inputValue()).toBe('')
})

test('a search that cannot be read shows no rows, and says why at the field', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await followed(page, 1)
  for (const [q, why] of [
    ['status:banana', /^status: is neither a status/],
    ['stats:404', /^there is no stats:, did you mean status:\?/],
  ] as const) {
    await searchField(page).fill(q)
    await page.getByRole('alert').filter({ hasText: why }).waitFor()
    expect([await ids(page), await searchField(page).getAttribute('aria-invalid')]).toEqual([[], 'true'])
    const problem = (await searchField(page).getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`#${problem}`).textContent()).toMatch(why)
  }
  await searchField(page).fill('status:200')
  await expect.poll(() => ids(page)).toEqual([1])
  expect(await searchField(page).getAttribute('aria-invalid')).toBeNull()
})

test('chips count what there is of a kind, and show only that at one click', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await ask('/api/v0/nowhere/')
  await ask('/api/v0/elsewhere/')
  await followed(page, 3)
  const chips = page.getByRole('navigation', { name: 'Criteria' })
  expect(await chips.getByRole('link').allTextContents()).toEqual([
    'Errors 2',
    'Injected 0',
    'Assumed 3',
    'Changes 0',
    'With findings 2',
  ])
  await chips.getByRole('link', { name: 'Errors' }).click()
  await expect.poll(() => ids(page)).toEqual([2, 3])
  expect(await searchField(page).inputValue()).toBe('status:>=400,0')
  await chips.getByRole('link', { name: 'Errors' }).click()
  await expect.poll(() => ids(page)).toEqual([1, 2, 3])
})

test('the back button goes back to the journal without the search, its field included', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await ask('/api/v0/nowhere/')
  await followed(page, 2)
  await mark(page)

  await searchField(page).pressSequentially('nowhere')
  await expect.poll(() => shownRows(page)).toHaveLength(1)
  await page.locator('#exchange-2').getByRole('link').click()
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Exchange 2' }).waitFor({ state: 'detached' })
  expect(await searchField(page).inputValue()).toBe('nowhere')
  await page.goBack()

  await expect.poll(() => shownRows(page)).toHaveLength(2)
  expect(await searchField(page).inputValue()).toBe('')
  await page.goForward()
  await expect.poll(() => shownRows(page)).toHaveLength(1)
  expect(await searchField(page).inputValue()).toBe('nowhere')
  expect(await isMarked(page)).toBe(true)
})

test('the tab leads back to the search that was left, and in the journal to all exchanges', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await ask('/api/v0/nowhere/')
  await visit('journal?q=status%3A404&order=newest&exchange=2')
  await expect.poll(() => ids(page)).toEqual([2])
  await page.locator('body').press('g')
  await page.locator('body').press('s')
  await page.getByRole('heading', { name: 'State' }).waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await page.waitForURL(/journal\?q=status%3A404&order=newest$/)
  await expect.poll(() => ids(page)).toEqual([2])
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await page.waitForURL(/journal$/)
  await expect.poll(() => ids(page)).toEqual([1, 2])
})

test('the tab leads back to the search while the other view is still to come', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/nowhere/')
  await visit('journal?q=status%3A404')
  await expect.poll(() => ids(page)).toEqual([1])
  await page.route('**/_sim/ui/state', () => undefined)
  await page.getByRole('link', { name: 'State', exact: true }).click()
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await page.waitForURL(/journal\?q=status%3A404$/)
})
