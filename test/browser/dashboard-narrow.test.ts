import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientOf, followed, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const LONG = `/api/v0/template/?select_filters=${encodeURIComponent(JSON.stringify({ name: { eq: 'x'.repeat(300) } }))}`
const SANDBOX = 'a-test-that-rents-and-lists-again-in-a-sandbox-of-a-long-name'
const faults = [
  {
    name: 'for-others',
    match: { operation: 'templates.search', user_id: 1002, query: { select_filters: '{"id":{"eq":9001}}' } },
    when: { after: 2, every: 3 },
    effect: { status: 500, body: { success: false, error: 'internal', msg: 'injected' } },
    must_fire: true,
  },
  { name: 'cut', match: { operation: 'instances.list' }, effect: { truncate_body: 0.5 } },
]

/** A server that has something to show in every view, in a narrow window. */
async function narrow(view = 'journal') {
  const opened = await dashboard(FROZEN, { viewport: { width: 390, height: 844 }, view })
  for (const fault of faults) await opened.sim('POST', 'faults', fault)
  await opened.ask(LONG)
  await opened.ask('/api/v0/nowhere/?api_key=renter-key')
  await clientOf(`${opened.url}/~${SANDBOX}`).ask('/api/v0/instances/')
  return opened
}

/** What has to be scrolled sideways to be seen whole. */
const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body *')]
      .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 1)
      // The navigation is one line that scrolls.
      .filter((each) => each.closest('.below-bar') === null)
      .filter((each) => each === document.documentElement || /auto|scroll/.test(getComputedStyle(each).overflowX))
      .map((each) => each.outerHTML.slice(0, 120)),
  )

/** The row as a person reads it: each cell behind its label. */
const read = (page: Page, id: string): Promise<readonly string[]> =>
  page.locator(`#${id} > *`).evaluateAll((cells) =>
    cells.map((cell) => {
      const { content } = getComputedStyle(cell, '::before')
      const label = content === 'none' ? '' : content.slice(1, -1)
      return label + (cell.textContent ?? '')
    }),
  )

test('no view is scrolled sideways in a narrow window, nor at the widths where the layout changes', async () => {
  const { page, visit } = await narrow()
  const found: unknown[] = []
  for (const view of [
    'journal',
    'journal?exchange=1',
    'state',
    'faults',
    'clock',
    'coverage',
    'coverage?rule=instances.create.offer-rented',
    'findings',
  ]) {
    await visit(view)
    for (const width of [390, 701, 851]) {
      await page.setViewportSize({ width, height: 844 })
      const wide = await sideways(page)
      if (wide.length > 0) found.push([view, width, ...wide])
    }
  }
  expect(found).toEqual([])
})

test('a fault is read whole and removed in a narrow window', async () => {
  const { page, sim } = await narrow('faults')
  const fault = page.locator('#fault-for-others')
  await fault.waitFor()
  expect((await fault.innerText()).replaceAll(/\s+/g, ' ')).toContain(
    'for-others templates.search of user 1002 with query {"select_filters":"{\\"id\\":{\\"eq\\":9001}}"} responds 500, with the body',
  )
  const button = page.getByRole('button', { name: 'Switch off for-others' })
  const { x = 0, width = 0 } = (await button.boundingBox()) ?? {}
  expect([x > 0, x + width < 390]).toEqual([true, true])
  await button.click()
  await says(page, 'Switched off for-others')
  expect(await sim('GET', 'faults')).toMatchObject({ faults: [{ name: 'cut' }] })
})

test('the menu of sandboxes is read whole in a narrow window, and one is deleted there', async () => {
  const { page, sim, ask } = await narrow()
  await page.getByRole('button', { name: 'Sandbox default' }).click()
  await page.locator(`#sandbox-${SANDBOX}`).waitFor()
  // A renewal of the page leaves the open menu as it is.
  await ask('/api/v0/users/current/')
  await followed(page, 3)
  expect(await read(page, `sandbox-${SANDBOX}`)).toEqual([`${SANDBOX}1 request`, 'Compare', 'Fork', 'Reset', 'Delete'])
  const { x = 0, width = 0 } = (await page.locator('#switcher').boundingBox()) ?? {}
  expect([x >= 0, x + width <= 390]).toEqual([true, true])
  await page.getByRole('button', { name: `Delete ${SANDBOX}` }).click()
  await says(page, `Deleted ${SANDBOX}.`)
  expect(JSON.stringify(await sim('GET', 'sandboxes'))).not.toContain(SANDBOX)
})

test('the tab of the view that is shown is in sight, and what comes next is said with its verb', async () => {
  const { page, visit, sim } = await narrow()
  await visit('findings')
  const tab = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')
  expect(await tab.innerText()).toContain('Findings')
  const { x = -1, width = 0 } = (await tab.boundingBox()) ?? {}
  expect([x >= 0, x + width <= 390]).toEqual([true, true])
  await sim('PUT', 'scenario', { name: 'slow-boot' })
  await clientOf(page.url().replace(/\/_sim.*/, '')).ask('/api/v0/asks/12345678/', {
    method: 'PUT',
    body: JSON.stringify({ image: 'a/b' }),
  })
  const what = page.locator('#to-next .what')
  await what.waitFor()
  expect(await what.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  expect(await what.innerText()).toBe('instance 32 is loading')
})

test('a long query takes one line of the narrow journal, and is whole where it is opened', async () => {
  const { page } = await narrow()
  await followed(page, 2)
  const { height = 0 } = (await page.locator('#exchange-1').boundingBox()) ?? {}
  expect(height).toBeLessThan(50)
  await page.locator('#exchange-1').getByRole('link').click()
  await page.getByRole('link', { name: 'Request', exact: true }).click()
  const query = page.getByRole('group', { name: 'Query select_filters' })
  expect(JSON.parse((await query.textContent()) ?? '')).toEqual({ name: { eq: 'x'.repeat(300) } })
})
