import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Command, Option } from 'commander'
import { files as examples } from 'virtual:first'
import { LIBRARY } from '../../node/files/find-config.ts'
import { installedPackages } from '../../node/files/packages.ts'
import { runCommand } from '../../node/processes/run-command.ts'
import type { CommandIo } from '../io.ts'
import { IoCommand } from '../io-command.ts'
import { stubCaptures } from '../../drift/stub-captures.ts'

const DOCUMENTS = [
  'rental-sim/fixtures/mine.yaml',
  'rental-sim/scenarios/first-listing-fails.yaml',
  'rental-sim.config.yaml',
]

interface Runner {
  readonly files: readonly string[]
  readonly command: readonly string[]
  /** Packages of npm without which it cannot run. */
  readonly needs: readonly string[]
}

const runners = {
  node: {
    files: ['first-listing.test.mjs'],
    command: ['node', '--test', 'first-listing.test.mjs'],
    needs: ['rental-sim'],
  },
  vitest: {
    files: ['first-listing.test.ts'],
    command: ['npx', '--no-install', 'vitest', 'run', 'first-listing.test.ts'],
    needs: ['rental-sim', 'vitest'],
  },
  pytest: {
    files: ['conftest.py', 'test_first_listing.py'],
    command: ['python3', '-m', 'pytest', 'test_first_listing.py'],
    needs: ['rental-sim'],
  },
} as const satisfies Record<string, Runner>

interface InitOptions {
  readonly for?: keyof typeof runners
  readonly stubs?: readonly string[]
}

const isInstalled = (name: string): boolean => installedPackages(name).length > 0

/** `rental-sim init`: copies docs/examples/first, and runs its test. */
export function initCommand(io: CommandIo): Command {
  return new IoCommand('init', io)
    .description('Writes a fixture, a scenario, a config and a first test, and runs it. Never overwrites a file.')
    .addOption(
      new Option('--for <runner>', 'what runs the test; vitest where it is installed, else node').choices(
        Object.keys(runners),
      ),
    )
    .option(
      '--stubs <captures...>',
      'only a scenario that answers what the simulator has no operation for, from HAR files or bundles',
    )
    .action(async ({ for: chosen, stubs: captures }: InitOptions) => {
      if (captures !== undefined) return writeStubs(captures, io)
      const runner = runners[chosen ?? (isInstalled('vitest') ? 'vitest' : 'node')]
      for (const file of [...DOCUMENTS, ...runner.files]) write(file, examples[file] ?? '', io)
      const command = runner.command.join(' ')
      const missing = runner.needs.filter((name) => !isInstalled(name))
      io.stdout.write(
        `\n# passes, and fails without the fault in ${DOCUMENTS[1]}${missing.length === 0 ? '' : `; needs ${missing.join(' and ')}`}\n${command}\n`,
      )
      if (missing.length === 0) io.exitCode = await runCommand(runner.command, io.env, io)
    })
}

function writeStubs(captures: readonly string[], io: CommandIo): void {
  const { scenario, notRead } = stubCaptures(captures)
  for (const reason of notRead) io.stderr.write(`rental-sim: not read: ${reason}\n`)
  if (scenario === undefined) {
    io.stderr.write('rental-sim: there is nothing to stub: the simulator serves every request there\n')
    return
  }
  write(join(LIBRARY, 'scenarios', 'stubs.yaml'), scenario, io)
  io.stdout.write('\n# answers what it has no operation for\nnpx --no-install rental-sim --scenario stubs\n')
}

function write(file: string, text: string, { stdout, stderr }: CommandIo): void {
  if (existsSync(file)) {
    stderr.write(`rental-sim: ${file} is there already and stays as it is\n`)
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  stdout.write(`${file}\n`)
}
