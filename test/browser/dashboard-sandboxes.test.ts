import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complains, followed, onDashboard, says, shownRows } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

const openMenu = (page: Page, sandbox: string) =>
  page
    .locator('#bar')
    .getByRole('button', { name: `Sandbox ${sandbox}` })
    .click()

test('a sandbox opened by name is a world of its own', async () => {
  const { page, url, curl, visit } = await dashboard(FROZEN)
  await openMenu(page, 'default')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('team-7')
  await page.getByRole('button', { name: 'Create sandbox' }).click()
  await page.waitForURL(`${url}/~team-7/_sim/ui/journal`)
  await page.locator('#bar').getByRole('button', { name: 'Sandbox team-7' }).waitFor()
  await page.getByText(`${url}/~team-7/api/v0/instances/`).waitFor()

  await curl('/~team-7/api/v0/instances/')
  await curl('/api/v0/nowhere/')
  await followed(page, 1)
  expect(await shownRows(page)).toEqual(['1 GET /api/v0/instances/ 200 assumed'])
  await page.getByRole('link', { name: 'Clock', exact: true }).click()
  await page.getByRole('button', { name: 'Advance 1 h' }).click()
  await expect.poll(() => page.locator('#bar time').textContent()).toBe('2026-01-01 01:00:00')

  await visit('journal')
  await followed(page, 1)
  expect(await shownRows(page)).toEqual(['1 GET /api/v0/nowhere/ 404 assumed'])
  expect(await page.locator('#bar time').textContent()).toBe('2026-01-01 00:00:00')
})

test('every link and button of a sandbox stays in it', async () => {
  const { page, url, sim, ask } = await dashboard(FROZEN)
  await ask('/~own/api/v0/instances/')
  await page.goto(`${url}/~own/_sim/ui/faults?text=empty-account`)
  await page.getByRole('button', { name: 'Start empty-account' }).click()
  await says(page, 'empty-account is active.')
  const links = await page
    .locator('a:not(.skip)')
    .evaluateAll((all) => all.map((each) => (each instanceof HTMLAnchorElement ? each.href : '')))
  expect(links.filter((link) => !link.startsWith(`${url}/~own/`))).toEqual([])
  expect(await sim('GET', 'scenario')).toMatchObject({ active: null })
})

test('the menu of sandboxes counts what happened in them, finds them by name, and deletes them', async () => {
  const { page, ask, sim } = await dashboard(FROZEN)
  await ask('/~one/api/v0/instances/')
  await ask('/~one/api/v0/instances/')
  await ask('/~bad/api/v0/instances/')
  await ask('/~bad/api/v0/nowhere/')
  await ask('/~two/api/v0/instances/')
  await openMenu(page, 'default')
  const item = async (name: string) =>
    (await page.locator(`#sandbox-${name}`).innerText()).replaceAll(/\s+/g, ' ').trim()
  await page.locator('#sandbox-one').waitFor()
  expect(await item('one')).toBe('one 2 requests Compare Fork Reset Delete')
  expect(await item('bad')).toBe('bad 2 requests 1 error 1 finding Compare Fork Reset Delete')
  expect(await item('default')).toBe('default 0 requests Fork Reset')

  await page.getByLabel('Find a sandbox').fill('tw')
  await page.locator('#sandbox-one').waitFor({ state: 'detached' })
  expect(await page.locator('#sandbox-two a').first().getAttribute('href')).toContain('~two/_sim/ui/journal')
  await page.getByRole('button', { name: 'Delete two' }).click()
  await says(page, 'Deleted two.')
  await page.getByText('No sandbox has that in its name.').waitFor()
  expect(await sim('GET', 'sandboxes')).toMatchObject({
    sandboxes: [{ name: 'default' }, { name: 'bad' }, { name: 'one' }],
  })

  await page.getByText('Delete all…').click()
  await page.getByRole('button', { name: 'Delete 2 sandboxes' }).click()
  await says(page, 'Only the default sandbox is left.')
  expect(await sim('GET', 'sandboxes')).toMatchObject({ sandboxes: [{ name: 'default' }] })
})

test('the menu forks and resets a sandbox, also another one, whose reset is undone', async () => {
  const { page, url, ask } = await dashboard(FROZEN)
  await ask('/~one/api/v0/asks/12345678/', { method: 'PUT', body: JSON.stringify({ image: 'a/b' }) })
  const rentedIn = async (name: string) => (await fetch(`${url}/~${name}/_sim/state/instances/32`)).status
  await openMenu(page, 'default')
  await page.getByRole('button', { name: 'Fork one' }).click()
  await says(page, 'Forked one.')
  await page.getByRole('link', { name: 'one-2 1 request' }).waitFor()
  await page.getByRole('button', { name: 'Reset one', exact: true }).click()
  await says(page, 'Reset one.')
  expect([await rentedIn('one'), await rentedIn('one-2')]).toEqual([404, 200])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await says(page, 'Undone: the sandbox is as before.')
  expect(await rentedIn('one')).toBe(200)
  await page.goto(`${url}/~one/_sim/ui/journal`)
  await openMenu(page, 'one')
  await page.getByRole('button', { name: 'Fork default' }).click()
  await page.locator('#sandbox-default-2').waitFor()
})

test('a deleted sandbox leaves what it held unanswered', async () => {
  const { page, url, ask, sim } = await dashboard(FROZEN)
  await ask('/~own/api/v0/nowhere/')
  await sim('POST', '../~own/_sim/faults', { name: 'slow', effect: { latency_ms: 60_000 } })
  const held = ask('/~own/api/v0/instances/').catch(() => 'no answer')
  await page.goto(`${url}/~own/_sim/ui/journal`)
  await page.locator('.held').waitFor()
  await openMenu(page, 'own')
  await page.locator('#sandbox-own').getByText('1 held request').waitFor()
  await page.getByRole('button', { name: 'Delete own' }).click()
  await says(page, 'Deleted own. The requests that it held got no answer.')
  await page.locator('#live').getByText('dropped', { exact: true }).waitFor()
  expect(await held).toBe('no answer')
})

test('a snapshot is taken, restored and deleted by its buttons', async () => {
  const { page, sim, ask } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await page.getByText('Snapshots (0)').click()
  await page.locator('#snapshots').getByLabel('Name').fill('seeded')
  await page.getByRole('button', { name: 'Take' }).click()
  await says(page, 'Snapshot taken.')
  await page.getByText('Snapshots (1)').waitFor()
  expect(await page.locator('#snapshots').getByLabel('Name').inputValue()).toBe('')
  const kept = await sim('GET', 'state')

  await sim('PATCH', 'state/instances/31', { label: 'changed' })
  await sim('POST', 'clock/advance', { seconds: 60 })
  await ask('/api/v0/instances/')
  await followed(page, 2)
  await page.getByRole('button', { name: 'Restore seeded' }).click()
  await says(page, 'Restored seeded.')
  await followed(page, 1)
  expect(await sim('GET', 'state')).toEqual(kept)
  await expect.poll(() => page.locator('#bar time').textContent()).toBe('2026-01-01 00:00:00')

  await page.getByRole('button', { name: 'Delete seeded' }).click()
  await says(page, 'Deleted seeded.')
  await page.getByText('Snapshots (0)').waitFor()
  expect(await sim('GET', 'snapshots')).toEqual({ snapshots: [] })
})

test('a button of a server that is gone says that it did not answer', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: 'faults' })
  expect(await sim('GET', 'faults')).toEqual({ faults: [], held: [] })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Reset' }).click()
  await complains(page, 'The simulator did not answer.')
})
