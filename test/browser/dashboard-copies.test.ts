import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, onDashboard, says } from '../support/dashboard-page.ts'
import { run, serve } from '../support/spawn-cli.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']

/** Takes a text from the exchange that is open by its button. */
async function copied(page: Page, what: 'as curl' | 'as scenario'): Promise<string> {
  const link = page.getByRole('link', { name: `Copy ${what}` })
  const shown = (await link.getAttribute('href')) ?? ''
  await link.click()
  await says(page, `Copied ${what}.`)
  const text = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(new URL(shown, page.url()).href)
  expect(text).toBe(await page.getByRole('group', { name: what, exact: false }).textContent())
  return text
}

test('what is copied is what the page shows: the curl of its sandbox, and a valid scenario that answers the same', async () => {
  const { page, url, sim } = await dashboard(FROZEN, { permissions: ['clipboard-read', 'clipboard-write'] })
  const own = clientOf(`${url}/~own`)
  await sim('POST', '../~own/_sim/faults', { name: 'given', effect: { status: 500, body: { msg: "it's 'down'" } } })
  const answer = await own.ask('/api/v0/instances/')
  await own.sim('DELETE', 'faults/given')
  await page.goto(`${url}/~own/_sim/ui/journal?exchange=1`)
  expect(await copied(page, 'as curl')).toContain(`${url}/~own/api/v0/instances/`)

  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-copied-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'copied.yaml')
  writeFileSync(file, await copied(page, 'as scenario'))
  expect(await run(['validate', file])).toMatchObject({ code: 0, stderr: '' })
  const again = await serve([...FROZEN, '--scenario', file])
  expect(await clientOf(again.url).ask('/api/v0/instances/')).toEqual(answer)
})
