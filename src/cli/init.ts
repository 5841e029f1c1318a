import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { DocumentError } from '../testing/fixtures/problem.ts'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { shellWord } from '../kernel/shell-word.ts'

const FIXTURE = `# The data to start from. What is left out is invented from the seed.
# Every collection: rental-sim's own fixtures/default.yaml. Key and offer are those that the scenarios of the package use.
users:
  - id: 1001
    name: me
    api_keys: [{ key: renter-key }]
offers:
  - { id: 12345678, gpu_name: RTX 4090 }
  - { id: 12345680, gpu_name: L40S }
instances: [{ id: 31, user_id: 1001, offer_id: 12345680, label: trainer }]
`

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

/** `rental-sim init`: writes a library with one fixture and one scenario. */
export function initCommand(io: CommandIo): Command {
  return new IoCommand('init', io)
    .description('Writes a library with a fixture and a scenario to begin with; nothing that is there is touched.')
    .argument('[folder]', 'where', 'rental-sim')
    .action((folder: string) => {
      const files = [
        { file: join(folder, 'fixtures', 'mine.yaml'), text: FIXTURE },
        { file: join(folder, 'scenarios', 'first-listing-fails.yaml'), text: SCENARIO },
      ]
      const there = files.filter(({ file }) => existsSync(file))
      if (there.length > 0)
        throw new DocumentError(there.map(({ file }) => ({ file, path: [], message: 'is there already' })))
      for (const { file, text } of files) {
        makeFolder(dirname(file))
        writeFileSync(file, text)
        io.stdout.write(`${file}\n`)
      }
      io.stdout.write(`\nrental-sim --library ${shellWord(folder)} --scenario first-listing-fails\n`)
    })
}

/** Makes a folder and its parents. `mkdirSync` with `recursive` never returns where there can be none, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
