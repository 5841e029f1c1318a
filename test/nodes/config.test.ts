import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { folderForTest } from '../support/folders.ts'
import { startProcess } from '../support/process.ts'

test.each(['22.23.3', '24.21.0'])('a config in TypeScript is read by Node %s', async (version) => {
  const cwd = folderForTest()
  const config = `import type { Config } from 'rental-sim'\nexport default { seed: 'typed' } satisfies Config\n`
  writeFileSync(join(cwd, 'rental-sim.config.ts'), config)
  const library = pathToFileURL(resolve('dist/lib/index.js')).href
  const script = `import { createSimulator } from '${library}'; console.log(createSimulator().exportState().seed)`
  const node = ['--yes', '--package', `node@${version}`, 'node', '--input-type=module', '-e', script]
  expect(await startProcess('npx', node, { cwd, env: process.env }).ended).toMatchObject({ code: 0, stdout: 'typed\n' })
})
