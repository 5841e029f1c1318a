import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { counted, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

/** What a person has opened, typed, marked and scrolled to, and where the focus is. */
const atHand = (page: Page) =>
  page.evaluate(() => {
    const read = {
      all: <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)],
      name: (each: Element | null) => each?.id || each?.getAttribute('name') || each?.textContent?.slice(0, 40),
    }
    const { all, name } = read
    const fields = all<HTMLInputElement>('input, select, textarea')
    return {
      open: all(':popover-open').map(name),
      unfolded: all('details[open] > summary').map((each) => each.textContent),
      filled: fields.filter(({ dataset }) => dataset['dirty'] !== undefined).map((each) => [name(each), each.value]),
      complaints: all('[role=alert]').map((each) => each.textContent),
      buttons: all('[data-count-edits]').map((each) => each.textContent),
      compared: all('.parted').map((each) => each.textContent),
      receipt: all('#receipt').map((each) => each.textContent),
      aimed: all('.json .aimed').map((each) => each.textContent),
      scrolled: all('*')
        .filter((each) => each.scrollTop + each.scrollLeft > 0)
        .map((each) => [name(each), each.scrollTop, each.scrollLeft]),
      focused:
        document.activeElement === document.body
          ? 'nothing'
          : [name(document.activeElement), Reflect.get(document.activeElement ?? {}, 'value')],
      selected: String(getSelection()),
    }
  })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const unfold = (page: Page, text: string) => page.locator('summary', { hasText: text }).click()
const scroll = (page: Page, selector: string) => page.locator(selector).evaluate((each) => each.scrollTo(50, 50))
const mark = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((each) => getSelection()?.selectAllChildren(each))

