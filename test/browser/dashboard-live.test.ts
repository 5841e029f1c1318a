import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { detailOf, followed, ids, onDashboard, rowsOf, says } from '../support/dashboard-page.ts'
import { throughProxies } from '../support/proxied.ts'
import { inChromium } from '../support/browser-page.ts'
import { createSimulator } from 'rental-sim'

const dashboard = onDashboard()
const { open } = inChromium()
const proxied = throughProxies()

const RENTER = { headers: { Authorization: 'Bearer renter-key' } }

test('a request appears by itself, after one event', async () => {
  const { page, ask, complaints } = await dashboard(['--no-rate-limit'])
  await ask('/api/v0/template/')
  await followed(page, 1)
  const events = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0
        const source = new EventSource('events')
        source.addEventListener('change', () => {
          count += 1
          if (count === 1) void fetch('/api/v0/template/', { headers: { Authorization: 'Bearer renter-key' } })
          else resolve(count)
        })
      }),
  )
  expect(events).toBe(2)
  await followed(page, 2)
  expect(complaints).toEqual([])
})

test('nothing under a pointer moves while requests come, and new ones are counted below', async () => {
  const { page, ask } = await dashboard(['--no-rate-limit'])
  for (let i = 0; i < 60; i++) await ask('/api/v0/template/')
  await followed(page, 60)
  const row = rowsOf(page).nth(50)
  const box = await row.boundingBox()
  if (box === null) throw new Error('the row is not shown')
  await page.mouse.move(box.x + 40, box.y + 8)
  await page.mouse.move(box.x + 44, box.y + 9)
  const under = () =>
    page.evaluate(
      ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest<HTMLElement>('[data-row]')?.dataset['row'],
      [box.x + 44, box.y + 9],
    )
  const before = await under()
  await Promise.all(Array.from({ length: 30 }, () => ask('/api/v0/template/')))
  await followed(page, 90)
  expect(await under()).toBe(before)
})

