import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followed, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

/** What has the focus, as a person would name it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    return element === document.body ? 'nothing' : `${element?.tagName.toLowerCase()} ${name.trim().slice(0, 60)}`
  })

/** Presses Tab until that has the focus, and answers with what had it on the way. */
async function tabTo(page: Page, wanted: string, key = 'Tab'): Promise<readonly string[]> {
  const passed: string[] = []
  while (passed.at(-1) !== wanted) {
    if (passed.length > 200) throw new Error(`no ${wanted} among ${passed.join(', ')}`)
    await page.keyboard.press(key)
    passed.push(await focused(page))
  }
  return passed
}

/** Whether what has the focus shows it, and nothing lies over it. */
const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof Element)) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom, left } = element.getBoundingClientRect()
    const over = document.elementFromPoint(left + 4, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && over !== null && element.contains(over)
  })

test('the keyboard leads from the skip link to a row, to its detail, and back to the row', async () => {
  const { page, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await ask('/api/v0/nowhere/')
  await followed(page, 2)

  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('a Skip to content')
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press('Enter')
  await tabTo(page, 'a GET /api/v0/instances/')
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('section Exchange 1')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('a Close')
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('a GET /api/v0/instances/')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('a GET /api/v0/nowhere/')
})

test('the keyboard gets back to the row on a narrow page, where the detail stood in place of the rows', async () => {
  const { page, ask } = await dashboard(FROZEN, { viewport: { width: 390, height: 844 } })
  for (let i = 0; i < 60; i++) await ask(`/api/v0/instances/?n=${i}`)
  await followed(page, 60)
  await page.locator('#exchange-20').getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('section Exchange 20')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect.poll(() => focused(page)).toBe('a GET /api/v0/instances/?n=19')
  expect(await isFocusSeen(page)).toBe(true)
})

test('the focus is put to the detail by the forward button and to the row by the back button', async () => {
  const { page } = await dashboard(FROZEN, { view: 'state?collection=templates' })
  await page.locator('#row-9001 .whole-row').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('section templates 9001')
  await page.goBack()
  await expect.poll(() => focused(page)).toContain('a 9001')
  await page.goForward()
  await expect.poll(() => focused(page)).toBe('section templates 9001')
})

test('the focused row of the journal keeps the focus while others come and go, and no head of a table hides it', async () => {
  const { page, ask } = await dashboard(FROZEN)
  for (let i = 1; i <= 150; i++) await ask(`/api/v0/instances/?n=${i}`)
  await followed(page, 150)
  await page.locator('#exchange-145').getByRole('link').focus()
  for (let i = 151; i <= 220; i++) await ask(`/api/v0/instances/?n=${i}`)
  await page.getByRole('button', { name: '70 new' }).waitFor()
  expect(await focused(page)).toBe('a GET /api/v0/instances/?n=145')

  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Shift+Tab')
    expect([await focused(page), await isFocusSeen(page)]).toEqual([`a GET /api/v0/instances/?n=${144 - i}`, true])
  }
})

test('a button that was pressed keeps the focus, and one that went with its row leaves it near', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'faults' })
  for (const name of ['one', 'two']) await sim('POST', 'faults', { name, effect: { status: 500 } })
  await page.locator('#fault-two').waitFor()

  await tabTo(page, 'button Reset')
  await tabTo(page, 'button Switch off one')
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press('Enter')
  await says(page, 'Switched off one')
  await page.locator('#fault-one').waitFor({ state: 'detached' })
  await tabTo(page, 'button Switch off two')
  await page.keyboard.press('Enter')
  await says(page, 'Switched off two')
  await page.getByText('No faults').waitFor()

  await tabTo(page, 'button Reset', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await says(page, 'Reset:')
  expect(await focused(page)).toBe('button Reset')
  expect(await isFocusSeen(page)).toBe(true)
})

test('every view can be reached, and each of its stops shows the focus', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await sim('POST', 'faults', { name: 'one', effect: { latency_ms: 0 } })
  for (const view of ['State', 'Failures', 'Clock', 'Coverage', 'Findings', 'Journal']) {
    await tabTo(page, view === 'Failures' ? 'a Failures1' : `a ${view}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/${view === 'Failures' ? 'faults' : view.toLowerCase()}`)
    await page.getByRole('heading', { level: 1, name: view }).waitFor({ state: 'attached' })
    const unseen: string[] = []
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      const name = await focused(page)
      if (name === 'nothing') break
      if (!(await isFocusSeen(page))) unseen.push(name)
    }
    expect({ view, unseen }).toEqual({ view, unseen: [] })
    await page.goto(page.url())
  }
})
