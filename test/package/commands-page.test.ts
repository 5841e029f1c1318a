import { expect, test } from 'vitest'
import { endWhatTestsStart, run } from '../support/run-cli.ts'

endWhatTestsStart()

/** Commands as their parents list them, each before those below it. */
async function commandsBelow(path: readonly string[] = []): Promise<readonly { path: string; help: string }[]> {
  const { stdout: help } = await run([...path, '--help'])
  const [, listed = ''] = help.split('\nCommands:\n')
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]))
  const below = await Promise.all(names.map((name) => commandsBelow([...path, name])))
  return [{ path: path.join(' '), help: help.trimEnd() }, ...below.flat()]
}

test('docs/commands.md has the help of every command', async () => {
  const [all, ...commands] = await commandsBelow()
  expect(commands.map(({ path }) => path)).toEqual(expect.arrayContaining(['serve', 'sweep', 'pact verify']))
  const page = [
    '# Commands',
    'What `rental-sim --help` and `rental-sim <command> --help` print. [options.md](options.md) has the options of a server.',
    `\`\`\`text\n${all?.help}\n\`\`\``,
    ...commands.map(({ path, help }) => `## ${path}\n\n\`\`\`text\n${help}\n\`\`\``),
  ]
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/commands.md')
})