test('of 1,500 requests the page has a few hundred rows, and the first is reached by scrolling', async () => {
  const { page, url, visit } = await dashboard(['--no-rate-limit', '--journal-size', '5000'])
  for (let i = 0; i < 30; i++)
    await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${url}/api/v0/template/`, RENTER).then((each) => each.text())),
    )
  await visit('requests')
  await followed(page, 1500)
  expect(await rowsOf(page).count()).toBeLessThan(300)
  await expect
    .poll(async () => {
      const older = page.getByRole('button', { name: 'Older requests' })
      if (await older.isVisible()) await older.click()
      return (await ids(page))[0]
    })
    .toBe(1)
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(600)
})

test('a request that a reset took stays to be read, and says so', async () => {
  const { page, ask, sim } = await dashboard(['--no-rate-limit'])
  await ask('/api/v0/template/', { method: 'POST', body: '{"name":"a","image":5}' })
  await followed(page, 1)
  await rowsOf(page).click()
  await expect.poll(() => detailOf(page).innerText()).toContain('image: expected string')
  await sim('POST', 'reset')
  await expect
    .poll(() => detailOf(page).innerText())
    .toMatch(/Request 1 is gone \(reset at [\d:]+\)\. This is what it was\./)
  expect(await detailOf(page).innerText()).toContain('image: expected string')
})

test('a server that stops makes the bar say since when, and one that starts again is followed', async () => {
  const sim = createSimulator({ rateLimit: { enabled: false } })
  const first = await sim.listen()
  const proxy = await proxied(first)
  const { page } = await open(`${proxy.url}/_sim/ui/requests`)
  await page.getByRole('button', { name: /^Clock/ }).waitFor()
  proxy.stop()
  await page.getByText(/The simulator has not answered since/).waitFor()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'The simulator did not answer.' }).waitFor()
  await proxied(first, '', proxy.port)
  await page.getByText(/has not answered since/).waitFor({ state: 'detached' })
  await sim.fetch('/api/v0/template/', RENTER)
  await followed(page, 1)
  await sim.close()
})

test('below the path of a proxy, in a sandbox, every file, call and link has that path', async () => {
  const sim = createSimulator({ rateLimit: { enabled: false } })
  const proxy = await proxied(await sim.listen(), '/tools/sim')
  await sim.sandbox('mine').fetch('/api/v0/template/', RENTER)
  const { page, asked, complaints } = await open(`${proxy.url}/~mine/_sim/ui/requests`)
  await followed(page, 1)
  await page.getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('link', { name: 'Create a template' }).first().click()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tools/sim/~mine/docs/templates.create')
  expect(asked.filter((each) => !new URL(each).pathname.startsWith('/tools/sim/~mine/'))).toEqual([])
  expect(complaints).toEqual([])
  await sim.close()
})

test('a token is asked for once, a wrong one is refused in words, and the page goes on to its address', async () => {
  const sim = createSimulator({ controlToken: 's3cret' })
  const url = await sim.listen()
  const { page } = await open(`${url}/_sim/ui/data?collection=offers`)
  await page.getByLabel('Control token').fill('wrong')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('That is not the token this server was started with.').waitFor()
  await page.getByLabel('Control token').fill('s3cret')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('table', { name: 'offers' }).waitFor()
  await page.goto(`${url}/_sim/ui/requests`)
  await page.getByRole('button', { name: /^Clock/ }).waitFor()
  await sim.close()
})

test('one click deletes no sandbox, nor does a double click; what is deleted can be undone', async () => {
  const { page, ask, sim } = await dashboard(['--no-rate-limit'])
  for (const name of ['a1', 'a2', 'a3']) await ask(`/~${name}/api/v0/template/`)
  const names = async () =>
    ((await sim('GET', 'sandboxes'))['sandboxes'] as { name: string }[]).map(({ name }) => name).toSorted()
  await page.getByRole('button', { name: 'Sandbox default' }).click()
  await page.getByRole('button', { name: 'Delete a2' }).dblclick()
  expect(await names()).toEqual(['a1', 'a2', 'a3', 'default'])
  const yes = page.getByRole('button', { name: 'Yes, delete a2' })
  if (!(await yes.isVisible())) await page.getByRole('button', { name: 'Delete a2' }).click()
  await yes.click()
  await says(page, 'Deleted a2.')
  expect(await names()).toEqual(['a1', 'a3', 'default'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await says(page, 'Undone: Delete a2.')
  expect(await names()).toEqual(['a1', 'a2', 'a3', 'default'])
  expect(await sim('GET', '../~a2/_sim/overview')).toMatchObject({ requests: 1 })
})

test('58 sandboxes keep their order while requests come, and one is found by a part of its name', async () => {
  const { page, ask } = await dashboard(['--no-rate-limit'])
  for (let at = 1; at <= 57; at++) await ask(`/~box-${at}/api/v0/template/`)
  await page.getByRole('button', { name: 'Sandbox default' }).click()
  const shown = page.locator('a.name')
  await expect.poll(() => shown.count()).toBeGreaterThan(20)
  const before = await shown.allTextContents()
  expect(before[0]).toBe('default')
  await ask('/~box-57/api/v0/template/')
  await ask('/api/v0/template/')
  await followed(page, 1)
  expect(await shown.allTextContents()).toEqual(before)
  await page.getByLabel('Find or create a sandbox').fill('ox-57')
  await expect.poll(() => shown.allTextContents()).toEqual(['box-57'])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Sandbox box-57' }).waitFor()
})

test('what one tab resets the other shows as reset, and can undo', async () => {
  const { page, ask, url } = await dashboard(['--no-rate-limit'])
  const { page: other } = await open(`${url}/_sim/ui/requests`)
  await ask('/api/v0/template/', { method: 'POST', body: JSON.stringify({ name: 'kept', image: 'i' }) })
  const templates = async () => JSON.stringify((await ask('/api/v0/template/')).body)
  expect(await templates()).toContain('"kept"')
  await Promise.all([followed(page, 2), followed(other, 2)])
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await says(page, 'Reset.')
  await expect.poll(() => ids(other)).toEqual([])
  await other.getByRole('button', { name: 'More' }).click()
  await other.getByRole('button', { name: /^Reset.*:/ }).click()
  await expect.poll(templates).toContain('"kept"')
})

test('what is typed in a row is kept as a draft, and said', async () => {
  const { page, visit } = await dashboard([], { view: 'data?row=31' })
  await page.getByRole('textbox', { name: 'label' }).fill('typed')
  await page.getByRole('link', { name: /^Requests/ }).click()
  await says(page, 'What you typed in instances 31 is kept as a draft.')
  await visit('data')
  await expect.poll(() => page.getByRole('row', { name: /^31/ }).innerText()).toContain('draft')
  await page.getByRole('link', { name: '31', exact: true }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'label' }).inputValue()).toBe('typed')
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor()
})

test('the board is one stop of the Tab key, and the arrow keys walk it', async () => {
  const { page } = await dashboard([], { view: 'faults' })
  await page.getByRole('button', { name: 'network-volumes.list 500: off' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const cell = page.getByRole('button', { name: /429: 1 left$/ })
  await cell.waitFor()
  await page.keyboard.press('Backspace')
  await cell.waitFor({ state: 'detached' })
  expect(await page.locator('[data-cell][tabindex="0"]').count()).toBe(1)
})

test('hostile text runs nothing and widens nothing, and a body of a megabyte is cut until somebody asks', async () => {
  const { page, ask, visit } = await dashboard(['--no-rate-limit'])
  const hostile = '<img src=x onerror="window.__x=1"><script>window.__x=1</script>\u202e'
  await ask(`/api/v0/template/?q=${encodeURIComponent(hostile)}`)
  await ask('/api/v0/template/', {
    method: 'POST',
    body: JSON.stringify({ name: hostile, image: 'a' }),
    headers: { 'X-Test': 'hostile' },
  })
  await ask('/api/v0/template/', {
    method: 'POST',
    body: JSON.stringify({ name: 'b', image: 'a', readme: 'x'.repeat(900_000) }),
  })
  for (const view of ['requests?request=1', 'requests?request=2', 'data?collection=templates', 'requests?request=3']) {
    await visit(view)
    await page.getByRole('button', { name: /^Clock/ }).waitFor()
  }
  await page
    .getByRole('button', { name: /… 900,000 characters/ })
    .first()
    .waitFor()
  expect(await page.evaluate(() => '__x' in globalThis)).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await page.evaluate(() => document.body.innerText.length)).toBeLessThan(60_000)
})

/** A fixture with one instance that has this label. */
const labelled = (label: string) => `users: [{ id: 1001, name: renter, api_keys: [{ key: renter-key }] }]
offers: [{ id: 601 }]
instances: [{ id: 31, user_id: 1001, offer_id: 601, label: ${label} }]
`

test('with --watch the page says that a file was read again, or why it cannot be used, and a reset shows its rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-watched-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mine.yaml')
  writeFileSync(file, labelled('before'))
  const { page, sim, visit } = await dashboard(['--fixture', file, '--watch'])
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  writeFileSync(file, labelled('after'))
  await page.getByText('files changed: read again; a reset starts from them').waitFor()
  await visit('data?row=31')
  await page.getByRole('main').getByText('before').first().waitFor()
  await sim('POST', 'reset')
  await page.getByRole('main').getByText('after').first().waitFor()
  await visit('requests')
  writeFileSync(file, 'instances: [{ id: none }]')
  await page.getByText(/files changed, but cannot be used; the old ones stay: .*mine\.yaml:1/).waitFor()
})
