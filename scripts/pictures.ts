import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { startProcess } from '../test/support/process.ts'

// The pictures of the dashboard in the README and in docs/dashboard.md: the shipped command, a story that is the same each time, and a browser.

const FOLDER = 'docs/pictures'
const OPTIONS = ['--port', '0', '--clock', '2026-03-01T12:00:00Z', '--seed', '7', '--no-rate-limit']
const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }

const server = startProcess('node', ['dist/cli.cjs', ...OPTIONS], { env: process.env })
const [, url = ''] = /listens on (\S+)\n/.exec(await server.until(/listens on \S+\n/)) ?? []

const send = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
const sim = (method: string, path: string, body: object): Promise<Response> => send(method, `/_sim/${path}`, body)
const rent = (offer: number, label: string): Promise<Response> =>
  send('PUT', `/api/v0/asks/${offer}/`, { image: 'pytorch/pytorch', label, disk: 40 })
const list = (): Promise<Response> => send('GET', '/api/v0/instances/')

await send('GET', `/api/v0/template/?select_filters=${encodeURIComponent('{"name":{"eq":"trainer"}}')}`)
await send('POST', '/api/v0/network_volumes/search/', { q: { storage_cost: { lte: 0.05 } } })
await rent(12345678, 'nightly')
await list()
await sim('POST', 'clock/advance', { seconds: 20 })
await list()
await sim('POST', 'faults', {
  name: 'every-third',
  match: { operation: 'instances.list' },
  effect: { status: 500 },
  when: { every: 3 },
})
for (let i = 0; i < 4; i++) await list()
await send('PUT', '/api/v0/asks/12345679/', { template_hash_id: 'f'.repeat(32) })
await sim('POST', 'faults', {
  name: 'reply-lost',
  match: { operation: 'instances.create' },
  effect: { reset: true, stream: 'after' },
  when: { times: 1 },
})
const lost = await rent(12345679, 'weekly').catch(() => undefined)
if (lost !== undefined) throw new Error('the reply of the rental was not lost')
await sim('POST', 'clock/advance', { seconds: 20 })
await list()
await sim('POST', 'faults', {
  name: 'slow-30s',
  match: { operation: 'templates.search' },
  effect: { latency_ms: 30_000 },
})
const held = send('GET', '/api/v0/template/').catch(() => undefined)

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell' })
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 })
mkdirSync(FOLDER, { recursive: true })
const open = async (view: string): Promise<void> => {
  await page.goto(`${url}/_sim/ui/${view}`)
  await page.getByRole('button', { name: /^Clock/ }).waitFor()
  await page.getByRole('main').locator('.list').first().waitFor()
}
const devtools = await page.context().newCDPSession(page)
/** As WebP, which takes a sixth of a PNG. */
const take = async (name: string): Promise<void> => {
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 30 })
  writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'))
}
const settled = async (): Promise<void> => {
  await page.mouse.move(0, 719)
  await page.evaluate(() => document.fonts.ready)
}
await open('requests')
await page.getByText('holds it until').waitFor()
await settled()
await take('requests')
await page.getByText('Fault every-third answered 500').first().click()
await page.getByRole('button', { name: 'Copy curl' }).waitFor()
await settled()
await take('request')
await page.emulateMedia({ colorScheme: 'dark' })
await page.getByText('invalid template').first().click()
await page.getByText('Rules behind it').waitFor()
await settled()
await take('request-dark')
await page.emulateMedia({ colorScheme: 'light' })
await open('faults')
const cell = page.getByRole('button', { name: /^instances.create 500/ })
await cell.click()
await page.getByRole('button', { name: 'instances.create 500: 1 left' }).click()
await page.getByRole('button', { name: 'instances.create 500: 2 left' }).waitFor()
await page.getByRole('status').getByText('next 2').waitFor({ state: 'visible' })
await settled()
await take('faults')
await open('data?row=32')
await page.getByRole('textbox', { name: 'label' }).waitFor()
await settled()
await take('data')
await open('requests')
await page.getByRole('button', { name: /^Clock/ }).click()
await page.getByText('Next hour').waitFor()
await settled()
await take('clock')
await open('coverage?rule=instances.list.lists-own')
await page.getByRole('button', { name: /^Send/ }).waitFor()
await settled()
await take('coverage')
await fetch(`${url}/~other/api/v0/instances/`, { headers })
await open('requests')
await page.getByRole('button', { name: 'Sandbox default' }).click()
await page.getByRole('button', { name: 'Compare default with other' }).click()
await page.getByText('default #').first().waitFor()
await settled()
await take('sandboxes')
await open('faults')
await page.getByRole('searchbox', { name: 'Find a scenario' }).fill('boot')
await page.getByRole('button', { name: 'Start slow-boot' }).scrollIntoViewIfNeeded()
await settled()
await take('scenarios')
await page.getByRole('button', { name: 'Reset', exact: true }).click()
await page.getByRole('status').getByText('Reset.').first().waitFor()
await page.getByRole('button', { name: 'More' }).click()
await page.getByRole('group', { name: 'More' }).waitFor()
await settled()
await take('undo')
await fetch(`${url}/api/v0/instances/`, { headers: { Authorization: 'Bearer rentr-key' } })
await page.setViewportSize({ width: 390, height: 720 })
await page.goto(`${url}/_sim/ui/requests?request=1`)
await page.getByRole('button', { name: 'Copy curl' }).waitFor()
await settled()
await take('phone')
await page.setViewportSize({ width: 1280, height: 720 })
await page.goto(`${url}/docs/templates.create`)
await page.getByRole('button', { name: 'Send' }).waitFor()
await page.getByRole('button', { name: 'Reset', exact: true, disabled: false }).waitFor()
await settled()
await take('docs')
await browser.close()
server.child.kill()
await held
