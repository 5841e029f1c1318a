import { expect, test } from 'vitest'
import { followed, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const VIEWS = ['journal', 'state', 'faults', 'clock', 'coverage', 'findings']
const TOKEN = 'peculiar-control-token'

test('a dashboard with a control token asks for it, refuses another, and works with the right one', async () => {
  const { page, url, curl, visit } = await dashboard([...FROZEN, '--control-token', TOKEN])
  const pages: string[] = []
  const field = page.getByLabel('Control token')
  const enter = async (token: string) => {
    await field.fill(token)
    await page.getByRole('button', { name: 'Open' }).click()
  }
  for (const view of VIEWS) {
    expect((await visit(view))?.status()).toBe(401)
    await field.waitFor()
  }
  expect((await fetch(`${url}/_sim/ui/events`)).status).toBe(401)
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)

  await enter('something-else')
  await page.getByRole('alert').filter({ hasText: 'That is not the token' }).waitFor()
  expect(await page.context().cookies()).toEqual([])
  await enter(TOKEN)
  await page.waitForURL(`${url}/_sim/ui/findings`)

  await visit('journal')
  await curl('/api/v0/instances/')
  await followed(page, 1)
  await page.getByRole('button', { name: 'Reset' }).click()
  await says(page, 'Reset:')
  await page.getByText('Nothing yet.').waitFor()
  for (const view of VIEWS) {
    expect((await visit(view))?.status()).toBe(200)
    pages.push(await page.content())
  }
  expect(pages.filter((text) => text.includes(TOKEN))).toEqual([])
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
  expect(cookie?.value).not.toContain(TOKEN)
})

test('the sign-in page of a sandbox leads to the page of it that was asked for', async () => {
  const { page, url } = await dashboard([...FROZEN, '--control-token', TOKEN])
  await page.goto(`${url}/~own/_sim/ui/state`)
  await page.getByLabel('Control token').fill(TOKEN)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.waitForURL(`${url}/~own/_sim/ui/state`)
  await page.locator('#bar').getByRole('button', { name: 'Sandbox own' }).waitFor()
})

test('everything comes from the server itself, and nothing complains', async () => {
  const { page, complaints, url, ask, visit, sim } = await dashboard(FROZEN)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await ask('/api/v0/instances/')
  await sim('POST', 'faults', { name: 'one', match: { operation: 'instances.list' }, effect: { status: 500 } })
  for (const view of VIEWS) {
    const answer = await visit(view)
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    await page.getByRole('link', { name: 'Coverage' }).waitFor()
  }
  await visit('journal')
  await page.locator('#exchange-1').getByRole('link').click()
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await says(page, 'Reset:')

  expect(asked.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith('data:'))).toEqual([])
  expect(asked).toContain(`${url}/_sim/ui/script.js`)
  expect(complaints).toEqual([])
})

test('a page that does not exist says so and leads back', async () => {
  const { page, visit } = await dashboard(FROZEN)
  expect((await visit('nothing-here'))?.status()).toBe(404)
  await page.getByRole('link', { name: 'To the journal' }).click()
  await page.getByText('Nothing yet.').waitFor()
})
