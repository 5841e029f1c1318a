import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

/** Commands as their parents list them, each before those below it. */
async function commandsBelow(path: readonly string[] = []): Promise<readonly string[]> {
  const { stdout: help } = await run([...path, '--help'])
  const [, listed = ''] = help.split('\nCommands:\n')
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]))
  const below = await Promise.all(names.map((name) => commandsBelow([...path, name])))
  return [path.join(' '), ...below.flat()]
}

test('docs/commands.md names every command', async () => {
  const paths = (await commandsBelow()).slice(1)
  expect(paths).toEqual(expect.arrayContaining(['serve', 'sweep', 'pact verify']))
  const page = readFileSync('docs/commands.md', 'utf8')
  const missing = (names: readonly string[]) => names.filter((name) => !new RegExp(`\`… ${name}\\b`).test(page))
  expect(missing(['nonsense'])).toEqual(['nonsense'])
  expect(missing(paths.filter((path) => path !== 'pact'))).toEqual([])
})
