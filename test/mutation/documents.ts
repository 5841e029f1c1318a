import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

/** As npm run check:docs has it for what is shipped: here for a mutant. */
test.each([
  ['docs/openapi.json', '/openapi.json'],
  ['docs/control.openapi.json', '/_sim/openapi.json'],
])('%s is what a server gives', async (file, path) => {
  const response = await createSimulator().fetch(path)
  expect(await response.json()).toEqual(JSON.parse(readFileSync(file, 'utf8')))
})
