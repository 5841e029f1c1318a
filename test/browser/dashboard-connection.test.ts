import { expect, test } from 'vitest'
import { throughProxies } from '../support/proxied.ts'
import { serve } from '../support/spawn-cli.ts'
import { followed, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const proxied = throughProxies()

test('a server that stops and comes back is said, the page stays, its clock stands, and it follows again', async () => {
  const { page, url, ask, complaints } = await dashboard(['--no-rate-limit'])
  const before = await proxied(url)
  await page.goto(`${before.url}/_sim/ui/journal`)
  await ask('/api/v0/instances/')
  await followed(page, 1)
  const live = page.locator('#live')
  expect(await live.innerText()).toBe('live')

  before.stop()
  await live.getByText(/^reconnecting, last heard \d+ s ago$/).waitFor()
  const time = page.locator('#bar time')
  const stood = await time.textContent()
  await page.locator('#exchange-1').getByRole('link').click()
  await page.getByRole('alert').filter({ hasText: 'did not answer: this page is as it was last heard' }).waitFor()
  expect(await page.locator('#exchange-1').count()).toBe(1)
  expect(page.url()).toBe(`${before.url}/_sim/ui/journal`)
  await live.getByText(/^stopped, last heard \d+ s ago$/).waitFor()
  expect(await time.textContent()).toBe(stood)

  await proxied(url, '', before.port)
  await live.getByText('live', { exact: true }).waitFor()
  await page.mouse.move(5, 5)
  await page.locator('#main').focus()
  await ask('/api/v0/instances/')
  await followed(page, 2)
  await expect.poll(() => time.textContent()).not.toBe(stood)
  expect(complaints.filter((text) => !text.includes('ERR_'))).toEqual([])
})

test('a changed token is said, and what one reads stays', async () => {
  const { page, visit } = await dashboard([...FROZEN, '--control-token', 'first'])
  await page.getByLabel('Control token').fill('first')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('Nothing yet.').waitFor()
  await page.locator('#live').getByText('live', { exact: true }).waitFor()
  const other = await serve([...FROZEN, '--control-token', 'second'])
  await page.route('**/_sim/ui/events', (route) => route.continue({ url: `${other.url}/_sim/ui/events` }))
  await visit('state')
  await page.locator('#live').getByText('token changed: reload to sign in').waitFor()
  expect(await page.getByRole('heading', { level: 1, name: 'State' }).count()).toBe(1)
})

test('a dropped sandbox is said, stays on the page and is not made by it, and is followed once a request makes it', async () => {
  const { page, url, ask, sim } = await dashboard(FROZEN)
  await ask('/~own/api/v0/instances/')
  await page.goto(`${url}/~own/_sim/ui/journal`)
  await followed(page, 1)
  await sim('DELETE', 'sandboxes/own')
  await page.locator('#live').getByText('dropped', { exact: true }).waitFor()
  expect(await page.locator('#exchange-1').count()).toBe(1)
  expect(await sim('GET', 'sandboxes')).toMatchObject({ sandboxes: [{ name: 'default' }] })

  await ask('/~own/api/v0/nowhere/')
  await page.locator('#live').getByText('live', { exact: true }).waitFor()
  await page.getByRole('link', { name: '/api/v0/nowhere/' }).waitFor()
})

test('a sandbox that is not there is told with the nearest, made by its button, and by nothing else', async () => {
  const { page, url, ask, sim } = await dashboard(FROZEN)
  await ask('/~typo-fixed/api/v0/instances/')
  const names = async () => JSON.stringify(await sim('GET', 'sandboxes'))
  for (const view of ['journal', 'state', 'clock', 'findings'])
    expect((await page.goto(`${url}/~typo-fixd/_sim/ui/${view}`))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'No sandbox typo-fixd yet' }).waitFor()
  await page.locator('#live').getByText('waiting').waitFor()
  expect(await names()).not.toContain('fixd')
  expect(await page.getByRole('link', { name: 'typo-fixed' }).getAttribute('href')).toBe(
    '../../../~typo-fixed/_sim/ui/findings',
  )
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('link', { name: 'Coverage' }).waitFor()
  expect(await names()).toContain('typo-fixd')
})

test('below the path of a proxy every view, act, event and link works, and addresses say where that is', async () => {
  const { page, url, ask, complaints } = await dashboard(FROZEN)
  const { url: base } = await proxied(url, '/tools/sim')
  await ask('/~own/api/v0/instances/')
  await page.goto(`${base}/~own/_sim/ui/journal`)
  await followed(page, 1)
  await ask('/~own/api/v0/nowhere/')
  await followed(page, 2)
  for (const view of ['State', 'Failures', 'Clock', 'Coverage', 'Findings', 'Journal']) {
    await page.getByRole('link', { name: view }).first().click()
    await page.waitForURL(`${base}/~own/_sim/ui/${view === 'Failures' ? 'faults' : view.toLowerCase()}`)
  }
  await page.getByRole('button', { name: '+10 s' }).click()
  await expect.poll(() => page.locator('#bar time').textContent()).toBe('2026-01-01 00:00:10')
  await page.locator('#exchange-1').getByRole('link').click()
  const asCurl = page.getByRole('link', { name: 'Copy as curl' })
  await page.goto(new URL((await asCurl.getAttribute('href')) ?? '', page.url()).href)
  expect(await page.locator('#copied').textContent()).toContain(
    `${base.replace('http:', 'https:')}/~own/api/v0/instances/`,
  )
  await page.getByRole('button', { name: 'Sandbox own' }).click()
  await page
    .locator('#switcher-list')
    .getByRole('link', { name: /^default/ })
    .click()
  await page.waitForURL(`${base}/_sim/ui/journal`)
  await page.getByRole('button', { name: 'Reset' }).click()
  await says(page, 'Reset:')
  expect(complaints).toEqual([])
})
