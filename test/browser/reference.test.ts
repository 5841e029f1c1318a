import type { Page } from 'playwright-core'
import { createSimulator, type SimulatorOptions } from 'rental-sim'
import { expect, onTestFinished, test } from 'vitest'
import { inChromium } from '../support/browser-page.ts'
import { throughProxies } from '../support/proxied.ts'

const { open } = inChromium()
const proxied = throughProxies()

async function serve(options: SimulatorOptions = {}) {
  const sim = createSimulator({ clock: 'frozen', rateLimit: { enabled: false }, ...options })
  onTestFinished(() => sim.close())
  return { sim, url: await sim.listen() }
}

/** Presses Send and reads what came of it. */
async function send(page: Page) {
  const answer = page.locator('#answer')
  await answer.evaluate((place) => place.replaceChildren())
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.locator('.status').waitFor()
  return { answer, status: await answer.locator('.status').innerText(), text: await answer.innerText() }
}

const command = (page: Page): Promise<string | null> => page.locator('#curl').textContent()

test.each([
  { prefix: '', name: 'default' },
  { prefix: '/~other', name: 'other' },
])('at $prefix/docs a person sends a request without typing, and goes on to its exchange', async ({ prefix, name }) => {
  const { sim, url } = await serve()
  const { page, complaints, asked } = await open(`${url}${prefix}/docs/instances.list`)
  // Nobody has made another by looking.
  expect(await (await fetch(`${url}/_sim/sandboxes`)).json()).toMatchObject({ sandboxes: [{ name: 'default' }] })
  const { answer, status, text } = await send(page)
  expect(status).toBe('200')
  expect(text).toMatch(/OK\s+\d+ ms/)
  expect(text).toMatch(/instances\.list\.lists-own The user's own instances/)
  expect(await answer.locator('.basis').innerText()).toBe('assumed')
  expect(await answer.locator('.json .k').first().innerText()).toBe('"instances_found"')
  expect(sim.sandbox(name).journal.list()).toMatchObject([{ operation: 'instances.list', user_id: 1001 }])
  expect(asked).toEqual(
    ['/docs/instances.list', '/_sim/ui/style.css', '/_sim/ui/script.js', '/api/v0/instances/'].map(
      (path) => `${url}${prefix}${path}`,
    ),
  )
  expect(complaints).toEqual([])
  await answer.getByRole('link', { name: 'Exchange 1' }).click()
  expect(page.url()).toBe(`${url}${prefix}/_sim/ui/journal?exchange=1`)
})

test('every operation can be sent as it stands', async () => {
  const { url } = await serve({ dialect: 'observed' })
  const { page } = await open(`${url}/docs`)
  const pages = await page
    .locator('.group a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(pages.length).toBeGreaterThanOrEqual(25)
  const outcomes: Record<string, string> = {}
  for (const each of pages) {
    await fetch(`${url}/_sim/reset`, { method: 'POST', body: '{}' })
    await page.goto(each)
    outcomes[each.slice(`${url}/docs/`.length)] = (await send(page)).status
  }
  const failed = Object.entries(outcomes).filter(([, status]) => !status.startsWith('2'))
  // What these examples name is made by other examples.
  const made = {
    'instances.destroy-several': '404',
    'instances.detach-ssh-key': '404',
    'instances.bid': '404',
    'instances.execute': '400',
    'api-keys.delete': '404',
    'secrets.change': '404',
    'secrets.delete': '404',
    'worker-groups.update': '400',
    'worker-groups.delete': '400',
    'volumes.delete': '400',
    'ssh-keys.change': '400',
    'ssh-keys.delete': '400',
  }
  expect(Object.fromEntries(failed)).toEqual(made)
})

/** A world in which what the control calls are filled in with exists. */
async function prepare(url: string): Promise<void> {
  const ask = (path: string, body?: object) => fetch(url + path, body && { method: 'POST', body: JSON.stringify(body) })
  await ask('/_sim/reset', {})
  await ask('/api/v0/instances/')
  await ask('/~checkout-e2e/api/v0/users/cloud_integrations/')
  await ask('/_sim/snapshots', { name: 'before-rent' })
  await ask('/_sim/faults', { name: 'busy', effect: { status: 503 } })
  await ask('/_sim/stubs', { name: 'status-page', match: { path: '/status' }, answer: {} })
}

test('every control call is filled in with what it takes', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/docs/control`)
  const pages = await page
    .locator('.group a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(pages.length).toBeGreaterThan(40)
  const refused: (readonly [string, string])[] = []
  for (const each of pages) {
    await prepare(url)
    await page.goto(each)
    const { status, text } = await send(page)
    if (status !== '200')
      refused.push([each.slice(`${url}/docs/control.`.length), /"error": "(\w+)"/.exec(text)?.[1] ?? ''])
  }
  // A simulator in code keeps no metrics, and nothing holds the exchange.
  expect(refused).toEqual([
    ['get-metrics', 'not_found'],
    ['post-requests-id-release', expect.any(String)],
  ])
})

test("a key of a fixture of one's own is entered once, and kept until one starts over", async () => {
  const { sim, url } = await serve({ fixture: { users: [{ id: 7, name: 'anna', api_keys: [{ key: 'annas-own' }] }] } })
  const { page } = await open(`${url}/docs/instances.list`)
  expect(await page.locator('#try').textContent()).toContain('No key is filled in')
  expect((await send(page)).status).toBe('401')
  await page.getByLabel('API key').fill('annas-own')
  await page.goto(`${url}/docs/templates.search`)
  expect((await send(page)).status).toBe('200')
  expect(sim.journal.list().map(({ user_id: user }) => user)).toEqual([null, 7])
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.reload()
  expect(await page.getByLabel('API key').inputValue()).toBe('')
})

test('a refusal names its rule, whose text and source stand on the page, and opens there', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/docs/instances.list`)
  await page.getByLabel('API key').fill('')
  const { answer, status } = await send(page)
  expect(status).toBe('401')
  const rule = page.locator('[id="authentication.key-missing"]')
  expect(await rule.isVisible()).toBe(false)

  await answer.locator('a[href="#authentication.key-missing"]').click()
  await rule.waitFor()
  expect(await rule.innerText()).toMatch(/auth_error[^]*assumed[^]*authentication\.key-missing[^]*is refused/)
  await page.waitForURL(`${url}/docs/instances.list#authentication.key-missing`)
})

