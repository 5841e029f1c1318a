import { expect, test } from 'vitest'
import { editRow, followed, onDashboard, shownRows } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const MOST_BYTES = 300_000
const MOST_ELEMENTS = 4000

const VIEWS = [
  'journal',
  'journal?before=500',
  'journal?text=instances',
  'journal?exchange=1',
  'state?collection=offers',
  'state?collection=offers&from=49950',
  'state?collection=network_volume_offers',
  'state?collection=templates',
  'state?collection=users&row=1002',
  'state?collection=offers&text=RTX',
  'faults',
  'clock',
  'coverage',
  'findings',
]

/** A server as clients have left it. */
async function asked(exchanges: number, args: readonly string[] = []) {
  const opened = await dashboard(
    ['--journal-size', String(exchanges), '--clock', 'frozen', '--no-rate-limit', ...args],
    { view: 'findings' },
  )
  const { ask } = opened
  let left = exchanges
  const client = async () => {
    while (left > 0) await ask(`/api/v0/instances/?n=${--left}`)
  }
  await Promise.all(Array.from({ length: 8 }, client))
  return opened
}

test('every view stays small with 1,000 exchanges and 10,000 offers', async () => {
  const { page, url, visit } = await asked(1000, ['--fixture', 'large'])
  for (const view of VIEWS) {
    const html = await (await fetch(`${url}/_sim/ui/${view}`)).text()
    expect([view, html.length < MOST_BYTES ? 'small' : html.length]).toEqual([view, 'small'])
    await visit(view)
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    expect([view, elements < MOST_ELEMENTS ? 'small' : elements]).toEqual([view, 'small'])
  }
})

test('the journal pages back to its first exchange without leaving one out', async () => {
  const { page, visit, ask } = await asked(250)
  await visit('journal')
  await page.getByText('250 of 250 exchanges').waitFor()
  const seen = new Set<string>()
  const collect = async () => {
    const ids = (await shownRows(page)).map((row) => row.split(' ')[0] ?? '')
    for (const id of ids) seen.add(id)
    return ids[0]
  }
  const older = page.getByRole('link', { name: 'Older' })
  let first = await collect()
  while ((await older.count()) > 0) {
    await older.click()
    const before = first
    await expect.poll(async () => (first = await collect())).not.toBe(before)
  }
  expect([seen.size, first]).toEqual([250, '1'])

  await ask('/api/v0/instances/')
  await page.getByRole('link', { name: 'Latest' }).click()
  await followed(page, 251)
  await page.getByText('1 older ones dropped').waitFor()
})

test('10,000 offers are paged, found by text, and edited', async () => {
  const { page, url } = await dashboard(['--fixture', 'large', '--clock', 'frozen'], {
    view: 'state?collection=offers',
  })
  await page.getByText('1 to 50 of 10,000').waitFor()
  await page.goto(`${url}/_sim/ui/state?collection=offers&from=9900`)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('9,951 to 10,000 of 10,000').waitFor()
  const id = (await page.locator('.grid tbody th').last().textContent()) ?? ''

  await page.goto(`${url}/_sim/ui/state?collection=offers`)
  await page.getByRole('search').getByRole('searchbox').fill(id)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.locator(`#row-${id}`).getByRole('link').first().click()
  await editRow(page, { gpu_name: 'H200' })
  await expect.poll(() => page.locator(`#row-${id}`).innerText()).toContain('H200')
})
