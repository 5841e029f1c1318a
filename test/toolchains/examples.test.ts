import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runScript, shellBlocks } from '../support/sh.ts'

/** The command of an example's README, which is run in place: neither installs anything, and the simulator is the one built here. */
const commandOf = (name: string): string => {
  const [{ script } = { script: '' }, ...more] = shellBlocks(readFileSync(`docs/examples/${name}/README.md`, 'utf8'))
  const command = script.replace(/^npx --no-install rental-sim /, 'node ../../../dist/cli.cjs ')
  if (more.length > 0 || command === script)
    throw new Error(`the README of ${name} has another command than one of rental-sim`)
  return `cd docs/examples/${name} && ${command}`
}

test('the suite in Go is formatted, has nothing to be vetted, and passes', async () => {
  expect(await runScript('cd docs/examples/go && gofmt -l . && go vet ./...')).toBe('')
  expect(await runScript(commandOf('go'))).toMatch(/^ok\s+example\.com\/marketplace/)
})

test('the suite in Java passes', async () => {
  expect(await runScript(commandOf('java'))).toBe(
    'passed: a-rented-instance-is-listed\npassed: an-offer-that-is-gone-is-refused\npassed: the-listing-may-be-asked-again\n',
  )
})

test.each(['go', 'java'])('the suite in %s fails where the marketplace fails', async (name) => {
  const command = commandOf(name).replace('exec ', 'exec --scenario gateway-html ')
  await expect(runScript(command)).rejects.toThrow('the script ended with 1')
})
