import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dependencies } from '../../package.json' with { type: 'json' }
import { inChromium } from '../support/browser-page.ts'
import { startProcess } from '../support/process.ts'

const { open } = inChromium()

/** The example as a project that has installed what its package.json names. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-msw-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('docs/examples/msw', folder, { recursive: true })
  const packed = join(folder, 'node_modules', 'rental-sim')
  mkdirSync(packed, { recursive: true })
  cpSync('package.json', join(packed, 'package.json'))
  cpSync('dist/lib', join(packed, 'dist', 'lib'), { recursive: true })
  for (const name of ['msw', ...Object.keys(dependencies)])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  return folder
}

const vite = resolve('node_modules/.bin/vite')
/** Vitest says that this is a test, where Vite would build for development. */
const environment = { ...process.env, NODE_ENV: undefined, NO_COLOR: '1' }

test('switches in the page of the example change what MSW answers, and reset turns them off', async () => {
  const folder = project()
  const init = [resolve('node_modules/.bin/msw'), 'init', 'public', '--no-save']
  expect(await startProcess(process.execPath, init, { cwd: folder, env: environment }).ended).toMatchObject({ code: 0 })
  const server = startProcess(vite, ['--host', '127.0.0.1', '--port', '0'], { cwd: folder, env: environment })
  onTestFinished(server.end)
  const [url = ''] = /http:\/\/127[^\s]+/.exec(await server.until(/http:\/\/127\S+\//)) ?? []
  const { page, complaints } = await open(url)
  const shown = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

  await shown('30 found')
  await page.getByLabel('Listing fails').check()
  await shown('The list is not available (503).')
  await page.getByLabel('Listing fails').uncheck()
  await page.getByLabel('Empty').check()
  await shown('Rent your first machine.')
  await page.getByLabel('Slow').check()
  const slow = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name, duration }) => name.endsWith('/instances/') && duration >= 2000).length,
    )
  await expect.poll(slow).toBe(1)
  await page.reload()
  await shown('Rent your first machine.')
  expect(await page.getByLabel('Empty').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Reset' }).click()
  await shown('30 found')
  expect(await page.locator('li').count()).toBe(30)
  expect(complaints).toEqual(['Failed to load resource: the server responded with a status of 503 ()'])
})

test('what the example builds for users has neither switches nor the simulator', async () => {
  const folder = project()
  expect(await startProcess(vite, ['build'], { cwd: folder, env: environment }).ended).toMatchObject({ code: 0 })
  const scripts = readdirSync(join(folder, 'dist', 'assets'))
  expect(scripts.length).toBe(1)
  const built = readFileSync(join(folder, 'dist', 'assets', String(scripts[0])), 'utf8')
  expect(built).toContain('/api/v0/instances/')
  expect(built.length).toBeLessThan(5000)
})
