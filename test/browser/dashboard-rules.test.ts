import { expect, test } from 'vitest'
import { complains, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const RULE = 'instances.create.volume-created'

test('a rule that nobody touched shows the request that does; it is sent, and the rule is touched', async () => {
  const { page, sim } = await dashboard(FROZEN, { view: `coverage?rule=${RULE}` })
  const detail = page.getByRole('region', { name: RULE })
  await detail.getByRole('heading', { name: 'Never touched' }).waitFor()
  expect(await detail.locator('#touching').innerText()).toMatch(
    /^curl -i -X PUT \S*\/api\/v0\/asks\/12345678\/ [\s\S]*create_new":true/,
  )
  await detail.getByRole('button', { name: 'Send' }).click()
  await says(page, 'Touched by exchange 1: 200.')
  await detail.getByRole('heading', { name: 'Touched 1×' }).waitFor()
  await detail.getByRole('link', { name: '#1 PUT /api/v0/asks/12345678/' }).waitFor()
  expect(await sim('GET', 'coverage')).toMatchObject({
    documented: { rules: expect.arrayContaining([expect.objectContaining({ id: RULE, hits: 1 })]) as unknown },
  })

  await detail.getByRole('button', { name: 'Send' }).click()
  await complains(page, 'Exchange 2, 410, did not touch it')
})

test('a rule that takes two requests sends both, and one that takes a time says so', async () => {
  const { page, visit } = await dashboard(['--clock', 'frozen'], { view: 'coverage?rule=instances.list.rate-limit' })
  await page.getByRole('button', { name: 'Send 2 requests' }).click()
  await says(page, 'Touched by exchange 2: 429.')
  await visit('coverage?rule=network-volumes.search.expires')
  await page.getByText('No request alone touches it').waitFor()
  expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0)
})

test('a rule tells its whole text, what it rests on, where it applies; an unknown one is said to be', async () => {
  const { page, visit } = await dashboard(FROZEN, { view: 'coverage?rule=instances.create.offer-rented' })
  const detail = page.getByRole('region', { name: 'instances.create.offer-rented' })
  await detail.getByText('An offer is rented once; then it is gone.').waitFor()
  const facts = await detail.locator('.facts').innerText()
  expect(facts).toMatch(/Basis\s+assumed\s+Evidence\s+\S.*\s+Refuses with\s+410 \S+\s+Operations\s+instances\.create/)
  await visit('coverage?rule=no.such.rule')
  await page.getByText('There is no rule no.such.rule.').waitFor()
})

test('a rule that shaped an answer leads from its exchange to its text', async () => {
  const { page, ask, visit } = await dashboard(FROZEN)
  await ask('/api/v0/instances/')
  await visit('journal?exchange=1')
  await page.getByRole('link', { name: /^Why/ }).click()
  await page.getByRole('link', { name: 'instances.list.lists-own' }).click()
  await page.waitForURL(/coverage\?rule=instances\.list\.lists-own$/)
  const detail = page.getByRole('region', { name: 'instances.list.lists-own' })
  await detail.getByRole('link', { name: '#1 GET /api/v0/instances/' }).waitFor()
})
