import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runScript } from '../support/sh.ts'

test('the plugin for pytest does what its tests say', async () => {
  // Plugins that are installed on this machine by chance are no part of it.
  const env = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', PYTHONDONTWRITEBYTECODE: '1' }
  const command = 'node dist/cli.cjs exec --log silent -- python3 -m pytest -q -p no:cacheprovider clients/python'
  expect(await runScript(command, env)).toMatch(/^11 passed in /m)
})

test('the plugin has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(readFileSync('clients/python/pyproject.toml', 'utf8')).toContain(`\nversion = "${version}"\n`)
})