const cases: readonly (readonly [what: string, view: string, act: (page: Page) => Promise<unknown>])[] = [
  [
    'the menu of sandboxes, with a comparison and a half typed name',
    'findings',
    async (page) => {
      await button(page, 'Sandbox default').click()
      await page.getByRole('link', { name: 'Compare default with other' }).click()
      await page.locator('.parted').waitFor()
      await unfold(page, 'Delete all…')
      await page.locator('#switcher-name').fill('half')
    },
  ],
  [
    'the menu of snapshots with a half typed name',
    'state',
    async (page) => {
      await button(page, 'Snapshots (1)').click()
      await page.locator('#snapshot-name').fill('half')
    },
  ],
  ['the list of keys', 'findings', (page) => page.keyboard.press('?')],
  [
    'a search that is half typed',
    'journal',
    async (page) => {
      await page.getByLabel('Search the journal').fill('status:200 inst')
      await counted(page, 1)
    },
  ],
  [
    'the place in the journal, and a marked text',
    'journal',
    (page) => Promise.all([scroll(page, '#log'), mark(page, '#exchange-3 .why')]),
  ],
  [
    'Break this, from which a switch was pressed',
    'journal?exchange=1',
    async (page) => {
      await button(page, 'Break this').click()
      await button(page, 'next 2: 500, instances.list').click()
      await button(page, '2 left: 500, instances.list').focus()
    },
  ],
  [
    'Send again with a half typed key',
    'journal?exchange=2',
    async (page) => {
      await button(page, 'Send again').click()
      await page.locator('#send-key').fill('half')
    },
  ],
  [
    'the folds of a body, the aimed line, a marked text and the place',
    'journal?exchange=1',
    async (page) => {
      await page.locator('.json details:not([open]) > summary').first().click()
      await mark(page, '.json .k')
      await page.locator('.json').focus()
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
      await scroll(page, '.json')
    },
  ],
  ['the rules of all operations', 'journal?exchange=1&show=why', (page) => unfold(page, 'of all operations')],
  [
    'faults that are written, edited and refused, a number of requests, and the place on the board',
    'faults',
    async (page) => {
      await unfold(page, 'Add a fault as JSON')
      await page.locator('#fault-json').fill('{ "name": ')
      await page.locator('#fault-as-json').getByRole('button', { name: 'Add' }).click()
      await page.locator('#edit-third summary').click()
      await page.locator('#fault-json-third').fill('{ half')
      await page.locator('#next-n').fill('7')
      await scroll(page, '.board')
    },
  ],
  [
    'a scenario with a parameter, and the search for it',
    'faults',
    async (page) => {
      await page
        .locator('details', { has: page.locator('#scenario-flaky-listing') })
        .locator('summary')
        .click()
      await page.locator('#param-flaky-listing-failures').fill('9')
      await page.locator('#search-text').fill('listing')
    },
  ],
  [
    'a row that is edited in its form and as JSON, and a search for others',
    'state?collection=instances&row=31',
    async (page) => {
      await unfold(page, 'fields that are not set')
      await page.locator('#edit-instances-31-label').fill('mine')
      await page.locator('#edit-instances-31-actual_status').selectOption('exited')
      await unfold(page, 'As JSON')
      await page.locator('#edit-instances-31').fill('{ half')
      await page.locator('#search-field').selectOption('label')
      await page.locator('#search-text').fill('mi')
      await scroll(page, '#detail')
    },
  ],
  [
    'a new row that was refused',
    'state?collection=volumes&row=new',
    async (page) => {
      await page.getByLabel('user_id').fill('1')
      await page.getByLabel('size').fill('20')
      await button(page, 'Add').click()
      await page.getByRole('alert').filter({ hasText: 'there is no 1' }).waitFor()
    },
  ],
  [
    'a fixture that is half typed, and the place among the rows',
    'state?collection=offers',
    async (page) => {
      await scroll(page, '.grid .scroller')
      await button(page, 'Import…').click()
      await page.locator('#import-json').fill('{ half')
    },
  ],
  [
    'an instant, a number of seconds and what fell due',
    'clock',
    async (page) => {
      await button(page, 'Advance 1 s').click()
      await page.locator('#receipt p').waitFor()
      await page.locator('#clock-at').fill('2031-0')
      await page.locator('#advance-seconds').fill('1.5')
    },
  ],
  [
    'the rule that is open, the focused square and the place on the map',
    'coverage?rule=instances.create.offer-rented',
    async (page) => {
      await page.locator('.square').nth(90).focus()
      await mark(page, '.rule-text')
    },
  ],
]

test.each(cases)('%s: kept when the page renews itself', async (_, view, act) => {
  const { page, sim, ask, visit } = await dashboard(FROZEN)
  await sim('POST', 'faults', {
    name: 'third',
    match: { operation: 'templates.search' },
    when: { every: 3 },
    effect: { status: 500 },
  })
  await sim('POST', 'snapshots', { name: 'seeded' })
  await ask('/~other/api/v0/instances/')
  await ask('/api/v0/instances/')
  await Promise.all(Array.from({ length: 40 }, () => ask('/api/v0/nowhere/', { key: 'nobodys-key' })))
  await visit(view)
  await act(page)
  const before = await atHand(page)

  const state = () => page.locator('#top').getAttribute('data-state')
  await ask('/api/v0/template/')
  await sim('POST', 'faults', { name: 'another', match: { operation: 'templates.edit' }, effect: { status: 500 } })
  await sim('POST', 'snapshots', { name: 'later' })
  const [, wanted] = / data-state="([^"]*)"/.exec(await (await fetch(page.url())).text()) ?? []
  await expect.poll(state).toBe(wanted)
  expect(await atHand(page)).toEqual(before)
})

test('an act says that it is done while requests come without end', async () => {
  const { page, ask } = await dashboard(FROZEN)
  const end = new AbortController()
  const client = async () => {
    while (!end.signal.aborted) await ask('/api/v0/instances/')
  }
  const requests = client()
  await button(page, 'Reset').click()
  await button(page, /^Undo/).click()
  await says(page, 'Undone: the sandbox is as before.')
  end.abort()
  await requests
})
