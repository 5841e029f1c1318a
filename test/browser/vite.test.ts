import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inChromium } from '../support/browser-page.ts'
import { start } from '../support/spawn-cli.ts'

const { open } = inChromium()

/** The example behind Vite's dev server, as its README starts it. */
async function frontend(...options: readonly string[]) {
  // Vite keeps files of its own beside what it serves.
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-vite-'))
  cpSync('docs/examples/vite', folder, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const vite = ['node_modules/.bin/vite', folder, '--host', '127.0.0.1', '--port', '0']
  const { child, until, ended } = start(['exec', ...options, '--', ...vite], { NO_COLOR: '1' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  const [url = ''] = /http:\/\/127[^\s]+/.exec(await until(/http:\/\/127\S+\//)) ?? []
  const { page, complaints } = await open(url)
  await page.getByRole('status').filter({ hasNotText: 'Loading' }).waitFor()
  const shown = {
    status: await page.getByRole('status').textContent(),
    rows: await page.locator('li').allTextContents(),
  }
  return { shown, complaints }
}

test('the example of a frontend shows the list that its dev server gets from the simulator', async () => {
  expect(await frontend()).toEqual({ shown: { status: '1 found', rows: ['31: L40S, running'] }, complaints: [] })
})

test('the example of a frontend shows what becomes of it when the listing fails', async () => {
  expect(await frontend('--scenario', 'flaky-listing')).toEqual({
    shown: { status: 'The list is not available (503).', rows: [] },
    complaints: ['Failed to load resource: the server responded with a status of 503 (Service Unavailable)'],
  })
})
