import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problems } from '../support/axe.ts'
import { inChromium } from '../support/browser-page.ts'
import { type Started, startForFile } from '../support/spawn-cli.ts'

const { open } = inChromium()

const sweeps = new Set<Started>()
const gates = new Set<Server>()
afterAll(async () => {
  for (const gate of gates) gate.close()
  await Promise.all([...sweeps].map(({ end }) => end()))
})

/** Where runs of a trial wait until the test lets them go on. */
async function openGate() {
  const waiting: ServerResponse[] = []
  let isOpen = false
  const gate = createServer((_, response) => {
    if (isOpen) response.end()
    else waiting.push(response)
  })
  gates.add(gate)
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    letOneGo: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.end()
    },
    letAllGo: () => {
      isOpen = true
      for (const response of waiting) response.end()
    },
  }
}

/** A suite that searches templates in a sandbox of its own, tries again where a 503 is answered, and waits at the gate. */
const SUITE = `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key, RENTAL_SIM_TRIAL: trial, GATE: gate } = process.env
const headers = { authorization: 'Bearer ' + key }
const search = () => fetch(url + '/~suite/api/v0/template/', { headers, signal: AbortSignal.timeout(1000) })
const main = async () => {
  await fetch(url + '/api/v0/instances/', { headers })
  let response = await search()
  if (response.status === 503) response = await search()
  if (!response.ok) throw new Error('status ' + response.status)
}
main().catch(({ message }) => { console.log(message); process.exitCode = 1 })
  .finally(() => trial && fetch(gate))`

const TRIALS = 'templates.search/transient/first*/*'

/** A sweep, one trial at a time, each of which waits at the gate. */
async function sweep(...options: readonly string[]) {
  const gate = await openGate()
  const command = startForFile(['sweep', '--jobs', '1', ...options, '--', process.execPath, '-e', SUITE], {
    GATE: gate.url,
  })
  sweeps.add(command)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    command.child.stderr?.on('data', (part: string) => {
      text += part
      const [, at] = /watch it at (\S+)\n/.exec(text) ?? []
      if (at !== undefined) resolve(at)
    })
    command.ended.then((end) => reject(new Error(JSON.stringify(end))), reject)
  })
  return { gate, command, url }
}

/** The page of a sweep of eleven trials that is over; the tests below share it. */
let over: Awaited<ReturnType<typeof sweep>>
beforeAll(async () => {
  over = await sweep('--trial', TRIALS, '--stay')
  over.gate.letAllGo()
})
async function onSweepThatIsOver() {
  const { page } = await open(over.url, { viewport: WIDE, bypassCSP: true })
  await page.getByText(/11 of 11 trials, \d+ bad, over/).waitFor({ timeout: 60_000 })
  return page
}

const WIDE = { width: 1280, height: 800 }

const looks = (page: Page): Promise<readonly string[]> =>
  page.locator('.matrix .tile').evaluateAll((all) => all.map(({ className }) => className.replace('tile ', '')))

const isPlanned = (page: Page) => page.locator('.matrix .tile').first().waitFor()

test('the matrix fills while the sweep runs, with the figures, what is left, and the bad verdicts', async () => {
  const { gate, url } = await sweep('--trial', TRIALS)
  const { page } = await open(url, { viewport: WIDE, bypassCSP: true })
  await isPlanned(page)
  await expect.poll(() => looks(page)).toEqual(['running', ...Array<string>(10).fill('waiting')])
  expect(await page.locator('.figures dd b').allTextContents()).toEqual(['–', '–', '–'])
  await gate.letOneGo()
  await expect.poll(() => looks(page)).toEqual(['bad', 'running', ...Array<string>(9).fill('waiting')])
  await gate.letOneGo()
  await gate.letOneGo()
  await expect.poll(() => looks(page).then((all) => all.slice(0, 4))).toEqual(['bad', 'bad', 'good', 'running'])
  expect(await page.locator('.figures dd b').allTextContents()).toEqual([expect.stringMatching(/^\d+ %$/), '–', '–'])
  expect(await page.locator('.progress').innerText()).toMatch(/3 of 11 trials, 2 bad, \d+ s left/)
  const bad = page.getByRole('group', { name: 'Bad verdicts' })
  expect(await bad.getByRole('link').allTextContents()).toEqual(['first@suite/429', 'first@suite/502'])
  expect(await page.getByRole('list', { name: 'Verdicts' }).innerText()).toMatch(/1\s+recovered, good/)
  expect(await problems(page)).toEqual([])
})

test('a cell opens what the client did, and each exchange in the journal of the trial, after the sweep too', async () => {
  const page = await onSweepThatIsOver()
  await page.getByRole('link', { name: /recovered, good: 503, once/ }).click()
  const trial = page.getByRole('region', { name: 'Trial 3' })
  expect(await trial.innerText()).toContain('templates.search/transient/first@suite/503')
  expect(await trial.getByRole('group', { name: 'The command that repeats it' }).innerText()).toMatch(
    /^npx --no-install rental-sim sweep --trial templates\.search\/transient\/first@suite\/503 -- /,
  )
  expect(await trial.locator('.sent li').allInnerTexts()).toEqual([
    expect.stringMatching(/^2 GET \/api\/v0\/template\/\s+503\s+injected$/),
    expect.stringMatching(/^3 GET \/api\/v0\/template\/\s+200$/),
  ])

  await trial.locator('.sent a').first().click()
  const exchange = page.getByRole('region', { name: 'Exchange 2' })
  await exchange.getByText('in the sandbox suite', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/~3-templates.search-transient-first-suite-503/_sim/ui/journal')
  expect(await page.locator('#log tbody tr').count()).toBe(3)

  await page.goto(`${over.url}?trial=1`)
  expect(await page.getByRole('region', { name: 'Trial 1' }).innerText()).toContain('status 429')
  expect(await problems(page)).toEqual([])
})

test('the keyboard leads to a cell, to its trial, and back', async () => {
  const page = await onSweepThatIsOver()
  await page.getByRole('link', { name: 'Skip to the bad verdicts' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('bad')
  await page.locator('#trial-2 a').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Trial 2' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('detail')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Trial 2' }).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('trial-2')
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.parentElement?.id)

test('the tiles are one stop of the Tab key, and arrow keys move among them', async () => {
  const page = await onSweepThatIsOver()
  const stops = () => page.locator('.matrix a.tile[tabindex="0"]').count()
  await expect.poll(stops).toBe(1)
  await page.locator('.matrix').focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('trial-1')
  for (const [key, at] of [
    ['ArrowRight', 'trial-2'],
    ['End', 'trial-11'],
    ['ArrowRight', 'trial-11'],
    ['ArrowLeft', 'trial-10'],
    ['ArrowDown', 'trial-10'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page)).toBe(at)
  }
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.matrix'))).toBeNull()
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('trial-10')
  expect(await stops()).toBe(1)
  expect(await problems(page)).toEqual([])
})

test('the dashboard ends with the sweep, and with --stay when it is told to', async () => {
  const { gate, command, url } = await sweep('--trial', 'templates.search/transient/first@suite/503')
  gate.letAllGo()
  expect(await command.ended).toMatchObject({ code: 0 })
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  over.command.child.kill('SIGINT')
  expect(await over.command.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('stays until Ctrl-C') })
})
