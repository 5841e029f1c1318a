import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Command, Option } from 'commander'
import type { CommandIo } from '../io.ts'
import { IoCommand } from '../io-command.ts'
import { quoteForShell } from '../../kernel/quote-for-shell.ts'
import { findConfig, LIBRARY } from '../../node/files/find-config.ts'
import { requiredPackages, workflows } from './ci.ts'
import { stubCaptures } from './stubs.ts'
import { firstTests, RENTAL_SIM } from './tests.ts'

const FIXTURE = `# The data to start from. What is left out is invented from the seed.
# Every collection: rental-sim's own fixtures/default.yaml. Keys and ids are those that the scenarios of the package use.
users:
  - { id: 1001, name: me, api_keys: [{ key: renter-key }] }
  - { id: 1002, name: host, api_keys: [{ key: host-key }] }
templates:
  - { id: 9001, hash_id: 4e17788f74f075dd9aab7d0d4427968f, creator_id: 1001, name: trainer, image: library/python }
offers:
  - { id: 12345678, host_id: 1002, gpu_name: RTX 4090 }
  - { id: 12345680, host_id: 1002, gpu_name: L40S }
instances: [{ id: 31, user_id: 1001, offer_id: 12345680, label: a }]
`

const CONTENTS =
  'fixture mine: users 1001 (renter-key) and 1002 (host-key), template 9001, offers 12345678 and 12345680, instance 31'

const SCENARIO = `# A named world and what goes wrong in it. Start it with --scenario first-listing-fails, or by PUT /_sim/scenario.
name: first-listing-fails
description: The first listing fails; a client that tries again sees its instance.
provider_states: [the first listing fails]
fixture: mine
rate_limit: { enabled: false }
faults:
  - name: listing-down
    match: { operation: instances.list }
    when: { times: 1 }
    effect: { status: 503, body: { success: false, error: unavailable, msg: try again } }
    must_fire: true
`

const CONFIG_FILE = 'rental-sim.config.yaml'
const CONFIG = `# What every simulator of this project starts from, unless its command or its code says otherwise.
fixture: mine
`

interface InitOptions {
  readonly ci?: keyof typeof workflows
  readonly for?: keyof typeof firstTests
  readonly stubs?: readonly string[]
}

/** `rental-sim init`: writes a library, and a config that names it; a first test and a workflow where they are asked for. */
export function initCommand(io: CommandIo): Command {
  return new IoCommand('init', io)
    .description('Writes a fixture, a scenario and a config to begin with. Never overwrites a file.')
    .argument('[folder]', 'where', LIBRARY)
    .addOption(new Option('--ci <service>', 'also a workflow that runs the tests').choices(Object.keys(workflows)))
    .addOption(new Option('--for <runner>', 'also a first test').choices(Object.keys(firstTests)))
    .option(
      '--stubs <captures...>',
      'also a scenario that answers what the simulator has no operation for, from HAR files or bundles',
    )
    .action((folder: string, { ci, for: runner, stubs: captures }: InitOptions) => {
      const { scenario: stubs, notRead = [] } = captures === undefined ? {} : stubCaptures(captures)
      for (const reason of notRead) io.stderr.write(`rental-sim: not read: ${reason}\n`)
      if (captures !== undefined && stubs === undefined)
        io.stderr.write('rental-sim: there is nothing to stub: the simulator serves every request there\n')
      const test = runner && firstTests[runner]
      const workflow = ci && workflows[ci]
      // A workflow alone leaves the data of a project as they are.
      const isWorkflowAlone = workflow !== undefined && test === undefined && captures === undefined
      const hasLibrary = !(isWorkflowAlone && findConfig() !== undefined)
      // A library elsewhere is named by the command.
      const isConfigured = folder === LIBRARY && !isWorkflowAlone
      const files: readonly { file: string; text: string; schema?: string }[] = [
        ...(hasLibrary
          ? [
              { file: join(folder, 'fixtures', 'mine.yaml'), text: FIXTURE, schema: 'fixture' },
              { file: join(folder, 'scenarios', 'first-listing-fails.yaml'), text: SCENARIO, schema: 'scenario' },
            ]
          : []),
        ...(stubs === undefined
          ? []
          : [{ file: join(folder, 'scenarios', 'stubs.yaml'), text: stubs, schema: 'scenario' }]),
        ...(isConfigured ? [{ file: CONFIG_FILE, text: CONFIG, schema: 'config' }] : []),
        ...(test === undefined ? [] : [test, test.setup ?? []].flat()),
        ...(workflow === undefined ? [] : [{ file: workflow.file, text: workflow.text(test, requiredPackages()) }]),
      ]
      const isNew = isConfigured && !existsSync(CONFIG_FILE)
      for (const { file, text, schema } of files) {
        if (existsSync(file)) {
          io.stderr.write(`rental-sim: ${file} is there already and stays as it is\n`)
          continue
        }
        makeFolder(dirname(file))
        writeFileSync(file, `${schema === undefined ? '' : editorLine(file, schema)}${text}`)
        io.stdout.write(`${file}\n`)
      }
      if (!hasLibrary) return
      const library = folder === LIBRARY ? '' : ` --library ${quoteForShell(folder)}`
      io.stdout.write(
        `\n# ${CONTENTS}${isNew ? '; every simulator here starts from it now' : isWorkflowAlone ? '; --fixture mine starts from it' : ''}\n`,
      )
      io.stdout.write(`\n# serves it\n${RENTAL_SIM}${library} --scenario first-listing-fails\n`)
      if (stubs !== undefined)
        io.stdout.write(`# answers what it has no operation for\n${RENTAL_SIM}${library} --scenario stubs\n`)
      if (test === undefined) return
      const { needs, command, failing } = test
      if (needs !== undefined && !existsSync(join('node_modules', needs.replace(/@\d+$/, ''))))
        io.stdout.write(`# what the test needs\nnpm install --save-dev ${needs}\n`)
      io.stdout.write(`# passes\n${command}\n# fails, because the client does not ask again\n${failing}\n`)
    })
}

/** What an editor reads to complete and check a file of YAML; the path is relative to the file. */
function editorLine(file: string, schema: string): string {
  const path = relative(dirname(file), join('node_modules', 'rental-sim', 'schemas', `${schema}.schema.json`))
  const posix = path.split(sep).join('/')
  return `# yaml-language-server: $schema=${posix.startsWith('.') ? posix : `./${posix}`}\n`
}

/** Makes a folder and its parents. `mkdirSync` with `recursive` never returns where there can be none, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