test('the command follows what is filled in, and does the same', async () => {
  const { sim, url } = await serve()
  const { page } = await open(`${url}/docs/templates.search`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('textbox', { name: 'select_filters' }).fill('{"name":{"eq":"x"}}')
  expect(await command(page)).toBe(
    `curl -i '${url}/api/v0/template/?select_filters=%7B%22name%22%3A%7B%22eq%22%3A%22x%22%7D%7D' \\\n  -H 'Authorization: Bearer renter-key'`,
  )
  await page.getByRole('button', { name: 'Copy curl' }).click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command(page))
  await send(page)
  expect(sim.journal.list().map(({ request }) => request.query)).toEqual([
    'select_filters=%7B%22name%22%3A%7B%22eq%22%3A%22x%22%7D%7D',
  ])
})

test('an answer that never comes is said', async () => {
  const { sim, url } = await serve()
  sim.faults.add({ name: 'gone', match: { operation: 'instances.list' }, effect: { reset: true } })
  const { page } = await open(`${url}/docs/instances.list`)
  const { status, text } = await send(page)
  expect({ status, text }).toEqual({ status: 'lost', text: expect.stringContaining('No answer came.') })
})

test('operations are found by words, with the keyboard alone', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('edit template')
  const found = page.getByRole('navigation', { name: 'Operations' }).getByRole('link')
  expect(await found.allInnerTexts()).toEqual([expect.stringMatching(/^Edit a template\s+PUT$/)])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/templates.edit`)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing like it')
  expect(await found.count()).toBe(0)
  await page.getByText('No match.').waitFor()
})

test('below the path of a proxy it works as without', async () => {
  const { sim, url } = await serve()
  const { url: base } = await proxied(url, '/tools/sim')
  const { page, complaints } = await open(`${base}/~mine/docs`)
  await page.locator('.group').getByRole('link', { name: "List the user's instances" }).click()
  expect((await send(page)).status).toBe('200')
  expect(sim.sandbox('mine').journal.list().length).toBe(1)
  expect(await command(page)).toContain(`${base.replace('http:', 'https:')}/~mine/api/v0/instances/`)
  for (const name of ['Observed', 'Control API', 'Documented'])
    await page.getByRole('link', { name, exact: true }).click()
  expect(page.url()).toBe(`${base}/~mine/docs/`)
  await page.getByRole('link', { name: 'Journal', exact: true }).first().click()
  expect(page.url()).toBe(`${base}/~mine/_sim/ui/journal`)
  expect(complaints).toEqual([])
})

test('an operation that one dialect serves has its page there, and says which one answers', async () => {
  const { url } = await serve()
  const { page } = await open(`${url}/docs/instances.page`)
  expect(page.url()).toBe(`${url}/docs/instances.page?dialect=observed`)
  expect(await page.locator('.notice').innerText()).toBe('This sandbox has the dialect documented, and answers in it.')
  expect((await send(page)).status).toBe('404')
  await page.getByRole('link', { name: 'Reboot an instance' }).click()
  expect(page.url()).toBe(`${url}/docs/instances.reboot?dialect=observed`)
})
